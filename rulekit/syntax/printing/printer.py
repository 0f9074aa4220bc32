"""A tree comes in, its canonical text goes out, in any language: parsing it again gives the same tree.

Tables are aligned, parentheses and backquotes stand only where they are needed. A comment is kept before the item it stood before
or in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import get_args

from rulekit.syntax import ast
from rulekit.syntax.building.expressions import COLLECTING
from rulekit.syntax.keywords import Vocabulary, vocabulary
from rulekit.syntax.layout import OPERATORS, STRING
from rulekit.syntax.printing.forms import ANY, BINDS, COMPARE, FORMS, MINUS, NOT, POSTFIX, RANGE, SUM, binds, pieces
from rulekit.syntax.printing.quoting import without_needless

Lines = list[str]
STEP = "  "
TERMINALS = {sign: terminal for terminal, sign in OPERATORS.items()}
ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
BRACE, BRACKETS, FORM = {"{": "\\{"}, {"[": "\\[", "]": "\\]"}, {"/": "\\/", "#": "\\#", "}": "\\}", ":": "\\:"}
_ON_ONE_LINE = get_args(ast.Simple)
_CELL = re.compile(rf"(?:{STRING.pattern}|[^|\"])*")


# ---- whole files ---------------------------------------------------------------------------------
def to_text(file: ast.File, language: str = "en") -> str:
    """Print a file in the words of a language."""
    printer = Printer(vocabulary(language))
    lines = [f"cafe {language}"]
    comments = list(file.comments)
    before: type[ast.Item] | None = None
    for item in file.items:
        here = [c for c in comments if c.span.start < item.span.end or c.span.line == item.span.line]
        comments = comments[len(here) :]
        printed = printer.lines(item)
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


# ---- nodes ---------------------------------------------------------------------------------------
class Printer:
    """Prints in the words of one language. Names that might be taken for something else are put in backquotes.

    What has no form is printed by the method named like its class: `_text` its line, `_if_lines` all its lines.
    """

    def __init__(self, words: Vocabulary) -> None:
        self.words = words

    def lines(self, node: ast.Node) -> Lines:
        """Print a node with its citations, and below it what belongs to it."""
        own = getattr(self, f"_{type(node).__name__.lower()}_lines", None)
        if own is not None:
            found: Lines = own(node)
            return found
        below = FORMS.get(type(node), "").partition("\n")[2]
        inner = [line for field in pieces(below) for line in self._below(getattr(node, field["field"]))]
        return [self.line(node) + self.cites(getattr(node, "cites", ())), *inner]

    def line(self, node: ast.Node) -> str:
        """Print what stands on a node's own line, but for its citations."""
        form = FORMS.get(type(node))
        if form is not None:
            return self._form(form.partition("\n")[0], node) or ""
        text: str = getattr(self, f"_{type(node).__name__.lower()}")(node)
        return text

    def expr(self, node: ast.Node, level: int = ANY) -> str:
        """Print an expression where one that binds at least so tightly must stand."""
        text = self.line(node)
        return text if binds(node) >= level else f"({text})"

    def _below(self, inner: ast.Node | Iterable[ast.Node] | None) -> Lines:
        """Print what stands below a line, one level further in."""
        nodes = () if inner is None else (inner,) if isinstance(inner, ast.Node) else inner
        return [STEP + line for node in nodes for line in self.lines(node)]

    # ---- forms ----
    def _form(self, form: str, node: ast.Node) -> str | None:
        """Fill in a form; None if a field in it is empty."""
        found = [self._piece(piece, node) for piece in pieces(form)]
        return None if None in found else "".join(text for text in found if text)

    def _piece(self, piece: re.Match[str], node: ast.Node) -> str | None:
        match piece.lastgroup:
            case "perhaps":
                return self._form(piece["perhaps"], node) or ""
            case "keyword":
                return self.word(piece["keyword"])
            case "plain":
                return piece["plain"]
            case _:
                return self._value(getattr(node, piece["field"]), piece["how"])

    def _value(self, value: object, how: str) -> str | None:
        """Print what stands in a field; None if nothing does."""
        if "/" in how:
            return self.word(how.split("/")[0 if value else 1])
        if how and how not in BINDS and how != "WORD":
            who = self.expr(value, POSTFIX) + " " if isinstance(value, ast.Node) else ""
            return who + self.word(how, bool(who))
        match value:
            case None | False | ():
                return None
            case True:
                return ""
            case str():
                return self.word(value.upper().replace("_", "")) if how == "WORD" else self.string(value)
            case tuple():
                return ", ".join(self._value(one, how) or "" for one in value)
            case ast.Node():
                return self.expr(value, BINDS.get(how, ANY))
        return str(value)

    # ---- words ----
    def word(self, terminal: str, second: bool = False) -> str:
        """Spell a keyword, with `second` as a verb that has a subject."""
        return self.words.spellings[terminal][-1 if second else 0]

    def plain_name(self, text: str) -> str:
        """Spell a name that is kept without saying whether it is a standard one."""
        return self.words.local.get(text) or self._own(text)

    def _own(self, text: str) -> str:
        return f"`{text}`" if text in self.words.reserved else text

    def _ident(self, node: ast.Ident) -> str:
        return self.words.local[node.text] if node.std else self._own(node.text)

    def string(self, text: str) -> str:
        """Quote a text without expressions."""
        return '"' + "".join(ESCAPED.get(c, c) for c in text) + '"'

    def _address(self, node: ast.Address) -> str:
        return ".".join(part if part.isdigit() else self.plain_name(part) for part in node.parts)

    # ---- citations ----
    def cites(self, cites: ast.Cites) -> str:
        """Print citations, with blanks before; pointers into named sources share one `@`."""
        out = ""
        for i, one in enumerate(cites):
            before = cites[i - 1] if i else None
            text = self.line(one)
            if isinstance(one, ast.Cite) and one.source and isinstance(before, ast.Cite) and before.source:
                out += " " + text[1:]
            else:
                out += (" " if i else "  ") + text
        return out

    def _cite(self, node: ast.Cite) -> str:
        source = self._cited_name(node.source) + " " if node.source else ""
        section = self._cited_name(node.section) + "." if node.section else ""
        return f"@{source}{section}{node.place}"

    def _cited_name(self, text: str) -> str:
        return self.words.local.get(text) or (f"`{text}`" if text in self.words.canonical else text)

    # ---- expressions ----
    def _field(self, node: ast.Field) -> str:
        return f"{self.expr(node.of, POSTFIX)}.{node.name.text if node.name.text.isdigit() else self.line(node.name)}"

    def _unary(self, node: ast.Unary) -> str:
        return f"-{self.expr(node.of, MINUS)}" if node.op == "-" else f"{self.word('NOT')} {self.expr(node.of, NOT)}"

    def _binary(self, node: ast.Binary) -> str:
        if node.op == "..":
            return f"{self.expr(node.left, SUM)}..{self.expr(node.right, SUM)}"
        level = binds(node)
        terminal = TERMINALS[node.op]
        sign = self.word(terminal) if terminal in self.words.spellings else node.op
        return f"{self.expr(node.left, level if level != COMPARE else RANGE)} {sign} {self.expr(node.right, level + 1)}"

    def _call(self, node: ast.Call) -> str:
        members = [isinstance(x, ast.Binary) and x.op == "in" and isinstance(x.left, ast.Ident) for x in node.arguments]
        bracketed = members and all(members) and node.name.std and node.name.text in COLLECTING
        arguments = (f"({self.expr(x)})" if bracketed else self.expr(x) for x in node.arguments)
        return f"{self.line(node.name)}({', '.join(arguments)})"

    # ---- texts ----
    def _text(self, node: ast.Text) -> str:
        brackets = {} if all(isinstance(part, str) for part in node.parts) else BRACKETS
        return f'"{self._inside(node, ESCAPED | BRACE | brackets)}"'

    def _inside(self, node: ast.Text, escaped: Mapping[str, str]) -> str:
        return "".join(self._text_part(part, escaped) for part in node.parts)

    def _text_part(self, part: str | ast.Expr | ast.TextPart, escaped: Mapping[str, str]) -> str:
        match part:
            case str():
                return "".join(escaped.get(sign, sign) for sign in part)
            case ast.Maybe(text=text):
                return f"[{self._inside(text, escaped)}]"
            case ast.NumberSign():
                return "#"
            case ast.Beside(lead=lead, number=number, value=value):
                is_word = isinstance(number, ast.Ident) and number.std
                first = lead if number is None or (lead and not is_word) else self._braced(number)
                return f"{{{first} {self._braced(value)}}}"
            case ast.ByValue(value=value, forms=forms):
                return f"{{{self._braced(value)}: {self._forms(forms)}}}"
            case ast.Fitting(value=value, forms=forms):
                return f"{{{self._braced(value)} {self.words.local['fits']} {self._forms(forms)}}}"
            case ast.ToAndOf(to=to, of=of):
                return f"{{{self._forms((to, of))}}}"
        return f"{{{self._braced(part)}}}"

    def _forms(self, forms: tuple[ast.Text, ...]) -> str:
        return "/".join(self._inside(form, ESCAPED | BRACE | BRACKETS | FORM) for form in forms)

    def _braced(self, node: ast.Expr) -> str:
        return without_needless(self.expr(node), self.words.language, start="expression")

    # ---- declarations ----
    def _playersline(self, node: ast.PlayersLine) -> str:
        return f"{self.word('PLAYERS')} {node.low}" + (f"..{node.high}" if node.high != node.low else "")

    def _row(self, node: ast.Row | ast.LayoutRow) -> str:
        return "| " + " | ".join(map(self.line, node.cells)) + " |"

    _layoutrow = _row

    def _cell(self, node: ast.Cell) -> str:
        special = "-" if isinstance(node.special, ast.Hole) else self.word("EACH") if node.special is not None else ""
        text = special or " / ".join(", ".join(self.expr(one, RANGE) for one in layer) for layer in node.layers)
        return text + self.cites(node.cites)[1:] if text else self.cites(node.cites).strip()

    def _described(self, node: ast.Described) -> str:
        return " ".join(map(self.line, node.words))

    def _wordline(self, node: ast.WordLine) -> str:
        first, *rest = node.address.parts
        keyword = first.upper() in ("SECTION", "WINNER") and (first == "winner" or bool(rest))
        address = ".".join((self.word(first.upper()) if keyword else self.plain_name(first), *map(self.plain_name, rest)))
        return f"{self.word(node.what.upper())} {address} {self.line(node.text)}"

    def _replace_lines(self, node: ast.Replace) -> Lines:
        first, *rest = self.lines(node.decl)
        return [f"{self.word('REPLACE')} {first}", *rest]

    def _addtolayout_lines(self, node: ast.AddToLayout) -> Lines:
        first, *rest = self.lines(node.layout)
        return [f"{self.word('ADDTO')} {first}", *rest]

    def _given_lines(self, node: ast.Given) -> Lines:
        return self._part(self.word("GIVEN"), node.facts)

    def _when_lines(self, node: ast.When) -> Lines:
        return self._part(self.word("WHEN"), node.events)

    def _then_lines(self, node: ast.Then) -> Lines:
        if node.at is None:
            return self._part(self.word("THEN"), node.checks)
        return [f"{self.word('THEN')} {self.word('AT')} {self.line(node.at)}", *self._below(node.checks)]

    def _part(self, word: str, nodes: tuple[ast.Node, ...]) -> Lines:
        """Print a part of an example, on one line if there is one."""
        return [f"{word} {self.lines(nodes[0])[0]}"] if len(nodes) == 1 else [word, *self._below(nodes)]

    # ---- statements ----
    def _statement_lines(self, node: ast.Statement) -> Lines:
        label = self.line(node.label) + ":" if node.label else ""
        return self._act(label + " " if label and not isinstance(node.act, ast.Group) else label, node, node.cites)

    def _act(self, before: str, node: ast.Statement, cites: ast.Cites) -> Lines:
        head, *below = self.lines(node.act)
        return [before + head + self._after(node.text) + self.cites(cites), *below, *self._below(node.tells)]

    def _after(self, text: ast.Text | None) -> str:
        return "" if text is None else f" {self.line(text)}"

    def _amount(self, node: ast.Amount) -> str:
        if node.kind == "upto" and node.high is not None:
            return f"{self.word('UPTO')} {self.expr(node.high, SUM)}"
        if node.low is None:
            return self.word("SOME")
        if node.kind == "between" and node.high is not None:
            return f"{self.expr(node.low)}..{self.expr(node.high)}"
        return self.expr(node.low) if isinstance(node.low, ast.Number) else f"({self.expr(node.low)})"

    def _deal(self, node: ast.Deal) -> str:
        count = self.word("ALL") if node.count is None else self.expr(node.count, SUM)
        source, to = self.expr(node.source, POSTFIX), self.line(node.to)
        return f"{self.word('DEAL')} {count} {self.word('FROM')} {source} {self.word('TO')} {to}"

    def _if_lines(self, act: ast.If) -> Lines:
        out: Lines = []
        for i, (test, block) in enumerate(act.branches):
            out += [f"{self.word('ELSEIF' if i else 'IF')} {self.expr(test)}", *self._below(block)]
        return [*out, self.word("ELSE"), *self._below(act.otherwise)] if act.otherwise else out

    def _may_lines(self, act: ast.May) -> Lines:
        head = self._value(act.subject, "MAY") or ""
        if act.often == "repeatedly":
            head += " " + self.word("REPEATEDLY")
        elif act.limit is not None:
            head += f" {self.word('UPTO')} {self.expr(act.limit, SUM)} {self.word('TIMES')}"
        declined = f", {self.word('OR')}{self._after(act.declined)}" if act.declined is not None else ""
        only, *tells = act.block
        one_line = all(isinstance(t.act, ast.Tell) for t in tells) and not (only.label or only.cites or only.tells)
        if one_line and isinstance(only.act, _ON_ONE_LINE) and not (declined and isinstance(only.act, ast.Choose | ast.OnlyIf)):
            return [f"{head} {self.line(only.act)}{self._after(only.text)}{declined}", *self._below(tells)]
        return [head + declined, *self._below(act.block)]

    def _bullet_lines(self, node: ast.Bullet) -> Lines:
        """Print one line of `one of`, and what lies below it."""
        label = self.line(node.label) + ":" if node.label else ""
        first = node.block[0] if node.block else None
        if (
            first is None
            or first.label
            or first.cites
            or isinstance(first.act, ast.Tell)
            or (isinstance(first.act, ast.Compound) and (len(node.block) > 1 or node.label))
        ):
            return [f"- {label}{self.cites(node.cites)}", *self._below(node.block)]
        return [*self._act(f"- {label} " if label else "- ", first, node.cites), *self._below(node.block[1:])]


# ---- for people ----------------------------------------------------------------------------------
class _Plain(Printer):
    """Prints for people, not for the parser: without backquotes and without escapes."""

    def _ident(self, node: ast.Ident) -> str:
        return node.text

    def _text(self, node: ast.Text) -> str:
        return f'"{self._inside(node, {})}"'

    def _braced(self, node: ast.Expr) -> str:
        return self.expr(node)


@cache
def _plain() -> _Plain:
    return _Plain(vocabulary("en"))


def phrase(node: ast.Expr | ast.Named) -> str:
    """Write an expression as an author would, for reports («then coins[luna] is 4»).

    Always in the English words, so that a game and its translation have equal models.
    """
    return _plain().expr(node)
