"""`rulekit list`, `explain`, `options`, `model`, `program`: things to read."""

from __future__ import annotations

import re
import sys

from rulekit.bundle import bundled
from rulekit.report.sentences import ENGLISH, error_pages
from rulekit.report.text import clean
from rulekit.tools.io.files import read_text
from rulekit.tools.io.library import Head, bundled_files, head_of
from rulekit.tools.io.loading import Spec, holding_together, language_of, load, program_of
from rulekit.tools.io.problems import FINE, problem
from rulekit.tools.terminal.terminal import console, is_terminal, language_of_texts, said, say, say_json, spoken
from rulekit.wording import sentence

_CODE = re.compile(r"(?:RK)?(\d{3})", re.IGNORECASE)


def list_games() -> int:
    """Return the bundled games, each with its readings and variants."""
    heads = {name: head_of(read_text(path), str(path)) for name, path in bundled_files().items()}
    for name, head in heads.items():
        if head.role != "game":
            continue
        low, high = head.players or (0, 0)
        players = f"{low}" if low == high else f"{low}–{high}"
        say(f"{name:<20} {clean(head.title)} " + said(sentence("({players} players)", players=players)))
        for other, change in heads.items():
            if change.of == head.name:
                say(f"  +{other.removeprefix(name + '.'):<17} {_change(change)}")
    return FINE


def _change(head: Head) -> str:
    role = (
        sentence("(variant)") if head.role == "variant" else sentence("(reading)") if head.role == "reading" else f"({head.role})"
    )
    return f"{clean(head.title or head.name)} {said(role)}"


HEADINGS = {"Why": sentence("Why"), "Wrong": sentence("Wrong"), "Right": sentence("Right")}


def explain_code(code: str) -> int:
    """Return the page about a code."""
    found = _CODE.fullmatch(code.strip())
    pages = {p.stem: p for p in bundled("errors").glob("RK*.md")}
    name = f"RK{found.group(1)}" if found else code
    if name not in pages:
        from difflib import get_close_matches

        close = get_close_matches(name.upper(), sorted(pages), 3, 0.6)
        hint = sentence("codes like it: {some}", some=", ".join(close)) if close else sentence("codes look like RK203")
        raise problem("RK566", sentence("there is no code `{code}`", code=code), hint=hint)
    text = _in_language(name, pages[name].read_text(encoding="utf-8"), spoken() or ENGLISH)
    shown = _with_our_headings(re.sub(r"<!--.*?-->\n*", "", text, flags=re.DOTALL).rstrip())
    if is_terminal(sys.stdout):
        from rich.markdown import Markdown

        console().print(Markdown(shown), soft_wrap=False)
    else:
        say(shown)
    return FINE


def _with_our_headings(page: str) -> str:
    """Return a page with its headings in the language that is asked for."""
    return re.sub(
        r"^## (\w+)$", lambda found: f"## {said(HEADINGS.get(found.group(1), found.group(1)))}", page, flags=re.MULTILINE
    )


def _in_language(code: str, page: str, language: str) -> str:
    """Return a page in a language; its example stays as it is."""
    told = error_pages(language).get(code)
    if told is None:
        return page
    _, _, example = page.partition("## Wrong")
    return f"# {code}: {told['title']}\n\n{told['text']}\n\n## Why\n\n{told['why']}\n\n## Wrong{example}"


def show_model(spec: Spec) -> int:
    """Return the checked model as JSON."""
    from rulekit.serialize import model_to_json

    say(model_to_json(load(spec).model))
    return FINE


def show_program(spec: Spec, players: int | None) -> int:
    """Return the program that the engines run."""
    from rulekit.report.rules.program import program_lines

    loaded = load(spec)
    program = program_of(loaded, players)
    with holding_together(loaded):
        for line in program_lines(program):
            say(line, language_of_texts(loaded.texts))
    return FINE


def show_options(spec: Spec, as_json: bool, lang: str | None = None) -> int:
    """Return the options of a game: question, value in force, and what else is allowed."""
    from rulekit.report.rules.options import option_data, option_lines
    from rulekit.report.sentences import sentences

    model = load(spec).model
    language = language_of(model, lang)
    words = {key: word for name, table in model.words if name == language for key, word in table}
    if as_json:
        say_json([option_data(o) for o in model.options])
    else:
        for option in model.options:
            for line in option_lines(option, sentences(language), words):
                say(line)
    return FINE
