"""When two changes cannot both be meant, and which of them gives way.

Comes in: what a change touches, and what was touched before. Goes out: a finding that names both files, both places and the
ways out; or whether a change gives way to one of a file that has the last word (`over`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve, frozen

from rulekit.diagnostics import Diagnostic, Label, Span
from rulekit.model.overlays.addresses import Found, Key, declaration_key, row_names
from rulekit.model.overlays.change_files import Overlay
from rulekit.model.tree_walk import statements
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import below

HARD = ("replaces", "removes")
HEAD = ("players", "age", "minutes")
REPLACING = (ast.Replace, ast.ReplaceRule, ast.ReplaceRow, ast.ReplaceValue)
_NAMED = re.compile(r"`([^`]+)`")
MODES: tuple[tuple[type[ast.Node] | tuple[type[ast.Node], ...], str], ...] = (
    (ast.With, "sets"),
    (ast.Remove, "removes"),
    (ast.Insert, "inserts"),
    (ast.AddTo, "adds"),
    (REPLACING, "replaces"),
)


@frozen
class Touch:
    """One change as conflicts see it. `mode`: sets, replaces, removes, inserts, adds, declares.

    `brings`: the addresses it makes; `value`: what it sets, or where it inserts; `was`: what stood there before.
    """

    overlay: Overlay
    span: Span
    mode: str
    key: Key
    text: str
    inside: frozenset[Key] = frozenset()
    value: object = None
    brings: tuple[tuple[Key, Span], ...] = ()
    cites: ast.Cites = ()
    was: ast.Node | None = None

    @property
    def deed(self) -> str:
        """What the file does there, for a sentence."""
        verbs = {"inserts": "inserts something at", "adds": "adds to", "declares": "adds"}
        return f"{verbs.get(self.mode, self.mode)} `{self.text}`"


def touch_of(overlay: Overlay, change: ast.Item, found: Found) -> Touch:
    """Return what a change touches."""
    mode = next((name for cls, name in MODES if isinstance(change, cls)), "declares")
    where = "after" if isinstance(change, ast.Insert) and change.after else "before" if isinstance(change, ast.Insert) else None
    value = change.value if isinstance(change, ast.With) else where
    address = getattr(change, "address", None)
    text = ".".join(address.parts if address else found.key)
    span = address.span if address else getattr(change, "name", change).span
    was = None if found.item < 0 else found.part
    return Touch(overlay, span, mode, found.key, text, found.inside, value, _brings(change, found), _cites(change), was)


def _cites(change: ast.Item) -> ast.Cites:
    """Return what a change cites, behind its first line or behind the lines it consists of."""
    parts: tuple[ast.Statement | ast.Bullet | ast.Row | ast.ScoreLine | ast.Decl, ...] = ()
    match change:
        case ast.Replace():
            parts = (change.decl,)
        case ast.ReplaceRow():
            parts = (change.row,)
        case ast.ReplaceRule() | ast.Insert():
            parts = change.block
        case ast.AddTo():
            parts = (*change.bullets, *change.rows, *change.lines)
    return tuple(dict.fromkeys((*change.cites, *(cite for part in parts for cite in part.cites))))


def _brings(change: ast.Item, found: Found) -> tuple[tuple[Key, Span], ...]:
    """Return the addresses that a change adds to the game, each with its place."""
    match change:
        case ast.AddTo():
            rows = change.rows if isinstance(found.part, ast.Kind | ast.Table) else ()
            lines = [(line.name.text, line.name.span) for line in change.lines]
            named = [*lines, *((name, row.span) for row in rows for name in row_names(row))]
            labelled = [b for b in below(change.bullets) if isinstance(b, ast.Bullet | ast.Statement)]
        case ast.Insert() | ast.ReplaceRule():
            named, labelled = [], list(statements(change.block))
        case _:
            whole = declaration_key(change)
            return ((whole, getattr(change, "name", change).span),) if whole else ()
    named += [(node.label.text, node.label.span) for node in labelled if node.label]
    owner = found.key[0]
    return tuple(((owner, name), span) for name, span in named if (owner, name) != found.key)


# ---- conflicts -----------------------------------------------------------------------------------
def clash(new: Touch, old: Touch) -> Diagnostic | None:
    """Return the conflict of two changes, if there is one."""
    if new.overlay.beats(old.overlay) or old.overlay.beats(new.overlay):
        return None
    if new.mode == old.mode == "sets":
        return _set_twice(new, old)
    if "declares" in (new.mode, old.mode) or not (_covers(new, old) or _covers(old, new)):
        return _same_name(new, old)
    if new.overlay is old.overlay:
        return None if {new.mode, old.mode} == {"removes", "inserts"} and new.key == old.key else _twice(new, old)
    if new.key == old.key and _final(new) and _final(old):
        too = f"so does {old.overlay.full}" if new.mode == old.mode else f"{old.overlay.full} {old.deed}"
        return _conflict("RK455", f"{new.overlay.full} {new.deed}, and {too}", new, old)
    return _conflict("RK456", f"{new.overlay.full} {new.deed}, but {old.overlay.full} {old.deed}", new, old)


def _set_twice(new: Touch, old: Touch) -> Diagnostic | None:
    if new.key != old.key or new.value == old.value:
        return None
    if new.overlay is old.overlay:
        return _twice(new, old)
    what, outside = (f"the number of {new.text}", False) if new.text in HEAD else (f"`{new.text}`", True)
    message = f"{new.overlay.full} and {old.overlay.full} set {what} to different values"
    return _conflict("RK457", message, new, old, f"; or decide for now by setting {what} yourself" if outside else "")


def _same_name(new: Touch, old: Touch) -> Diagnostic | None:
    """Return two files that add something under one name; within one file the resolver tells it."""
    mine, theirs = dict(new.brings), dict(old.brings)
    shared = next((key for key in mine if key in theirs), None)
    if shared is None or new.overlay is old.overlay:
        return None
    over = f"; or give the last word to {new.overlay.title}: `over {old.overlay.name}` in its head"
    return Diagnostic(
        "RK465",
        f"{new.overlay.full} and {old.overlay.full} both add `{'.'.join(shared)}`",
        mine[shared],
        (Label(theirs[shared], f"{old.overlay.title} adds it here"),),
        hint=f"leave one of them out, or call one of the two something else{over if new.mode == old.mode == 'declares' else ''}",
    )


def _final(touch: Touch) -> bool:
    return touch.mode in HARD or touch.mode == "sets"


def _covers(hard: Touch, other: Touch) -> bool:
    """Return whether a replacement or removal takes away what the other change touches."""
    if hard.mode not in HARD:
        return False
    if hard.key == other.key:
        whole = len(hard.key) == 1
        return other.mode != "inserts" or hard.mode == "removes" or whole
    return other.key in hard.inside or other.key[: len(hard.key)] == hard.key


def _conflict(code: str, message: str, new: Touch, old: Touch, more: str = "") -> Diagnostic:
    wider, other = (old, new) if _covers(old, new) and not _covers(new, old) else (new, old)
    both = f"`over {old.overlay.name}` and `over {new.overlay.name}`"
    return Diagnostic(
        code,
        message,
        new.span,
        (Label(old.span, f"{old.overlay.title} {old.deed} here"),),
        hint=f"leave one of them out; or give the last word to {wider.overlay.title}: `over {other.overlay.name}` in its head; "
        f"or say what holds for `{wider.text}` in a third file with {both} in its head{more}",
    )


def _twice(new: Touch, old: Touch) -> Diagnostic:
    return Diagnostic(
        "RK459",
        f"{new.overlay.title} {new.deed}, but the same file already {old.deed}",
        new.span,
        (Label(old.span, "the other change"),),
        hint="say everything about one rule in one change",
    )


def with_taker(finding: Diagnostic, touched: Iterable[Touch]) -> Diagnostic:
    """Return a finding about a name that is not there, with the place where another file of changes took it away."""
    if not finding.code.startswith("RK2"):
        return finding
    names = _NAMED.findall(finding.message)
    takers = [t for t in touched if t.mode in HARD and t.text in names and t.overlay.span.path != finding.span.path]
    if not takers:
        return finding
    labels = tuple(Label(taker.span, f"{taker.overlay.full} {taker.deed} here") for taker in takers)
    hint = "leave one of the two files out, or write another that fits both"
    return evolve(finding, related=finding.related + labels, hint=f"{finding.hint}; or {hint}" if finding.hint else hint)


# ---- the last word -------------------------------------------------------------------------------
def gives_way(change: ast.Item, other: ast.Item) -> bool:
    """Return whether a change has no effect because a file with the last word makes the other one."""
    mine, theirs = spelled(change), spelled(other)
    if mine is None or theirs is None:
        return False
    if isinstance(other, ast.With):
        return isinstance(change, ast.With | ast.Remove) and mine == theirs
    if declaration_key(change) is not None or declaration_key(other) is not None:
        return declaration_key(change) == declaration_key(other)
    if isinstance(other, ast.Insert | ast.AddTo):
        return False
    if mine == theirs and isinstance(change, ast.Insert):
        return len(theirs) == 1 and not isinstance(other, ast.Remove)
    return mine[: len(theirs)] == theirs


def spelled(change: ast.Item) -> Key | None:
    """Return the address of a change, as it is spelled."""
    match change:
        case ast.With():
            return (change.option.text,)
        case ast.Replace():
            return declaration_key(change.decl)
        case ast.ReplaceRule() | ast.ReplaceRow() | ast.ReplaceValue() | ast.Remove() | ast.Insert() | ast.AddTo():
            return change.address.parts
        case _:
            return declaration_key(change)
