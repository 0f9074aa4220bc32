"""`--help` in the reader's language. Comes in: what cyclopts would show, in English. Goes out: the same, said by `told`.

The texts are docstrings and `help=` of the commands; each paragraph is a pattern like those of sentences, without values.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cyclopts.help import DefaultFormatter, HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions
from rich.text import Text

from rulekit.report.sentences import languages
from rulekit.tools.terminal.terminal import of_this_machine, said
from rulekit.tools.terminal.usage import PLACEHOLDERS
from rulekit.wording import Sentence, as_said, either, sentence

EVERYWHERE = sentence(
    "Every command speaks the language behind --lang: {some}. Without it, help is in the language of this machine, and what "
    "is said of a game in that of its file.",
    some=either(languages()),
)
_CAPITALS = re.compile(r"\b[A-Z]{3,}\b")


def for_people(text: str) -> str:
    """Say a sentence in the language that was asked for, else in that of this machine."""
    return said(text, of_this_machine())


class Help(DefaultFormatter):
    """What cyclopts shows, in the words of `told`."""

    def __init__(self, told: Callable[[str], str] = for_people) -> None:
        super().__init__()
        self.told = told

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """Show commands or parameters."""
        entries = [self._entry(entry) for entry in panel.entries]
        super().__call__(console, options, panel.copy(title=self._paragraphs(panel.title), entries=entries))

    def render_usage(self, console: Console, options: ConsoleOptions, usage: object) -> None:
        """Show how the command is written."""
        shown = as_said(self._placeholders(str(usage or "").strip()))
        console.print(Text(self.told(sentence("Usage: {usage}", usage=shown)), style="bold"), end="\n\n")

    def render_description(self, console: Console, options: ConsoleOptions, description: object) -> None:
        """Show what the command does."""
        console.print(Text(self._paragraphs(description)), end="\n\n")

    def _entry(self, entry: HelpEntry) -> HelpEntry:
        words = [self._paragraphs(entry.description)]
        if entry.default not in (None, "False", "()"):
            words.append(self.told(sentence("[otherwise {value}]", value=entry.default)))
        if entry.required:
            words.append(self.told(sentence("[needed]")))
        wanted = None if entry.metavar is None else self._placeholders(entry.metavar)
        label = None if entry.positional_label is None else self._placeholders(entry.positional_label)
        text = Text(" ".join(filter(None, words)))
        return entry.copy(description=text, default=None, required=False, metavar=wanted, positional_label=label)

    def _paragraphs(self, shown: object) -> str:
        """Say each paragraph of a text, as cyclopts holds it."""
        plain = str(getattr(shown, "primary_renderable", shown) or "")
        return "\n\n".join(self.told(Sentence(" ".join(part.split()))) for part in plain.split("\n\n") if part.strip())

    def _placeholders(self, text: str) -> str:
        return _CAPITALS.sub(lambda found: self.told(PLACEHOLDERS.get(found[0], as_said(found[0]))), text)
