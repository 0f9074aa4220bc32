"""What the pass from tree to model knows while it runs: findings, declared names, and the names visible at a point.

`World` collects; `Scope` is a value handed down. Nothing here types expressions: `World.expr` is given from outside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import Factory, define, evolve, frozen

from rulekit.diagnostics import Diagnostic, Label, Severity, Span, finding
from rulekit.model import types
from rulekit.model.expressions import Const, Expr
from rulekit.model.model import Dim, Domain, Option, Parameter
from rulekit.suggestions import Suggestions
from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary
from rulekit.wording import Sentence, numbered, quoted, sentence, worded


@frozen
class Unknown(types.NoneType):
    """The type of what has been reported already: it fits everywhere and never leaves this pass."""


UNKNOWN = Unknown()
NOTHING = Const(UNKNOWN, None)
NO_DOMAIN = Domain(UNKNOWN)
MOST_PLACES = 3
MOST_NAMES = 8
MOST_VALUES = 100_000  # that the cells of all tables stand for
ANY_SORT = ""  # the sort of pieces in the box, which takes all

FUNCTIONS = frozenset([
    "count", "sum", "min", "max", "any", "every", "list", "distinct", "first", "top", "bottom", "reversed", "position", "next",
    "previous", "clockwise", "seat", "bank", "score", "lines", "shows",
])  # fmt: skip
RESERVED = FUNCTIONS | frozenset(["player", "players", "number", "truth", "starter", "active", "box", "winners", "setup", "play"])


@frozen
class Symbol:
    """A declared name: what it is (`kind`, `piece`, `place` …), where, and in which section."""

    what: str
    name: str
    node: ast.Decl
    span: Span
    section: str | None


@frozen
class KindValue:
    kind: str
    index: int
    span: Span


@frozen
class AttributeHead:
    name: str
    domain: Domain
    changes: bool
    span: Span


@frozen
class Head:
    """What an expression needs to know of a kind, sort, place, tally, marker or table."""

    dims: tuple[Dim, ...] = ()
    domain: Domain = NO_DOMAIN
    attributes: tuple[AttributeHead, ...] = ()
    shape: str = ""
    sort: str = ANY_SORT

    def attribute(self, name: str) -> AttributeHead | None:
        """Find an attribute by name."""
        return next((a for a in self.attributes if a.name == name), None)


@frozen
class Slot:
    """A choice of a deed as an argument: `branched` if not on every path, `looped` if asked once per pass."""

    name: str
    branched: bool
    looped: bool


@frozen
class Signature:
    role: str
    params: tuple[Parameter, ...]
    choices: tuple[Slot, ...]


@frozen
class PendingArgument:
    """A value for a choice (None: which one depends on the path); its type is known when all deeds have been read."""

    deed: str
    choice: str | None
    value: Expr
    span: Span
    example: bool


@define
class Numbering:
    """Gives out the indices of Locals and Bounds of one declaration."""

    locals: int = 0
    bounds: int = 0

    def local(self) -> int:
        """Give the next Local's index."""
        self.locals += 1
        return self.locals - 1

    def bound(self) -> int:
        """Give the next Bound's index."""
        self.bounds += 1
        return self.bounds - 1


@frozen
class Scope:
    """Names visible at a point. `me` is None where `me` may be used, else says why not."""

    numbering: Numbering
    names: Mapping[str, Expr] = Factory(dict)
    me: str | None = None
    example: bool = False

    def bind(self, name: str, value: Expr) -> Scope:
        """See one more name."""
        return evolve(self, names={**self.names, name: value})

    def without_me(self, why: str) -> Scope:
        """See the same names, but no `me`."""
        return evolve(self, me=why)


HABITS = {
    "length": sentence("write `count(…)`"),
    "abs": sentence("write `max(x, -x)`"),
    "sort": sentence("pieces need no sorting: ask for what counts, as with `max(card.rank for card in hand[me])`"),
    "random": sentence("chance decides with `choose n in 1..6 at random`"),
}
Typer = Callable[["World", Scope, ast.Expr, "types.Type | None"], Expr]


@define
class World:
    """All declarations of a file and all findings so far; used by one call of `resolve` only."""

    typer: Typer
    definer: Callable[[World, str], types.Type]
    scorer: Callable[[World, str], types.Type | None]
    lost: frozenset[str] = frozenset()
    language: str = "en"
    home: str = ""  # the path of the game's own file
    findings: list[Diagnostic] = Factory(list)
    suggestions: Suggestions = Factory(Suggestions)
    spelled_out: int = Factory(lambda: MOST_VALUES)
    missed: dict[str, int] = Factory(dict)
    symbols: dict[str, Symbol] = Factory(dict)
    doubled: set[str] = Factory(set)  # names of two things: what they mean is reported once, where the second is declared
    values: dict[str, dict[str, KindValue]] = Factory(dict)
    kinds: dict[str, tuple[str, ...]] = Factory(dict)
    sections: dict[str, Span] = Factory(dict)
    sources: dict[str, Span] = Factory(dict)
    heads: dict[str, Head] = Factory(dict)
    options: dict[str, Option] = Factory(dict)
    answers: dict[str, str] = Factory(dict)
    used_options: set[str] = Factory(set)
    signatures: dict[str, Signature] = Factory(dict)
    choice_types: dict[tuple[str, str], dict[types.Type, None]] = Factory(dict)
    pending: list[PendingArgument] = Factory(list)
    running: list[str] = Factory(list)
    scopes: dict[str, Scope] = Factory(dict)
    reasons: dict[str, Scope] = Factory(dict)
    told_scopes: dict[str, Scope] = Factory(dict)  # what the texts of a deed or an example may speak of
    addresses: dict[str, Span] = Factory(dict)

    def expr(self, scope: Scope, node: ast.Expr, hint: types.Type | None = None) -> Expr:
        """Type an expression; `hint` is the type that stands beside it."""
        return self.typer(self, scope, node, hint)

    def report(
        self, code: str, span: Span, message: str, hint: str | None = None, /, related: Iterable[Label] = (), **values: object
    ) -> None:
        """Note an error."""
        self.findings.append(finding(code, span, message, hint, related, Severity.ERROR, **values))

    def fail(
        self, code: str, span: Span, message: str, hint: str | None = None, /, related: Iterable[Label] = (), **values: object
    ) -> Expr:
        """Note an error and go on with something that fits everywhere."""
        self.report(code, span, message, hint, related, **values)
        return NOTHING

    def what(self, name: str) -> str | None:
        """Say what a global name is: `kind`, `place` …, `value`, or None."""
        if name in self.symbols:
            return self.symbols[name].what
        return "value" if name in self.values else None

    def unknown(
        self, code: str, ident: ast.Ident, near: Iterable[str], message: str, hint: str | None = None, /, **values: object
    ) -> Expr:
        """Report a name nobody declared, with the nearest ones (unless its declaration was lost in a broken part)."""
        if ident.text not in self.lost:
            said = worded(message, values)
            key = ident.text if code in ("RK201", "RK205", "RK209", "RK227") else said
            if hint is None and key not in self.missed:
                hint = self.habit(ident.text) or self.did_you_mean(ident.text, near)
            self.missing(code, ident.span, key, said, hint, **values)
        return NOTHING

    def spells_out(self, values: int, span: Span) -> bool:
        """Return whether a cell may stand for so many values more; the first that may not is reported."""
        if values > self.spelled_out >= 0:
            hint = sentence(
                "up to {most} are spelled out in one game: use fewer `each`, or work values out with `define`",
                most=MOST_VALUES,
            )
            self.report("RK329", span, "the tables of this game stand for too many values", hint)
            self.spelled_out = -1
        if values > self.spelled_out:
            return False
        self.spelled_out -= values
        return True

    def did_you_mean(self, name: str, near: Iterable[str], alike: float = 0.6) -> Sentence | None:
        """Make the hint out of the names that look alike."""
        return self.suggestions.hint(name, near, alike=alike)

    def values_are(self, kind: str) -> Sentence | None:
        """Make the hint out of all values of a kind."""
        values = self.kinds.get(kind, ())
        return sentence("the values of `{kind}` are {some}", kind=kind, some=few(values)) if values else None

    def habit(self, name: str) -> Sentence | None:
        """Return the hint for a word of languages for computers."""
        return HABITS.get(vocabulary(self.language).habits.get(name, ""))

    def missing(self, code: str, span: Span, what: str, message: str, hint: str | None = None, /, **values: object) -> None:
        """Report something that is declared nowhere: once, with the next few places that use it."""
        if what not in self.missed:
            self.missed[what] = len(self.findings)
            self.report(code, span, message, hint, (), **values)
            return
        first = self.findings[self.missed[what]]
        if len(first.related) < MOST_PLACES and first.span != span:
            self.findings[self.missed[what]] = evolve(first, related=(*first.related, Label(span, sentence("also used here"))))


def few(names: Sequence[str]) -> tuple[str, ...]:
    """Return names in backquotes, the first few of many, for a sentence."""
    return (*quoted(names[:MOST_NAMES]), "…") if len(names) > MOST_NAMES else quoted(names)


def indices_of(count: int) -> Sentence:
    """Say how many indices there are."""
    return numbered(count, "one index", "{count} indices") if count else sentence("no index")


def written_with(name: str, dims: tuple[Dim, ...]) -> Sentence:
    """Say how something is written with its indices."""
    written = f"{name}[{', '.join(d.name or 'n' for d in dims)}]"
    if len(dims) == 1:
        return sentence("its index: `{written}`", written=written)
    return sentence("its indices: `{written}`", written=written)


def strip(kind: types.Type) -> types.Type:
    """Forget that something may be none."""
    return kind.of if isinstance(kind, types.OptionalType) else kind


def optional(kind: types.Type) -> types.Type:
    """Allow none."""
    return kind if isinstance(kind, types.OptionalType | types.NoneType) else types.OptionalType(kind)


def is_unknown(kind: types.Type) -> bool:
    """Return whether something about this type has been reported already."""
    if isinstance(kind, types.ListType | types.OptionalType):
        return is_unknown(kind.of)
    return isinstance(kind, Unknown)


def fits(actual: types.Type, wanted: types.Type) -> bool:
    """Return whether a value may stand where another type is wanted. What may be none is taken to be there."""
    if is_unknown(actual) or is_unknown(wanted) or actual == wanted:
        return True
    if isinstance(actual, types.OptionalType):
        return fits(actual.of, wanted)
    if isinstance(wanted, types.OptionalType):
        return isinstance(actual, types.NoneType) or fits(actual, wanted.of)
    if isinstance(actual, types.ListType) and isinstance(wanted, types.ListType):
        return isinstance(actual.of, types.NoneType) or fits(actual.of, wanted.of)
    if isinstance(actual, types.PieceType) and isinstance(wanted, types.PieceType):
        return ANY_SORT in (actual.sort, wanted.sort)
    return False


def unify(one: types.Type, two: types.Type) -> types.Type | None:
    """Find the type that covers both, if there is one."""
    if is_unknown(one) or is_unknown(two):
        return UNKNOWN
    if isinstance(one, types.NoneType) or isinstance(two, types.NoneType):
        return optional(two if isinstance(one, types.NoneType) else one)
    if isinstance(one, types.OptionalType) or isinstance(two, types.OptionalType):
        inner = unify(strip(one), strip(two))
        return None if inner is None else optional(inner)
    if isinstance(one, types.ListType) and isinstance(two, types.ListType):
        if isinstance(one.of, types.NoneType) or isinstance(two.of, types.NoneType):
            return two if isinstance(one.of, types.NoneType) else one
        inner = unify(one.of, two.of)
        return None if inner is None else types.ListType(inner)
    if fits(one, two):
        return two
    return one if fits(two, one) else None


def say(kind: types.Type, several: bool = False) -> Sentence:
    """Name a type in the author's words: `a number`, `players`."""
    match kind:
        case Unknown():
            return sentence("something unclear")
        case types.NumberType():
            return sentence("numbers") if several else sentence("a number")
        case types.TruthType():
            return sentence("yes or no")
        case types.PlayerType():
            return sentence("players") if several else sentence("a player")
        case types.NoneType():
            return sentence("none")
        case types.KindType(name):
            return sentence("values of `{name}`", name=name) if several else sentence("a `{name}`", name=name)
        case types.PieceType(name) if name == ANY_SORT:
            return sentence("pieces") if several else sentence("a piece")
        case types.PieceType(name):
            return sentence("`{name}` pieces", name=name) if several else sentence("a `{name}` piece", name=name)
        case types.OptionType(name):
            return sentence("an answer of the option `{name}`", name=name)
        case types.DescriptionType(name):
            return (
                sentence("descriptions of `{name}`", name=name) if several else sentence("a description of a `{name}`", name=name)
            )
        case types.PictureType(name):
            return sentence("a picture of `{name}`", name=name)
        case types.TextType():
            return sentence("a sentence")
        case types.ListType(of):
            return (
                sentence("lists of {what}", what=say(of, True)) if several else sentence("a list of {what}", what=say(of, True))
            )
        case types.OptionalType(of):
            return sentence("{what} or none", what=say(of, several))
