"""Expressions, types and citations as text, with as few parentheses as possible."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from rulekit.syntax import ast
from rulekit.syntax.building.expressions import COLLECTING
from rulekit.syntax.keywords import Vocabulary
from rulekit.syntax.layout import OPERATORS
from rulekit.syntax.printing.quoting import without_needless

TERMINALS = {sign: terminal for terminal, sign in OPERATORS.items()}
ANY, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, MINUS, POSTFIX = range(10)
"""How tightly an expression binds, weakest first."""
LEVELS = {
    "or": OR, "and": AND, "+": SUM, "-": SUM, "*": PRODUCT, "div": PRODUCT, "mod": PRODUCT, "..": RANGE,
}  # fmt: skip
PLAIN = {ast.NoneValue: "NONE", ast.Empty: "EMPTY", ast.Me: "ME", ast.Unlimited: "UNLIMITED"}
Shown = ast.Expr | ast.Named
ESCAPED = {"\\": "\\\\", '"': '\\"', "\n": "\\n"}
BRACE, BRACKETS, FORMS = {"{": "\\{"}, {"[": "\\[", "]": "\\]"}, {"/": "\\/", "#": "\\#", "}": "\\}", ":": "\\:"}


def _is_standard(node: ast.Expr) -> bool:
    return isinstance(node, ast.Ident) and node.std


class ExpressionPrinter:
    """Prints in the words of one language. Names that might be taken for something else are put in backquotes."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words

    def word(self, terminal: str, second: bool = False) -> str:
        """Spell a keyword, with `second` as a verb that has a subject."""
        return self.words.spellings[terminal][-1 if second else 0]

    def ident(self, node: ast.Ident) -> str:
        """Spell a name."""
        if node.std:
            return self.words.local[node.text]
        return f"`{node.text}`" if node.text in self.words.reserved else node.text

    def plain_name(self, text: str) -> str:
        """Spell a name that is kept without saying whether it is a standard one."""
        if text in self.words.local:
            return self.words.local[text]
        return f"`{text}`" if text in self.words.reserved else text

    def string(self, text: str) -> str:
        """Quote a text without expressions."""
        return '"' + "".join(ESCAPED.get(c, c) for c in text) + '"'

    def cites(self, cites: ast.Cites) -> str:
        """Print citations, with blanks before; pointers into named sources share one `@`."""
        out = ""
        for i, one in enumerate(cites):
            before = cites[i - 1] if i else None
            text = self._cite(one)
            if isinstance(one, ast.Cite) and one.source and isinstance(before, ast.Cite) and before.source:
                out += " " + text[1:]
            else:
                out += (" " if i else "  ") + text
        return out

    def _cite(self, node: ast.Citation) -> str:
        if isinstance(node, ast.Assumed):
            return f"{self.word('ASSUMED')} {self.string(node.why)}"
        if isinstance(node, ast.Ruling):
            return f"{self.word('RULING')} {self.string(node.why)}"
        source = self._cited(node.source) + " " if node.source else ""
        section = self._cited(node.section) + "." if node.section else ""
        return f"@{source}{section}{node.place}"

    def _cited(self, text: str) -> str:
        return self.words.local.get(text) or (f"`{text}`" if text in self.words.canonical else text)

    def address(self, node: ast.Address) -> str:
        """Print an address."""
        return ".".join(part if part.isdigit() else self.plain_name(part) for part in node.parts)

    # ---- expressions ----
    def expr(self, node: Shown, level: int = ANY) -> str:
        """Print an expression where one that binds at least so tightly must stand."""
        own, text = self._expr(node)
        return text if own >= level else f"({text})"

    def many(self, nodes: tuple[Shown, ...]) -> str:
        """Print expressions with commas between."""
        return ", ".join(self.expr(node) for node in nodes)

    def _expr(self, node: Shown) -> tuple[int, str]:
        match node:
            case ast.Ident():
                return POSTFIX, self.ident(node)
            case ast.Number():
                return POSTFIX, str(node.value)
            case ast.Text():
                return POSTFIX, self.text(node)
            case ast.Named():
                return ANY, f"{self.ident(node.name)}: {self.expr(node.value)}"
            case ast.ListLiteral():
                return POSTFIX, f"[{self.many(node.items)}]"
            case ast.Index():
                return POSTFIX, f"{self.expr(node.of, POSTFIX)}[{self.many(node.indices)}]"
            case ast.Field():
                name = node.name.text if node.name.text.isdigit() else self.ident(node.name)
                return POSTFIX, f"{self.expr(node.of, POSTFIX)}.{name}"
            case ast.Call():
                return POSTFIX, self._call(node)
            case ast.Collect():
                return POSTFIX, self._collect(node)
            case ast.Unary() if node.op == "-":
                return MINUS, f"-{self.expr(node.of, MINUS)}"
            case ast.Unary():
                return NOT, f"{self.word('NOT')} {self.expr(node.of, NOT)}"
            case ast.Binary():
                return self._binary(node)
            case ast.NoneValue() | ast.Empty() | ast.Me() | ast.Unlimited():
                return POSTFIX, self.word(PLAIN[type(node)])
            case ast.Conditional():
                test, yes, no = self.expr(node.test), self.expr(node.yes), self.expr(node.no)
                return ANY, f"{self.word('IF')} {test} {self.word('THEN')} {yes} {self.word('ELSE')} {no}"
            case ast.Can():
                can = self.word("CAN" if node.able else "CANNOT")
                return COMPARE, f"{self.expr(node.player, RANGE)} {can} {self.deed(node.deed)}"
            case ast.Truth():
                return POSTFIX, self.word("YES" if node.value else "NO")
            case _:
                assert_never(node)

    def _binary(self, node: ast.Binary) -> tuple[int, str]:
        level = LEVELS.get(node.op, COMPARE)
        if node.op == "..":
            return RANGE, f"{self.expr(node.left, SUM)}..{self.expr(node.right, SUM)}"
        left = level if level != COMPARE else RANGE
        terminal = TERMINALS[node.op]
        sign = self.word(terminal) if terminal in self.words.spellings else node.op
        return level, f"{self.expr(node.left, left)} {sign} {self.expr(node.right, level + 1)}"

    def _call(self, node: ast.Call) -> str:
        members = [isinstance(x, ast.Binary) and x.op == "in" and isinstance(x.left, ast.Ident) for x in node.arguments]
        if members and all(members) and node.name.std and node.name.text in COLLECTING:
            return f"{self.ident(node.name)}({', '.join(f'({self.expr(x)})' for x in node.arguments)})"
        return f"{self.ident(node.name)}({self.many(node.arguments)})"

    def _collect(self, node: ast.Collect) -> str:
        value = f"{self.expr(node.value)} {self.word('FOR')} " if node.value is not None else ""
        return f"{self.ident(node.name)}({value}{self.binders(node.binders, node.where)})"

    def binders(self, binders: tuple[ast.Binder, ...], where: ast.Expr | None) -> str:
        """Print `x in S, y in T where c`."""
        out = [
            self.ident(b.name) + (f" {self.word('IN')} {self.expr(b.source, RANGE)}" if b.source is not None else "")
            for b in binders
        ]
        return ", ".join(out) + (f" {self.word('WHERE')} {self.expr(where)}" if where is not None else "")

    def text(self, node: ast.Text) -> str:
        """Print a string with its expressions."""
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
                first = lead if number is None or (lead and not _is_standard(number)) else self._braced(number)
                return f"{{{first} {self._braced(value)}}}"
            case ast.ByValue(value=value, forms=forms):
                return f"{{{self._braced(value)}: {self._forms(forms)}}}"
            case ast.Fitting(value=value, forms=forms):
                return f"{{{self._braced(value)} {self.words.local['fits']} {self._forms(forms)}}}"
            case ast.ToAndOf(to=to, of=of):
                return f"{{{self._forms((to, of))}}}"
        return f"{{{self._braced(part)}}}"

    def _forms(self, forms: tuple[ast.Text, ...]) -> str:
        return "/".join(self._inside(form, ESCAPED | BRACE | BRACKETS | FORMS) for form in forms)

    def _braced(self, node: ast.Expr) -> str:
        return without_needless(self.expr(node), self.words.language, start="expression")

    def deed(self, node: ast.Deed) -> str:
        """Print an action or step with its arguments."""
        return self.ident(node.name) + (f"({self.many(node.arguments)})" if node.arguments else "")

    # ---- types ----
    def plain_type(self, node: ast.PlainType) -> str:
        """Print a type."""
        match node:
            case ast.NamedType():
                return self.ident(node.name)
            case ast.RangeType():
                return f"{self.expr(node.low, SUM)}..{self.expr(node.high, SUM)}"
            case ast.ListType():
                return f"{self.word('LISTOF')} {self.ident(node.of)}"
            case ast.PictureType():
                return f"{self.word('PICTUREOF')} {self.ident(node.of)}"

    def type(self, node: ast.TypeExpr) -> str:
        """Print a type, perhaps with `or none`."""
        return self.plain_type(node.plain) + (f" {self.word('OR')} {self.word('NONE')}" if node.optional else "")

    def dims(self, dims: tuple[ast.Dim, ...]) -> str:
        """Print the indices of a family."""
        some = [(f"{self.ident(d.name)}: " if d.name else "") + self.plain_type(d.type) for d in dims]
        return f"[{', '.join(some)}]" if some else ""

    def params(self, params: tuple[ast.Param, ...]) -> str:
        """Print parameters."""
        some = [self.ident(p.name) + (f": {self.type(p.type)}" if p.type else "") for p in params]
        return f"({', '.join(some)})" if some else ""
