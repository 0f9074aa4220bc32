"""When two changes cannot both be meant, and which of them gives way.

Comes in: what a change touches, and what was touched before. Goes out: a finding that names both files, both places and the
ways out; or whether a change gives way to one of a file that has the last word (`over`).
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import evolve, frozen

from rulekit.diagnostics import Diagnostic, Label, Span, finding
from rulekit.model.overlays.addresses import Found, Key, declaration_key, row_names
from rulekit.model.overlays.change_files import Overlay
from rulekit.syntax import ast
from rulekit.syntax.tree.walking import below, statements
from rulekit.wording import Keyword, Sentence, names_in, sentence

HARD = ("replaces", "removes")
HEAD = ("players", "age", "minutes")
REPLACING = (ast.Replace, ast.ReplaceRule, ast.ReplaceRow, ast.ReplaceValue)
MODES: tuple[tuple[type[ast.Node] | tuple[type[ast.Node], ...], str], ...] = (
    (ast.With, "sets"),
    (ast.Remove, "removes"),
    (ast.Insert, "inserts"),
    ((ast.AddTo, ast.AddToLayout), "adds"),
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
    def deed(self) -> Sentence:
        """What the file does there, for a sentence."""
        match self.mode:
            case "sets":
                return sentence("sets `{name}`", name=self.text)
            case "replaces":
                return sentence("replaces `{name}`", name=self.text)
            case "removes":
                return sentence("removes `{name}`", name=self.text)
            case "inserts":
                return sentence("inserts something at `{name}`", name=self.text)
            case "adds":
                return sentence("adds to `{name}`", name=self.text)
            case _:
                return sentence("adds `{name}`", name=self.text)

    @property
    def here(self) -> Sentence:
        """What the file does there, beside the place."""
        return sentence("{file} {does} here", file=self.overlay.title, does=self.deed)


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
    files = {"file": new.overlay.full, "does": new.deed, "other": old.overlay.full}
    if new.key == old.key and _final(new) and _final(old):
        if new.mode == old.mode:
            return _conflict("RK455", sentence("{file} {does}, and so does {other}", **files), new, old)
        both = sentence("{file} {does}, and {other} {also}", **files, also=old.deed)
        return _conflict("RK455", both, new, old)
    return _conflict("RK456", sentence("{file} {does}, but {other} {also}", **files, also=old.deed), new, old)


def _set_twice(new: Touch, old: Touch) -> Diagnostic | None:
    if new.key != old.key or new.value == old.value:
        return None
    if new.overlay is old.overlay:
        return _twice(new, old)
    files = {"file": new.overlay.full, "other": old.overlay.full}
    if new.text in HEAD:
        message = sentence("{file} and {other} set the number of {what} to different values", **files, what=Keyword(new.text))
        return _conflict("RK457", message, new, old)
    message = sentence("{file} and {other} set `{name}` to different values", **files, name=new.text)
    more = sentence("or decide for now by setting `{name}` yourself", name=new.text)
    return _conflict("RK457", message, new, old, more)


def _same_name(new: Touch, old: Touch) -> Diagnostic | None:
    """Return two files that add something under one name; within one file the resolver tells it."""
    mine, theirs = dict(new.brings), dict(old.brings)
    shared = next((key for key in mine if key in theirs), None)
    if shared is None or new.overlay is old.overlay:
        return None
    hint = sentence("leave one of them out, or call one of the two something else")
    if new.mode == old.mode == "declares":
        hint = sentence("{hint}; {more}", hint=hint, more=_last_word(new, old))
    files = {"file": new.overlay.full, "other": old.overlay.full}
    return finding(
        "RK465",
        mine[shared],
        sentence("{file} and {other} both add `{name}`", **files, name=".".join(shared)),
        hint,
        related=(Label(theirs[shared], sentence("{file} adds it here", file=old.overlay.title)),),
    )


def _last_word(winner: Touch, other: Touch) -> Sentence:
    return sentence(
        "or give the last word to {file}: `over {name}` in its head", file=winner.overlay.title, name=other.overlay.name
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


def _conflict(code: str, message: Sentence, new: Touch, old: Touch, more: Sentence | None = None) -> Diagnostic:
    wider, other = (old, new) if _covers(old, new) and not _covers(new, old) else (new, old)
    third = sentence(
        "or say what holds for `{name}` in a third file with `over {first}` and `over {second}` in its head",
        name=wider.text,
        first=old.overlay.name,
        second=new.overlay.name,
    )
    ways = [sentence("leave one of them out"), _last_word(wider, other), third, *([more] if more else [])]
    hint = ways[0]
    for way in ways[1:]:
        hint = sentence("{hint}; {more}", hint=hint, more=way)
    return finding(code, new.span, message, hint, related=(Label(old.span, old.here),))


def _twice(new: Touch, old: Touch) -> Diagnostic:
    return finding(
        "RK459",
        new.span,
        "{file} {does}, but the same file already {also}",
        "say everything about one rule in one change",
        related=(Label(old.span, sentence("the other change")),),
        file=new.overlay.title,
        does=new.deed,
        also=old.deed,
    )


def with_taker(finding: Diagnostic, touched: Iterable[Touch]) -> Diagnostic:
    """Return a finding about a name that is not there, with the place where another file of changes took it away."""
    if not finding.code.startswith("RK2"):
        return finding
    names = set(names_in(finding.message))
    takers = [t for t in touched if t.mode in HARD and t.text in names and t.overlay.span.path != finding.span.path]
    if not takers:
        return finding
    labels = tuple(
        Label(taker.span, sentence("{file} {does} here", file=taker.overlay.full, does=taker.deed)) for taker in takers
    )
    hint = sentence("leave one of the two files out, or write another that fits both")
    told = sentence("{hint}; or {more}", hint=finding.hint, more=hint) if finding.hint else hint
    return evolve(finding, related=finding.related + labels, hint=told)


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
    if isinstance(other, ast.Insert | ast.AddTo | ast.AddToLayout):
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
        case ast.AddToLayout():
            return declaration_key(change.layout)
        case ast.ReplaceRule() | ast.ReplaceRow() | ast.ReplaceValue() | ast.Remove() | ast.Insert() | ast.AddTo():
            return change.address.parts
        case _:
            return declaration_key(change)
