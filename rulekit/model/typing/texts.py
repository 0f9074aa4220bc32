"""Texts: what stands in the braces of a string, typed. Forms are counted, little words looked up."""

from __future__ import annotations

from rulekit.model import expressions as exprs
from rulekit.model.scope import Scope, World, is_unknown, say, strip
from rulekit.model.types import NUMBER, TEXT, KindType, ListType, NumberType, OptionType, PieceType, TruthType
from rulekit.model.typing.operators import expect
from rulekit.syntax import ast
from rulekit.syntax.keywords import languages, little_words
from rulekit.wording import Sentence, either, quoted, sentence

COUNTED_BY_NAME = ("kind", "piece", "tally", "place", "marker")


def type_text(w: World, scope: Scope, node: ast.Text, language: str = "") -> exprs.Text:
    """Return a text with the values that stand in it. `language`: whose little words it has (empty: any)."""
    return exprs.Text(TEXT, tuple(part for part in (_part(w, scope, p, language) for p in node.parts) if part is not None))


def _part(
    w: World, scope: Scope, part: str | ast.Expr | ast.TextPart, language: str
) -> str | exprs.Expr | exprs.AnyTextPart | None:
    match part:
        case str():
            return part
        case ast.NumberSign():
            return exprs.NumberSign()
        case ast.Maybe(text=text):
            return exprs.Maybe(type_text(w, scope, text, language))
        case ast.ToAndOf(to=to, of=of):
            return exprs.ToAndOf(type_text(w, scope, to, language), type_text(w, scope, of, language))
        case ast.Fitting(value=value, forms=forms):
            return exprs.Fitting(w.expr(scope, value), tuple(type_text(w, scope, form, language) for form in forms))
        case ast.ByValue():
            return _by_value(w, scope, part, language)
        case ast.Beside():
            return _beside(w, scope, part, language)
    return w.expr(scope, part)


# ---- choices of words ----------------------------------------------------------------------------
def _by_value(w: World, scope: Scope, part: ast.ByValue, language: str) -> exprs.ByValue | None:
    value = w.expr(scope, part.value)
    forms = tuple(type_text(w, scope, form, language) for form in part.forms)
    if is_unknown(value.type):
        return None
    keys = _keys(w, value)
    wanted = (2, 3) if keys == () else (len(keys or ()),)
    if keys is None:
        message = sentence("words are chosen by yes or no, a number, a kind or an option; this is {value}", value=say(value.type))
        w.report("RK233", part.value.span, message)
        return None
    if len(forms) not in wanted:
        hint = sentence("one and many, or none, one and many") if keys == () else _listed(w, value)
        counted = either([str(n) for n in wanted])
        w.report(
            "RK233",
            part.span,
            "here stand {forms} forms, and there have to be {counted}",
            hint,
            forms=len(forms),
            counted=counted,
        )
        return None
    return exprs.ByValue(value, forms, keys)


def _keys(w: World, value: exprs.Expr) -> tuple[exprs.Value, ...] | None:
    """Return the values that forms stand for, in order; empty: by the number. None: words cannot be chosen by it."""
    kind = strip(value.type)
    if isinstance(kind, TruthType):
        return (True, False)
    if isinstance(value, exprs.OptionRef) and w.options[value.option].answers:
        return tuple(answer.value for answer in w.options[value.option].answers)
    match kind:
        case NumberType():
            return ()
        case KindType(kind=name):
            return tuple(range(len(w.kinds.get(name, ()))))
        case OptionType(option=name):
            return tuple(answer.value for answer in w.options[name].answers)
    return None


def _listed(w: World, value: exprs.Expr) -> Sentence:
    kind = strip(value.type)
    if isinstance(kind, TruthType):
        return sentence("if it is so, if it is not")
    if isinstance(kind, KindType):
        return sentence("one for each of {some}", some=quoted(w.kinds.get(kind.kind, ())[:8]))
    assert isinstance(value, exprs.OptionRef)
    return sentence("one for each of {some}", some=quoted(answer.name for answer in w.options[value.option].answers[:8]))


# ---- little words and numbers of things ------------------------------------------------------------
def _beside(w: World, scope: Scope, part: ast.Beside, language: str) -> exprs.Little | exprs.Counted | None:
    if part.lead and any(part.lead in little_words(name) for name in ((language,) if language else languages())):
        value = w.expr(scope, part.value)
        return None if is_unknown(value.type) else exprs.Little(part.lead, value)
    if part.number is None or (isinstance(part.number, ast.Ident) and not _is_known(w, scope, part.number)):
        known = sorted({word for name in ((language,) if language else languages()) for word in little_words(name).forms})
        hint = w.did_you_mean(part.lead, known) or sentence("little words are {some}", some=quoted(known[:12]))
        w.report("RK234", part.span, "`{lead}` is neither a little word nor a number", hint, lead=part.lead)
        return None
    number = expect(w, w.expr(scope, part.number), NUMBER, part.number.span, sentence("how many there are"))
    thing = _thing(w, scope, part.value)
    return None if thing is None or is_unknown(number.type) else exprs.Counted(number, *thing)


def _is_known(w: World, scope: Scope, ident: ast.Ident) -> bool:
    return ident.text in scope.names or ident.std or w.what(ident.text) is not None or ident.text in w.lost


def _thing(w: World, scope: Scope, node: ast.Expr) -> tuple[str, exprs.Expr | None] | None:
    """Return what is counted: the name of what has a word, or a value of a kind."""
    local = scope.names.get(node.text) if isinstance(node, ast.Ident) else None
    if isinstance(node, ast.Ident) and local is None and w.what(node.text) in COUNTED_BY_NAME:
        return node.text, None
    value = w.expr(scope, node)
    kind = strip(value.type)
    if isinstance(kind, ListType):
        kind = kind.of
    match kind:
        case PieceType(sort=sort):
            return sort, None
        case KindType(kind=name):
            return (name, None) if isinstance(strip(value.type), ListType) else (name, value)
    if not is_unknown(value.type):
        w.report(
            "RK235",
            node.span,
            "a number of things is followed by what has a name or by a value of a kind, not by {kind}",
            kind=say(kind),
        )
    return None
