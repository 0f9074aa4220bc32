"""When two changes cannot both be meant.

Comes in: what a change touches, and what was touched before. Goes out: a finding that names both files and both places.
"""

from __future__ import annotations

from attrs import frozen

from rulekit.diagnostics import Diagnostic, Label, Span
from rulekit.model.addresses import Found, Key, declaration_key
from rulekit.model.changes import Overlay
from rulekit.syntax import ast

HARD = ("replaces", "removes")
HEAD = ("players", "age", "minutes")


@frozen
class Touch:
    """One change as conflicts see it. `mode`: sets, replaces, removes, inserts, adds."""

    overlay: Overlay
    span: Span
    mode: str
    key: Key
    text: str
    inside: frozenset[Key] = frozenset()
    value: object = None

    @property
    def deed(self) -> str:
        """What the file does there, for a sentence."""
        verbs = {"inserts": "inserts something at", "adds": "adds to"}
        return f"{verbs.get(self.mode, self.mode)} `{self.text}`"


def touch_of(overlay: Overlay, change: ast.Change, found: Found) -> Touch:
    """What a change touches."""
    modes: tuple[tuple[type[ast.Node], str], ...] = (
        (ast.With, "sets"),
        (ast.Remove, "removes"),
        (ast.Insert, "inserts"),
        (ast.AddTo, "adds"),
    )
    mode = next((name for cls, name in modes if isinstance(change, cls)), "replaces")
    value = change.value if isinstance(change, ast.With) else None
    address = getattr(change, "address", None)
    text = ".".join(address.parts if address else found.key)
    return Touch(overlay, address.span if address else change.span, mode, found.key, text, found.inside, value)


def clash(new: Touch, old: Touch) -> Diagnostic | None:
    """The conflict of two changes, if there is one."""
    if new.overlay.beats(old.overlay) or old.overlay.beats(new.overlay):
        return None
    if new.mode == old.mode == "sets":
        if new.key != old.key or new.value == old.value:
            return None
        if new.overlay is old.overlay:
            return _twice(new, old)
        what = f"the number of {new.text}" if new.text in HEAD else f"`{new.text}`"
        return _conflict("RK457", f"{new.overlay.title} and {old.overlay.title} set {what} to different values", new, old)
    if not (_covers(new, old) or _covers(old, new)):
        return None
    if new.overlay is old.overlay:
        return None if {new.mode, old.mode} == {"removes", "inserts"} and new.key == old.key else _twice(new, old)
    if new.key == old.key and _final(new) and _final(old):
        too = f"so does {old.overlay.title}" if new.mode == old.mode else f"{old.overlay.title} {old.deed}"
        return _conflict("RK455", f"{new.overlay.title} {new.deed}, and {too}", new, old)
    return _conflict("RK456", f"{new.overlay.title} {new.deed}, but {old.overlay.title} {old.deed}", new, old)


def _final(touch: Touch) -> bool:
    return touch.mode in HARD or touch.mode == "sets"


def _covers(hard: Touch, other: Touch) -> bool:
    """Whether a replacement or removal takes away what the other change touches."""
    if hard.mode not in HARD:
        return False
    if hard.key == other.key:
        whole = len(hard.key) == 1
        return other.mode != "inserts" or hard.mode == "removes" or whole
    return other.key in hard.inside or other.key[: len(hard.key)] == hard.key


def _conflict(code: str, message: str, new: Touch, old: Touch) -> Diagnostic:
    return Diagnostic(
        code,
        message,
        new.span,
        (Label(old.span, f"{old.overlay.title} {old.deed} here"),),
        hint=f"use only one of them, or give the last word to {new.overlay.title}: `over {old.overlay.name}` in its head",
    )


def _twice(new: Touch, old: Touch) -> Diagnostic:
    return Diagnostic(
        "RK459",
        f"{new.overlay.title} {new.deed}, but the same file already {old.deed}",
        new.span,
        (Label(old.span, "the other change"),),
        hint="say everything about one rule in one change",
    )


def hard_key(change: ast.Item) -> Key | None:
    """The address a change replaces or removes, as it is spelled."""
    if isinstance(change, ast.ReplaceRule | ast.ReplaceRow | ast.ReplaceValue | ast.Remove):
        return change.address.parts
    return declaration_key(change.decl) if isinstance(change, ast.Replace) else None
