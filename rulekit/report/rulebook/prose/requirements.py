"""Requirements: what must not hold, and the author's reason as somebody says it at the table.

Comes in: a requirement and a voice. Goes out: a condition, a text.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.model_walk import plain_parts
from rulekit.model.types import NumberType
from rulekit.report.rulebook.prose.conditions import Teller


def forbidden(test: exprs.Expr) -> exprs.Expr | None:
    """Return what must not hold, if a condition only says that: of `not a and not b` it is `a or b`."""
    match test:
        case exprs.Unary(op="not", of=of):
            return of
        case exprs.Binary(op="and", left=left, right=right):
            one, two = forbidden(left), forbidden(right)
            return None if one is None or two is None else evolve(test, op="or", left=one, right=two)
    return None


def reason(voice: Teller, s: rules.OnlyIf) -> str:
    """Return the author's reason, in the language if there are words for it; what is not known yet stays open."""
    return told_text(voice, in_its_language(voice, s))


def in_its_language(voice: Teller, s: rules.OnlyIf) -> exprs.Text | str:
    """Return a reason as the game says it in the language, or as its own file does."""
    texts = dict(voice.model.texts).get(voice.namer.language, ())
    told = next((text.text for text in texts if text.what == "because" and text.address == s.address), None)
    word = voice.namer.words.get(s.address)
    return told or (word.one if word is not None and word.one else s.reason or "")


def told_text(voice: Teller, text: exprs.Text | str) -> str:
    """Return a sentence of the author's, with what is not known yet left open."""
    told = ""
    for part in plain_parts(text) if isinstance(text, exprs.Text) else (text,):
        told += part if isinstance(part, str) else _value(voice, part, told)
    return told


def _value(voice: Teller, expr: exprs.Expr, before: str) -> str:
    """Return what stands for a value: after a fitting article its noun, `your drink`, else it is left open."""
    if isinstance(expr, exprs.Const):
        return voice.thing(expr)
    if not isinstance(expr, exprs.Local | exprs.Bound | exprs.AttrOf) or isinstance(expr.type, NumberType):
        return voice.say("left_open")
    name = voice.one(expr.attr, expr.owner) if isinstance(expr, exprs.AttrOf) else voice.name_of(expr.name, expr.type)
    fits = any(f" {before}{name}".endswith(f" {voice.say.noun(article, name)}") for article in ("the", "a", "your", "this", "no"))
    return name if fits else voice.say("left_open")
