"""A tree comes in, its canonical text goes out, in any language: parsing it again gives the same tree.

Tables are aligned, parentheses and backquotes stand only where they are needed. A comment is kept before the item it stood before
or in.
"""

from __future__ import annotations

import re

from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.layout import STRING
from rulekit.syntax.printing.declarations import DeclarationPrinter
from rulekit.syntax.printing.quoting import without_needless
from rulekit.syntax.printing.statements import Lines, indented

_CELL = re.compile(rf"(?:{STRING.pattern}|[^|\"])*")


def to_text(file: ast.File, language: str = "en") -> str:
    """Print a file in the words of a language."""
    printer = Printer(vocabulary(language))
    lines = [f"cafe {language}"]
    comments = list(file.comments)
    before: type[ast.Item] | None = None
    for item in file.items:
        here = [c for c in comments if c.span.start < item.span.end or c.span.line == item.span.line]
        comments = comments[len(here) :]
        printed = printer.item(item)
        if here or type(item) is not before or len(printed) > 1:
            lines.append("")
        lines += [f"# {c.text}".rstrip() for c in here] + printed
        before = type(item) if len(printed) == 1 else None
    lines += [f"# {c.text}".rstrip() for c in comments]
    return aligned(without_needless("\n".join(lines) + "\n", language))


def aligned(text: str) -> str:
    """Align the tables of a text."""
    out: Lines = []
    table: Lines = []
    for line in [*text.split("\n")]:
        if line.lstrip().startswith("|"):
            table.append(line)
            continue
        out += [*_aligned_rows(table), line]
        table = []
    return "\n".join(out + _aligned_rows(table))


def _aligned_rows(lines: Lines) -> Lines:
    if not lines:
        return []
    cut = [_cut(line) for line in lines]
    columns = max(len(cells) for cells, _ in cut)
    widths = [max((len(cells[i]) for cells, _ in cut if i < len(cells)), default=0) for i in range(columns)]
    indent = lines[0][: len(lines[0]) - len(lines[0].lstrip())]
    return [
        (indent + "".join(f"| {cell.ljust(width)} " for cell, width in zip(cells, widths, strict=False)) + "|" + rest).rstrip()
        for cells, rest in cut
    ]


def _cut(line: str) -> tuple[list[str], str]:
    """Cut a row into its cells and what follows the last bar."""
    at, pieces = line.index("|") + 1, []
    while at <= len(line):
        found = _CELL.match(line, at)
        assert found is not None
        pieces.append(found.group())
        at = found.end() + 1
    return [piece.strip() for piece in pieces[:-1]], pieces[-1]


class Printer(DeclarationPrinter):
    """Prints examples and changes too."""

    def _example(self, node: ast.Example) -> Lines:
        head = f"{self.word('EXAMPLE')} {self.ident(node.name)} {self.string(node.title)}{self.cites(node.cites)}"
        return [head, *indented([line for one in node.lines for line in self._example_line(one)])]

    def _example_line(self, node: ast.ExampleLine) -> Lines:
        match node:
            case ast.Tell():
                return [self.tell(node)]
            case ast.Seats():
                return [f"{self.word('PLAYERS')} {', '.join(map(self.ident, node.names))}{self.cites(node.cites)}"]
            case ast.With():
                return self._with(node)
            case ast.At():
                return [f"{self.word('AT')} {self.address(node.address)}{self.cites(node.cites)}"]
            case ast.Given():
                return _part(self.word("GIVEN"), [self.expr(f.value) + self.cites(f.cites) for f in node.facts])
            case ast.When():
                return _part(self.word("WHEN"), [self._event(e) for e in node.events])
            case ast.Then():
                at = f" {self.word('AT')} {self.address(node.at)}" if node.at else ""
                return _part(self.word("THEN") + at, [self._check(c) for c in node.checks], node.at is not None)

    def _event(self, node: ast.Event) -> str:
        return f"{self._who(node.player, 'DO')} {self.deed(node.deed)}{self.cites(node.cites)}"

    def _check(self, node: ast.Check) -> str:
        because = f" {self.word('BECAUSE')} {self.address(node.because)}" if node.because else ""
        return self.expr(node.value) + because + self.cites(node.cites)

    def _words(self, node: ast.Words) -> Lines:
        game = f" {self.word('OF')} {self.ident(node.game)}" if node.game else ""
        return [
            f"{self.word('WORDS')} {self.ident(node.language)}{game}{self.cites(node.cites)}",
            *indented(self.rows(node.rows)),
            *indented([self._word_line(line) for line in node.lines]),
        ]

    def _word_line(self, node: ast.WordLine) -> str:
        first, *rest = node.address.parts
        keyword = first.upper() in ("SECTION", "WINNER") and (first == "winner" or bool(rest))
        address = ".".join((self.word(first.upper()) if keyword else self.plain_name(first), *map(self.plain_name, rest)))
        return f"{self.word(node.what.upper())} {address} {self.text(node.text)}{self.cites(node.cites)}"

    def _look(self, node: ast.Look) -> Lines:
        game = f" {self.word('OF')} {self.ident(node.game)}" if node.game else ""
        return [f"{self.word('LOOK')}{game}{self.cites(node.cites)}", *indented(self.rows(node.rows))]

    # ---- changes ----
    def _with(self, node: ast.With) -> Lines:
        return [f"{self.word('WITH')} {self.ident(node.option)} = {self.expr(node.value)}{self.cites(node.cites)}"]

    def _replace(self, node: ast.Replace) -> Lines:
        first, *rest = self.item(node.decl)
        return [f"{self.word('REPLACE')} {first}", *rest]

    def _replacerule(self, node: ast.ReplaceRule) -> Lines:
        return [f"{self.word('REPLACE')} {self.address(node.address)}{self.cites(node.cites)}", *indented(self.block(node.block))]

    def _replacerow(self, node: ast.ReplaceRow) -> Lines:
        return [f"{self.word('REPLACE')} {self.address(node.address)}{self.cites(node.cites)}", *indented(self.rows((node.row,)))]

    def _replacevalue(self, node: ast.ReplaceValue) -> Lines:
        head = f"{self.word('REPLACE')} {self.address(node.address)} = {self.expr(node.value)}{self.cites(node.cites)}"
        return [head, *self.tells(node.tells)]

    def _remove(self, node: ast.Remove) -> Lines:
        return [f"{self.word('REMOVE')} {self.address(node.address)}{self.cites(node.cites)}"]

    def _insert(self, node: ast.Insert) -> Lines:
        word = self.word("AFTER" if node.after else "BEFORE")
        return [f"{word} {self.address(node.address)}{self.cites(node.cites)}", *indented(self.block(node.block))]

    def _addto(self, node: ast.AddTo) -> Lines:
        bullets = [line for one in node.bullets for line in self.bullet(one)]
        below = bullets + self.rows(node.rows) + self._score_lines(node.lines)
        return [f"{self.word('ADDTO')} {self.address(node.address)}{self.cites(node.cites)}", *indented(below)]


def _part(word: str, lines: Lines, below: bool = False) -> Lines:
    """Print a part of an example, on one line if there is one."""
    return [f"{word} {lines[0]}"] if len(lines) == 1 and not below else [word, *indented(lines)]
