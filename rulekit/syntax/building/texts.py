"""Builds texts: what stands in the braces and brackets of a string.

`{e}` is a value, `{the e}` one with a little word, `{n things}` a number of things, `{e: a/b}` a choice of words, `{a/b}` what is
told to a player and of a player, `{e fits a/b}` a form that agrees, `[…]` what is left out if a value in it is not there.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import pairwise

from rulekit.diagnostics import Span
from rulekit.syntax import ast
from rulekit.syntax.building.parts import Cites, Parts, Values
from rulekit.syntax.layout import Lexeme
from rulekit.wording import sentence

Part = str | ast.Expr | ast.TextPart
DEEPEST_FORMS = 4
LONGEST_TEXT = 2000
BRACE = re.compile("{")
PLAIN = re.compile(r"[^\\{\[#]+")  # signs that mean nothing but themselves
CLOSES = {"}": "{", "]": "[", ")": "("}


class Texts(Parts):
    """Builders of texts with values in them."""

    def told(self, span: Span, values: Values, cites: Cites) -> ast.Text:
        """Join the strings of a text with blanks; one that nobody would read is reported."""
        letters = sum(word.end - word.start - 2 for word in values)
        if letters > LONGEST_TEXT:
            self.report(
                "RK139",
                span,
                "this text has {letters} letters; at most {most} can be read",
                "write several: each paragraph has its own",
                letters=letters,
                most=LONGEST_TEXT,
            )
            return ast.Text(span, ())
        parts: list[Part] = []
        for word in values:
            for part in (*((" ",) if parts else ()), *self.string(word).parts):
                last = parts[-1] if parts else None
                if isinstance(part, str) and isinstance(last, str):
                    parts[-1] = last + part
                else:
                    parts.append(part)
        return ast.Text(span, tuple(parts))

    def string(self, word: Lexeme) -> ast.Text:
        """Read a string with all that texts can say."""
        found = _Reader(self, word).text(word.start + 1, word.end - 1, 0, False)
        return ast.Text(self.span(word.start, word.end), found.parts)


class _Reader:
    """Reads one string. `closing`: where each bracket is closed, `braces`: where braces open, found once for the whole string."""

    def __init__(self, builder: Texts, word: Lexeme) -> None:
        self.builder, self.source, self.span = builder, builder.lines.text, builder.span
        self.closing = _closing(self.source, word.start + 1, word.end - 1)
        self.braces = [found.start() for found in BRACE.finditer(self.source, word.start, word.end)]

    def text(self, start: int, end: int, depth: int, in_form: bool) -> ast.Text:
        """Read what stands between two offsets; `depth`: in how many forms and brackets."""
        parts: list[Part] = []
        plain: list[str] = []
        at = start
        while at < end:
            run = PLAIN.match(self.source, at, end)
            part, at = (run.group(), run.end()) if run else self._next(at, end, depth, in_form)
            if isinstance(part, str):
                plain.append(part)
                continue
            if plain:
                parts.append("".join(plain))
                plain = []
            if part is not None:
                parts.append(part)
        if plain:
            parts.append("".join(plain))
        return ast.Text(self.span(start, end), tuple(parts))

    def _next(self, at: int, end: int, depth: int, in_form: bool) -> tuple[Part | None, int]:
        """Read a sign, a brace or a bracket; None: nothing that can be understood."""
        sign = self.source[at]
        if sign == "{":
            close = self.closing.get(at)
            if close is None:
                hint = sentence("close it with `}`, or write `\\{` for a brace that is shown")
                self.builder.report("RK115", self.span(at, at + 1), "this `{` is never closed", hint)
                return None, end
            return self._braces(at + 1, close, depth), close + 1
        if sign == "[":
            return self._bracket(at, end, depth, in_form)
        if sign == "#" and in_form:
            return ast.NumberSign(self.span(at, at + 1)), at + 1
        return self.builder._character(self.source, at)

    def _bracket(self, at: int, end: int, depth: int, in_form: bool) -> tuple[Part | None, int]:
        """Read what may be left out; brackets around plain words are shown."""
        close = self.closing.get(at)
        next_brace = bisect_right(self.braces, at)
        if next_brace == len(self.braces) or self.braces[next_brace] > (end if close is None else close):
            return "[", at + 1
        if close is None:
            hint = sentence("close it with `]` after what is left out, or write `\\[` for a bracket that is shown")
            self.builder.report("RK136", self.span(at, at + 1), "this `[` is never closed", hint)
            return None, end
        if depth >= DEEPEST_FORMS:
            self._too_deep(at, close)
            return None, close + 1
        return ast.Maybe(self.span(at, close + 1), self.text(at + 1, close, depth + 1, in_form)), close + 1

    def _too_deep(self, start: int, end: int) -> None:
        message = sentence("forms stand in forms here, more than {deepest} deep", deepest=DEEPEST_FORMS)
        self.builder.report("RK138", self.span(start, end), message, "write several texts")

    def _braces(self, start: int, end: int, depth: int) -> Part | None:
        colon, slashes, blank = self._marks(start, end)
        if colon is None and not slashes:
            return self._value(start, end, blank)
        if depth >= DEEPEST_FORMS:
            self._too_deep(start, end)
            return None
        if colon is not None and (not slashes or colon < slashes[0]):
            begin = colon + 1 + self.source.startswith(" ", colon + 1)
            value = self.builder.inner(start, colon)
            forms = self._forms(begin, end, slashes, depth)
            return None if value is None else ast.ByValue(self.span(start, end), value, forms)
        return self._fitting(start, end, slashes, depth) or self._to_and_of(start, end, slashes, depth)

    def _fitting(self, start: int, end: int, slashes: list[int], depth: int) -> ast.Fitting | None:
        spelling = self.builder.words.local["fits"]
        at = self.source.rfind(f" {spelling} ", start, slashes[0])
        value = self.builder.inner(start, at) if at > 0 else None
        if value is None:
            return None
        forms = self._forms(at + len(spelling) + 2, end, slashes, depth)
        return ast.Fitting(self.span(start, end), value, forms, self.span(at + 1, at + 1 + len(spelling)))

    def _to_and_of(self, start: int, end: int, slashes: list[int], depth: int) -> ast.ToAndOf | None:
        forms = self._forms(start, end, slashes, depth)
        if len(forms) != 2:
            self.builder.report(
                "RK137",
                self.span(start, end),
                "here stand {count} forms, and two are needed",
                "told to a player, then told of a player: `{buy/buys}`; a choice of words begins with a value: `{n: one/many}`",
                count=len(forms),
            )
            return None
        return ast.ToAndOf(self.span(start, end), *forms)

    def _forms(self, start: int, end: int, slashes: list[int], depth: int) -> tuple[ast.Text, ...]:
        cuts = [start - 1, *(s for s in slashes if s >= start), end]
        return tuple(self.text(a + 1, b, depth + 1, True) for a, b in pairwise(cuts))

    def _value(self, start: int, end: int, blank: int | None) -> Part | None:
        """Read an expression, or two things beside each other."""
        value = self.builder.inner(start, end, True)
        if value is None and blank is not None:
            beside = self.builder.inner(blank, end, True)
            if beside is not None:
                words = self.source[start:blank].split()
                lead = " ".join(words) if all(word.isalpha() for word in words) else ""
                return ast.Beside(self.span(start, end), lead, self.builder.inner(start, blank, True), beside)
        return self.builder.inner(start, end) if value is None else value

    def _marks(self, start: int, end: int) -> tuple[int | None, list[int], int | None]:
        """Find the first colon, the slashes and the last blank inside, that stand in no brackets of their own."""
        colon, slashes, blank, last = None, [], None, None
        at = start + len(self.source[start:end]) - len(self.source[start:end].lstrip())
        while at < end:
            sign = self.source[at]
            if sign in "{[(" and at in self.closing:
                at = self.closing[at]
            elif sign == "\\":
                at += 1
            elif sign == "/":
                slashes.append(at)
            elif sign == ":" and colon is None:
                colon = at
            if sign == " ":
                last = at
            elif last is not None:
                blank, last = last, None
            at += 1
        return colon, slashes, blank


def _closing(text: str, start: int, end: int) -> dict[int, int]:
    """Pair the brackets of a string; a brace closes what was left open inside of it."""
    found: dict[int, int] = {}
    opened: list[int] = []
    braces, at = 0, start
    while at < end:
        sign = text[at]
        if sign == "\\":
            at += 1
        elif sign in "{[(":
            opened.append(at)
            braces += sign == "{"
        elif sign == "}" and braces:
            braces -= 1
            while text[opened[-1]] != "{":
                opened.pop()
            found[opened.pop()] = at
        elif sign in CLOSES and opened and text[opened[-1]] == CLOSES[sign]:
            found[opened.pop()] = at
        at += 1
    return found
