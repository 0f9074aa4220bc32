"""`rulekit check --deep`: whether each change that is put on a game can be noticed in play."""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from rulekit.compare.compare import compare
from rulekit.compare.result import NONE, OBSERVABLE, CompareOptions, Comparison
from rulekit.diagnostics import Diagnostic, Severity, Span
from rulekit.report.text import amount
from rulekit.tools.io.files import read_text
from rulekit.tools.io.library import head_of
from rulekit.tools.io.loading import Loaded, Spec, load
from rulekit.tools.io.problems import Problem
from rulekit.wording import numbered, sentence


@frozen
class Deep:
    """What came of it: findings, and a line for each change that does show."""

    findings: tuple[Diagnostic, ...]
    lines: tuple[str, ...]


def deep_check(loaded: Loaded, seconds: float) -> Deep:
    """Compare the game with and without each of its changes, all others being in place."""
    findings: list[Diagnostic] = []
    lines: list[str] = []
    changes = [path for path in loaded.files.changes if head_of(read_text(path), str(path)).role in ("reading", "variant")]
    for path in changes:
        others = tuple(str(p) for p in loaded.files.changes if p != path)
        try:
            without = load(Spec(str(loaded.files.game), others, loaded.spec.settings)).model
        except Problem:
            lines.append(sentence("{path}: not searched, since another change needs it", path=path))
            continue
        found = compare(without, loaded.model, CompareOptions(seconds=seconds / len(changes), each=False)).value
        if found is None or found.verdict is None:
            lines.append(sentence("{path}: not searched, since no number of players suits the game without it", path=path))
        elif found.verdict == OBSERVABLE:
            play = found.witnesses[0].play
            lines.append(
                sentence(
                    "{path}: shows in play, {with_players} after {moves}",
                    path=path,
                    with_players=numbered(play.players, "with {count} player", "with {count} players"),
                    moves=numbered(len(play.keys), "{count} move", "{count} moves"),
                )
            )
        else:
            findings.append(_unnoticed(path, found))
    if not changes:
        lines.append(sentence("{path}: nothing is put on it, so there is nothing to search", path=loaded.files.game))
    return Deep(tuple(findings), tuple(lines))


def _unnoticed(path: Path, found: Comparison) -> Diagnostic:
    """Return a change that nobody would notice, with what was searched."""
    players = ", ".join(map(str, found.players))
    nothing = (found.verdict or NONE) == NONE
    if found.proved == found.players:
        said = sentence("this changes nothing in play: every position for {players} players was visited", players=players)
        if not nothing:
            said = sentence(
                "this changes no move, turn or result in play: every position for {players} players was visited", players=players
            )
    else:
        looked = amount(found.games, found.looks)
        said = sentence(
            "nothing was found that this changes in play, in {amount} with {players} players", amount=looked, players=players
        )
        if not nothing:
            said = sentence(
                "no move, turn or result was found that this changes in play, in {amount} with {players} players",
                amount=looked,
                players=players,
            )
        said = sentence("{said}, until the time was up", said=said) if found.late else said
    hint = sentence("`rulekit compare` shows what differs in the rules") if found.differences else sentence("it changes no rule")
    return Diagnostic("RK587", said, _head(path), hint=hint, severity=Severity.WARNING)


def _head(path: Path) -> Span:
    """Return the line that names the change: the first one that says more than the language."""
    start = 0
    for number, line in enumerate(read_text(path).splitlines(keepends=True), 1):
        if line.strip() and not line.lstrip().startswith(("#", "cafe ")):
            return Span(str(path), start, start + len(line.rstrip()), number, 1)
        start += len(line)
    return Span(str(path), 0, 0, 1, 1)
