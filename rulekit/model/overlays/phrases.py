"""Expressions of the tree as one line of text, for reports («then coins[luna] is 4»).

Always in the English words, so that a game and its translation have equal models; `syntax.printer` writes files.
"""

from __future__ import annotations

from rulekit.syntax import ast

STRENGTH = {"or": 1, "and": 2, "..": 5, "+": 6, "-": 6, "*": 7, "div": 7, "mod": 7}
COMPARISON = 4


def phrase(node: ast.Expr | ast.Named) -> str:
    """Write an expression as an author would."""
    match node:
        case ast.Number(value=number):
            return str(number)
        case ast.Text(parts=parts):
            return '"' + "".join(p if isinstance(p, str) else "{" + phrase(p) + "}" for p in parts) + '"'
        case ast.Truth(value=truth):
            return "yes" if truth else "no"
        case ast.NoneValue():
            return "none"
        case ast.Empty():
            return "empty"
        case ast.Me():
            return "me"
        case ast.Unlimited():
            return "unlimited"
        case ast.Ident(text=text):
            return text
        case ast.ListLiteral(items=items):
            return f"[{_listed(items)}]"
        case ast.Index(of=of, indices=indices):
            return f"{phrase(of)}[{_listed(indices)}]"
        case ast.Field(of=of, name=name):
            return f"{phrase(of)}.{name.text}"
        case ast.Named(name=name, value=value):
            return f"{name.text}: {phrase(value)}"
        case ast.Call(name=name, arguments=arguments):
            return f"{name.text}({_listed(arguments)})"
        case ast.Collect():
            return _collect(node)
        case ast.Unary(op=op, of=of):
            return ("-" if op == "-" else "not ") + _inside(of, 8 if op == "-" else 3)
        case ast.Binary(op=op, left=left, right=right):
            mine = STRENGTH.get(op, COMPARISON)
            gap = "" if op == ".." else " "
            return f"{_inside(left, mine)}{gap}{op}{gap}{_inside(right, mine + 1)}"
        case ast.Conditional(test=test, yes=yes, no=no):
            return f"if {phrase(test)} then {phrase(yes)} else {phrase(no)}"
        case ast.Can(player=player, deed=deed, able=able):
            told = f"({_listed(deed.arguments)})" if deed.arguments else ""
            return f"{phrase(player)} {'can' if able else 'cannot'} {deed.name.text}{told}"


def _listed(items: tuple[ast.Expr | ast.Named, ...]) -> str:
    return ", ".join(phrase(item) for item in items)


def _strength(node: ast.Expr) -> int:
    match node:
        case ast.Conditional():
            return 0
        case ast.Binary(op=op):
            return STRENGTH.get(op, COMPARISON)
        case ast.Can():
            return COMPARISON
        case ast.Unary(op=op):
            return 8 if op == "-" else 3
        case _:
            return 9


def _inside(node: ast.Expr, at_least: int) -> str:
    return phrase(node) if _strength(node) >= at_least else f"({phrase(node)})"


def _collect(node: ast.Collect) -> str:
    binders = ", ".join(b.name.text if b.source is None else f"{b.name.text} in {phrase(b.source)}" for b in node.binders)
    value = "" if node.value is None else f"{phrase(node.value)} for "
    where = "" if node.where is None else f" where {phrase(node.where)}"
    return f"{node.name.text}({value}{binders}{where})"
