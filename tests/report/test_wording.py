"""What findings say is said in every language: no pattern is missing, none left over, and the keywords are those of the file."""

from __future__ import annotations

import ast
import io
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from rich.console import Console

from rulekit.diagnostics import Diagnostic, Label, Span
from rulekit.report.diagnostics import render, summary, to_json
from rulekit.report.sentences import finding_patterns, languages
from rulekit.report.wording import CODE, COMMANDS, FIXED, in_code, in_words
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.parse import parse
from rulekit.tools.command_line.app import make_app
from rulekit.tools.command_line.commands import COMMANDS as NAMES
from rulekit.wording import Keyword, Sentence, either, numbered, quoted, sentence

ROOT = Path(__file__).parents[2] / "rulekit"
OTHERS = [language for language in languages() if language != "en"]
ALIKE = {  # the same words in two languages
    "{count} indices", "{count} table", "{count} tables", "rulekit: {wrong}", "Second", "score", "points", "action", "option",
    "total", "{number} points", "Options", "options", "Actions",
}  # fmt: skip
HOLE = re.compile(r"\{(\w+)\}")


MESSAGES = {
    "finding": 2, ".report": 2, ".fail": 2, ".unknown": 3, ".missing": 3, "Refused": 2, "Stop": 1,
    "_bad": 1, "_misfit": 2, "problem": 1,
}  # fmt: skip
"""What notes a mistake, and at which place of its arguments the message stands; the hint is the next one, or `hint`."""
SETTINGS = {"Stop": {"node", "rule"}, "problem": {"path", "hint"}}
"""Named arguments that are no values."""


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call of a function or method: where it stands, its name (`self.w.report` is `.report`)."""
    for path in sorted(ROOT.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else f".{getattr(node.func, 'attr', '')}"
                yield f"{path.relative_to(ROOT)}:{node.lineno}", name, node


@cache
def patterns() -> dict[str, tuple[bool, set[str]]]:
    """Every pattern in the program: whether it has two forms, and the values it is given."""
    return sentences() | messages()


def messages() -> dict[str, tuple[bool, set[str]]]:
    """The patterns of messages and hints, which share their values."""
    found: dict[str, tuple[bool, set[str]]] = {}
    for where, name, call in calls():
        at = MESSAGES.get(name)
        if at is None or (name == "Refused" and where.startswith("tools/web")):
            continue
        texts = [
            *call.args[at : at + 1 + (name != "problem")],
            *(keyword.value for keyword in call.keywords if keyword.arg == "hint"),
        ]
        assert not any(isinstance(text, ast.JoinedStr) for text in texts), f"{where}: a pattern is no f-string"
        forms = [text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str)]
        values = {keyword.arg for keyword in call.keywords if keyword.arg} - SETTINGS.get(name, {"related", "severity"})
        said = {form: {value for value in values if f"{{{value}}}" in form} for form in forms}
        for form, own in said.items():
            assert not own or set(HOLE.findall(form)) == own, f"{where}: {form}"
        assert values == {value for own in said.values() for value in own} or not forms, f"{where}: a value nobody needs"
        found |= {form: (False, own) for form, own in said.items()}
    return found


def sentences() -> dict[str, tuple[bool, set[str]]]:
    """The patterns of sentences that are made by themselves."""
    found = {}
    for where, name, call in calls():
        if name not in ("sentence", "numbered"):
            continue
        texts = call.args[:1] if name == "sentence" else call.args[1:3]
        forms = [text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str)]
        assert len(forms) == len(texts) > 0, f"{where}: a pattern is written where the sentence is made"
        values = {keyword.arg for keyword in call.keywords if keyword.arg}
        told = all(keyword.arg for keyword in call.keywords)
        for form in forms if told and (values or len(forms) == 2) else ():
            assert set(HOLE.findall(form)) - {"count"} == values - {"count"}, f"{where}: {form}"
        found[forms[-1]] = (len(forms) == 2, values)
    return found | {pattern: (False, set(HOLE.findall(pattern))) for pattern in helps()}


def helps() -> set[str]:
    """What `--help` says of rulekit and of every command: docstrings and the like, paragraph by paragraph."""
    heard = set[str]()

    def told(text: str) -> str:
        if isinstance(text, Sentence):
            heard.add(text.pattern)
        return text

    app = make_app(told)
    for name, _ in NAMES:
        app.help_print([name], console=Console(file=io.StringIO()))
    app.help_print([], console=Console(file=io.StringIO()))
    return heard


def speaks(pattern: str) -> bool:
    """Whether there is anything to translate."""
    return re.search(r"[A-Za-z]", HOLE.sub("", pattern)) is not None


def forms(language: str) -> Iterator[tuple[str, str]]:
    """Every form of every pattern, with the English one."""
    for pattern, form in finding_patterns(language).items():
        yield from ((pattern, text) for text in ([form] if isinstance(form, str) else form.values()))


def code(pattern: str) -> set[str]:
    """The rule language in a pattern; what stands in quotes there may be translated."""
    return {re.sub(r'"[^"]*"', '""', found) for found in CODE.findall(pattern)}


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_missing_and_none_left_over(language: str) -> None:
    known = finding_patterns(language)
    assert [pattern for pattern in patterns() if speaks(pattern) and pattern not in known] == []
    assert [pattern for pattern in known if pattern not in patterns()] == []
    assert [p for p, (two, _) in patterns().items() if p in known and isinstance(known[p], str) is two] == []


@pytest.mark.parametrize("language", OTHERS)
def test_translations_have_the_same_values_and_the_same_rules(language: str) -> None:
    for pattern, form in forms(language):
        assert set(HOLE.findall(form)) - {"count"} == set(HOLE.findall(pattern)) - {"count"}, form
        assert code(form) == code(pattern), form


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    same = {form for pattern, form in forms(language) if form == pattern} - ALIKE
    assert [text for text in same if re.search(r"[a-z]{3}", HOLE.sub("", CODE.sub("", text)))] == []


def test_french_marks_have_their_blanks() -> None:
    wrong = re.compile(r"(?<! )[;:?!»](?= |$)|«(?! )")
    assert [form for _, form in forms("fr") if wrong.search(CODE.sub("x", form))] == []


@pytest.mark.parametrize("language", OTHERS)
def test_rules_in_sentences_are_spelled_with_the_keywords_of_the_file(language: str) -> None:
    english, local = vocabulary("en"), vocabulary(language)
    ours = {word for some in local.spellings.values() for word in some} | set(local.canonical)
    theirs = {word for some in english.spellings.values() for word in some} | set(english.local)
    foreign = {word for word in theirs - ours if word not in " ".join(ours).split()}
    wrong = []
    for pattern in patterns():
        for snippet in CODE.findall(in_code(pattern, language)):
            bare = FIXED.sub("", snippet)
            if not snippet.strip("` ").startswith(COMMANDS):
                wrong += [(snippet, word) for word in re.findall(r"(?<![\w.@])[^\W\d]\w*", bare) if word in foreign]
    assert wrong == []


def test_a_sentence_is_its_english_text() -> None:
    said = sentence("`{name}` needs {some}", name="x", some=either(quoted(["a", "b", "c"])))
    assert said == "`x` needs `a`, `b` or `c`"
    assert sentence("this `{` is never closed") == "this `{` is never closed"
    assert [numbered(n, "{count} error", "{count} errors") for n in (0, 1, 2)] == ["0 errors", "1 error", "2 errors"]


def test_a_sentence_is_said_in_the_language_of_its_reader_with_the_keywords_of_the_file() -> None:
    said = sentence("write `let x = …` for a new name, `set x to …` to change something")
    assert in_words(said, "en", "fr") == "write `soit x = …` for a new name, `mettre x vers …` to change something"
    assert in_words(said, "fr", "en") == "écris `let x = …` pour un nouveau nom, `set x to …` pour changer quelque chose"
    assert in_words(said, "fr", "de").startswith("écris `sei x = …`")
    assert in_words(sentence("write `{word}`", word=Keyword("next turn")), "it", "de") == "scrivi `nächster Zug`"


def test_values_may_be_sentences_lists_and_numbers() -> None:
    wanted = either([sentence("a name"), sentence("a number"), "`(`"])
    assert in_words(sentence("expected {wanted}", wanted=wanted), "de") == "hier kann stehen: ein Name, eine Zahl oder `(`"
    none = numbered(0, "{count} error", "{count} errors")
    assert [in_words(none, language) for language in ("fr", "it")] == ["0 erreur", "0 errori"]


def test_what_comes_from_a_file_is_no_pattern() -> None:
    name = "{0.__class__} `set` {"
    assert in_words(sentence("`{word}` is missing here", word=name), "fr", "fr") == f"il manque `{name}` ici"


def test_a_sentence_travels_to_another_process() -> None:
    said = numbered(2, "{count} error", "{count} errors")
    again = pickle.loads(pickle.dumps(said))
    assert isinstance(again, Sentence) and again == said and in_words(again, "it") == "2 errori"


WRONG = {
    "fr": ('cafe fr\njeu g "G"\n  joueurs 2\n\naction a\n  si x = 2\n    fin de la partie\n', "écris `est` pour comparer"),
    "it": ('cafe it\ngioco g "G"\n  giocatori 2\n\nazione a\n  se x = 2\n    fine della partita\n', "scrivi `è` per confrontare"),
    "de": ('cafe de\nSpiel g "G"\n  Spieler 2\n\nAktion a\n  falls x = 2\n    Spielende\n', "schreib `ist`, um zu vergleichen"),
}


@pytest.mark.parametrize("language", OTHERS)
def test_a_mistake_is_told_in_the_language_of_its_file(language: str) -> None:
    text, hint = WRONG[language]
    (found,) = parse(text, "x.cafe").diagnostics
    assert to_json(found, {"x.cafe": text})["hint"] == hint
    assert hint in render(found, {"x.cafe": text})
    assert "hint: write `" in render(found, {"x.cafe": text}, language="en")


def test_a_finding_about_no_file_is_english_until_another_language_is_asked_for() -> None:
    found = Diagnostic("RK116", sentence("this file is empty"), Span("--with", 0, 0, 0, 0), (), sentence("leave it out"))
    assert render(found, {}).startswith("error[RK116]: this file is empty")
    assert render(found, {}, language="fr").splitlines() == [
        "erreur[RK116] : ce fichier est vide", " --> --with", "  = conseil : enlève-le"
    ]  # fmt: skip
    labelled = Diagnostic("RK105", found.message, NOWHERE_IN_A, (Label(NOWHERE_IN_A, sentence("the line it belongs to")),))
    assert "la riga di cui fa parte" in render(labelled, {}, language="it")
    assert in_words(summary((found, found)), "de") == "2 Fehler"


NOWHERE_IN_A = Span("a", 0, 0, 1, 1)
