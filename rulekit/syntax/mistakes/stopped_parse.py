"""Where a parse stopped, and all that is known about the place: what the explanations are made from."""

from __future__ import annotations

from attrs import frozen

from rulekit.diagnostics import Span
from rulekit.syntax.building.parts import Lines
from rulekit.syntax.keywords import Vocabulary
from rulekit.syntax.layout import END, Lexeme


@frozen
class Trouble:
    """`kind`: `unexpected` (a lexeme that cannot stand there), `character`, `tab`, `indentation`, `deep`, `many`."""

    kind: str
    start: int
    end: int
    lexeme: Lexeme
    expected: frozenset[str]
    line: tuple[Lexeme, ...]
    """The lexemes of the line so far, the unexpected one included."""
    before: tuple[Lexeme, ...]
    """Those of the line before."""
    brackets: tuple[int, ...]
    levels: tuple[int, ...]
    lines: Lines
    words: Vocabulary
    inside: bool
    """Whether this is an expression inside a string."""

    @property
    def span(self) -> Span:
        """The place itself."""
        return self.lines.span(self.start, max(self.end, self.start))

    @property
    def text(self) -> str:
        """What stands there."""
        return self.lines.text[self.start : self.end]

    @property
    def last(self) -> Lexeme | None:
        """The lexeme before the unexpected one, if it is on the same line."""
        line = [x for x in self.line if x is not self.lexeme]
        return line[-1] if line else None

    def at(self, lexeme: Lexeme) -> Span:
        """Give the place of a lexeme."""
        return self.lines.span(lexeme.start, lexeme.end)

    def spelling(self, terminal: str) -> str:
        """Spell a keyword in the file's language."""
        return self.words.spellings[terminal][0]

    def meant(self, word: str) -> str | None:
        """Name the terminal of the keyword a word spells, if it spells one."""
        for keyword in self.words.by_first.get(word, ()):
            if keyword.spelling == word:
                return keyword.terminal
        return None

    @property
    def at_end(self) -> bool:
        """Whether nothing is left."""
        return self.lexeme.kind == END
