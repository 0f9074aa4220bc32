"""Options: yes or no, numbers, or named answers; the value in force, the default, what is allowed."""

from __future__ import annotations

from attrs import evolve

from rulekit.diagnostics import Span
from rulekit.model.expressions import UNLIMITED, Value
from rulekit.model.model import Option, OptionAnswer
from rulekit.model.names import Located, citations
from rulekit.model.scope import UNKNOWN, World, is_unknown
from rulekit.model.types import NUMBER, TRUTH, NumberType, OptionType, Type
from rulekit.syntax import ast
from rulekit.wording import Keyword, Sentence, either, quoted, sentence

MOST_SHOWN = 40  # answers in a message


def shown(literal: ast.Literal) -> str:
    """Return a value as the author writes it."""
    match literal:
        case ast.Ident(text=text):
            return text
        case ast.Number(value=number):
            return str(number)
        case ast.Truth(value=truth):
            return Keyword("yes") if truth else Keyword("no")
        case ast.Unlimited():
            return Keyword("unlimited")


def _type(node: ast.Option) -> Type | None:
    literals = [node.default, *(v.low for v in node.among), *(a.value for a in node.answers)]
    if all(isinstance(x, ast.Truth) for x in literals):
        return TRUTH
    if all(isinstance(x, ast.Number | ast.Unlimited) for x in literals):
        return NUMBER
    return OptionType(node.name.text) if all(isinstance(x, ast.Ident) for x in literals) else None


def _number(literal: ast.Literal) -> int:
    return literal.value if isinstance(literal, ast.Number) else UNLIMITED


def _allowed(w: World, node: ast.Option) -> tuple[tuple[int, int], ...]:
    if node.among:
        pairs = []
        for v in node.among:
            low = _number(v.low)
            pairs.append((low, low if v.high is None else v.high))
            if v.high is not None and v.high < low:
                w.report("RK312", v.span, "this range is empty: it ends before it begins")
        return tuple(pairs)
    if not node.answers:
        w.report("RK309", node.span, "which numbers may `{name}` be?", "write them behind it: `among 1..5`", name=node.name.text)
    return tuple((_number(a.value), _number(a.value)) for a in node.answers)


def option(w: World, there: Located, node: ast.Option) -> Option:
    """Read one option; its value in force is its default until a `with` changes it."""
    name, kind = node.name.text, _type(node)
    if not node.question.strip():
        w.report("RK223", node.span, "the option `{name}` has no question", 'as in `option {name} "How many …?"`', name=name)
    if kind is None:
        w.report(
            "RK309",
            node.span,
            "the values of `{name}` are of different sorts: all yes or no, all numbers, or all names",
            name=name,
        )
    allowed = _allowed(w, node) if isinstance(kind, NumberType) else ()
    answers = _answers(w, there, node, kind)
    cites = citations(w, there.section, node.cites)
    made = Option(name, node.question, kind or UNKNOWN, None, None, allowed, answers, cites=cites, span=node.span)
    if kind is not None:
        default = value_of(w, made, node.default, node.default.span)
        made = evolve(made, value=default, default=default)
    return made


def _answers(w: World, there: Located, node: ast.Option, kind: Type | None) -> tuple[OptionAnswer, ...]:
    answers: list[OptionAnswer] = []
    lines: list[tuple[ast.Literal, str | None, ast.Cites, Span]] = [(a.value, a.meaning, a.cites, a.span) for a in node.answers]
    if isinstance(kind, OptionType) and not lines:
        lines = [(v.low, None, (), v.span) for v in node.among]
    if isinstance(kind, OptionType) and not lines:
        hint = sentence('write them below it: `- taker "the last wins"`')
        w.report("RK309", node.span, "which answers has `{name}`?", hint, name=node.name.text)
        lines = [(node.default, None, (), node.span)]
    for literal, meaning, cites, span in lines:
        name = shown(literal)
        if any(a.name == name for a in answers):
            w.report("RK202", literal.span, "`{node}` has the answer `{name}` twice", node=node.name.text, name=name)
            continue
        value: Value = len(answers)
        if not isinstance(literal, ast.Ident):
            value = literal.value if isinstance(literal, ast.Truth) else _number(literal)
        answers.append(OptionAnswer(value, name, meaning, citations(w, there.section, cites), span))
    _answers_allowed(w, node, kind)
    return tuple(answers)


def _answers_allowed(w: World, node: ast.Option, kind: Type | None) -> None:
    """Answers beside `among` explain values that it allows."""
    if not node.among or kind is None:
        return
    for answer in node.answers:
        if isinstance(kind, NumberType):
            good = any(_number(v.low) <= _number(answer.value) <= (v.high or _number(v.low)) for v in node.among)
        else:
            good = any(shown(v.low) == shown(answer.value) for v in node.among)
        if not good:
            w.report(
                "RK308",
                answer.span,
                "`{shown}` is not among the values of `{name}`",
                shown=shown(answer.value),
                name=node.name.text,
            )


def value_of(w: World, of: Option, literal: ast.Literal, span: Span) -> Value:
    """Return a literal as a value of the option; one outside its values is reported."""
    if is_unknown(of.type):
        return None
    if isinstance(of.type, OptionType):
        if isinstance(literal, ast.Ident):
            found = next((a for a in of.answers if a.name == literal.text), None)
            if found is not None:
                return found.value
    elif isinstance(of.type, NumberType):
        if isinstance(literal, ast.Number | ast.Unlimited):
            number = _number(literal)
            if not of.allowed or any(low <= number <= high for low, high in of.allowed):
                return number
    elif isinstance(literal, ast.Truth):
        return literal.value
    w.report(
        "RK308",
        span,
        "`{of}` cannot be {shown}: {choices}",
        w.did_you_mean(shown(literal), [a.name for a in of.answers]),
        of=of.name,
        shown=shown(literal),
        choices=_choices(of),
    )
    return of.default


def _choices(of: Option) -> Sentence:
    if isinstance(of.type, OptionType):
        names = quoted(a.name for a in of.answers[:MOST_SHOWN])
        return sentence("it is {some}", some=either((*names, "…") if len(of.answers) > MOST_SHOWN else names))
    if isinstance(of.type, NumberType):
        return sentence("it may be {some}", some=tuple(_range(low, high) for low, high in of.allowed))
    return sentence("it is `yes` or `no`")


def _range(low: int, high: int) -> str:
    first, last = (Keyword("unlimited") if end == UNLIMITED else str(end) for end in (low, high))
    return first if low == high else sentence("{low} to {high}", low=first, high=last)


def pin(w: World, node: ast.With) -> tuple[str, Value] | None:
    """`with option = value`."""
    found = w.options.get(node.option.text)
    if found is None:
        if w.what(node.option.text) is not None:
            w.report("RK218", node.option.span, "`{name}` is no option", name=node.option.text)
        else:
            w.unknown("RK201", node.option, w.options, "there is no option called `{name}`", name=node.option.text)
        return None
    return found.name, value_of(w, found, node.value, node.value.span)
