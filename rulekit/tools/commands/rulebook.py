"""`rulekit rulebook`: a printed rulebook from the checked rules, as Markdown or as one HTML page."""

from __future__ import annotations

from pathlib import Path

from rulekit.tools.command_line.flags import Rulebook
from rulekit.tools.io.files import write_text
from rulekit.tools.io.loading import Loaded, Spec, holding_together, load, program_of, unchanged
from rulekit.tools.io.problems import FINE, problem
from rulekit.tools.io.rulebooks import Rules, told
from rulekit.tools.terminal.terminal import say, whisper
from rulekit.wording import sentence

SUFFIXES = (".md", ".html")


def write_rulebook(spec: Spec, flags: Rulebook) -> int:
    """Write the rulebook of a game to a file, or as Markdown to the standard output."""
    suffix = _suffix(flags.out)
    text = rulebook_text(load(spec), flags, suffix)
    if flags.out is None:
        say(text.rstrip("\n"))
    else:
        write_text(Path(flags.out), text, replace=flags.force)
        say(sentence("{out} is written", out=flags.out))
    return FINE


def _suffix(out: str | None) -> str:
    suffix = Path(out).suffix.lower() if out is not None else ".md"
    if suffix not in SUFFIXES:
        raise problem(
            "RK571",
            "a rulebook cannot be written as `{out}`",
            hint="end the name in .md (Markdown) or .html (a page with pictures)",
            out=out,
        )
    return suffix


def rulebook_text(loaded: Loaded, flags: Rulebook, suffix: str) -> str:
    """Return the text of the rulebook; what is not told, or not translated, is said on the terminal."""
    from rulekit.report.rulebook.html import to_html
    from rulekit.report.rulebook.markdown import to_markdown

    model = loaded.model
    changes = tuple((str(path), loaded.texts[str(path)]) for path in loaded.files.changes)
    layout = program_of(loaded, flags.players).layout
    with holding_together(loaded):
        rules = Rules(model, layout, changes, bool(loaded.spec.settings), lambda: unchanged(loaded))
        found = told(rules, flags.lang, flags.players)
        for text in found.notes:
            whisper(text)
        return to_html(found.book, found.drawer) if suffix == ".html" else to_markdown(found.book, found.drawer)
