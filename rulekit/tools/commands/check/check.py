"""`rulekit check`: find mistakes in files, as text or JSON."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.diagnostics import Diagnostic, errors
from rulekit.report.diagnostics import summary, to_json
from rulekit.tools.io.loading import Loaded, engine_of, load, lowered_for, make_spec
from rulekit.tools.io.problems import FINE, FOUND, Problem
from rulekit.tools.terminal.terminal import language_of_texts, say, say_json, show_findings, spoken
from rulekit.wording import numbered, sentence

Found = tuple[str, tuple[Diagnostic, ...], dict[str, str]]


def check_files(
    files: Iterable[str], changes: Iterable[str] = (), settings: Iterable[str] = (), as_json: bool = False, deep: float = 0.0
) -> int:
    """Check each file; status 1 if there is an error. `deep`: so many seconds are searched for what the changes do in play."""
    notes: list[str] = []
    found = [_check(file, tuple(changes), tuple(settings), deep, notes) for file in files]
    if as_json:
        say_json({"files": [_data(*one) for one in found]})
    else:
        _show(found)
        for note in notes:
            say(note)
    return FOUND if any(errors(findings) for _, findings, _ in found) else FINE


def _check(file: str, changes: tuple[str, ...], settings: tuple[str, ...], deep: float, notes: list[str]) -> Found:
    try:
        loaded = load(make_spec(file, changes, settings))
    except Problem as problem:
        return file, problem.findings, problem.texts
    findings = loaded.checked.diagnostics + _layouts(loaded)
    if deep and not errors(findings):
        from rulekit.tools.commands.check.deep_check import deep_check

        searched = deep_check(loaded, deep)
        findings += searched.findings
        notes.extend(searched.lines)
    return file, findings, loaded.texts


def _layouts(loaded: Loaded) -> tuple[Diagnostic, ...]:
    """Return what keeps the game from being laid out, for the fewest and the most players."""
    model = loaded.checked.value
    if model is None or not loaded.checked.ok:
        return ()
    try:
        found = [d for players in sorted(set(model.players)) for d in lowered_for(loaded, players).diagnostics]
        if not loaded.texts and not found:  # a model from JSON: nobody has resolved its names
            engine_of(loaded)
    except Problem as problem:
        return problem.findings
    return tuple(dict.fromkeys(found))


def _show(found: list[Found]) -> None:
    for file, findings, texts in found:
        if findings:
            show_findings(findings, texts)
            say()
        else:
            say(sentence("{file}: fine", file=file), language_of_texts({file: texts[file]} if file in texts else texts))
    everything = [f for _, findings, _ in found for f in findings]
    if everything:
        files = sum(bool(f) for _, f, _ in found)
        counted = numbered(files, "{findings} in {count} file", "{findings} in {count} files", findings=summary(everything))
        say(counted, language_of_texts({f.span.path: texts.get(f.span.path, "") for _, some, texts in found for f in some}))


def _data(file: str, findings: tuple[Diagnostic, ...], texts: dict[str, str]) -> dict[str, object]:
    return {"file": file, "ok": not errors(findings), "findings": [to_json(f, texts, spoken()) for f in findings]}
