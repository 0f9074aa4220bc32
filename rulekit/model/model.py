"""The checked model of a game: all its rules as data, enough to play without the text.

It holds for every number of players and all values of the options (`Option.value` is what is in force); a layout for
one number of players is made by `program`. References are the names of declarations, each in a field of its own kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import field

from rulekit.diagnostics import NOWHERE, Span
from rulekit.model.declared import Declared as Declared
from rulekit.model.declared import Dim as Dim
from rulekit.model.declared import Domain as Domain
from rulekit.model.declared import Parameter as Parameter
from rulekit.model.expressions import UNLIMITED, Argument, Expr, Text, Value
from rulekit.model.layouts import Layout as Layout
from rulekit.model.rules import Block, Citation, PlaceRef
from rulekit.model.types import Type
from rulekit.records import Record, frozen


@frozen
class Cited(Record):
    """A line of the text with its own citations, where the model has no other record of it."""

    address: str
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class KindAttribute(Record):
    name: str
    domain: Domain
    values: tuple[Expr, ...]


@frozen
class Kind(Declared):
    values: tuple[str, ...]
    attributes: tuple[KindAttribute, ...]
    rows: tuple[Cited, ...] = ()


@frozen
class SortAttribute(Record):
    """An attribute of pieces: its Bound index in the start place; with `initial` it can change."""

    name: str
    index: int
    domain: Domain
    initial: Expr | None


@frozen
class PieceRow(Record):
    """One row: `copies` of each combination, the first column varying slowest. `values[a]` are the alternatives of
    attribute a (of a list attribute: one, an Items), None for a changing attribute that the row does not give.
    An alternative that is itself a list (`each` player: Players; `1..n`: Range) stands for each of its elements."""

    address: str
    copies: Expr
    values: tuple[tuple[Expr, ...] | None, ...]
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Sort(Declared):
    """A sort of pieces. `start` may use the attributes as Bounds."""

    attributes: tuple[SortAttribute, ...]
    rows: tuple[PieceRow, ...]
    start: PlaceRef
    total: Expr | None
    total_cites: tuple[Citation, ...] = ()


@frozen
class Place(Declared):
    """`shape`: bag deck pile hand row spot; `sight`: open private hidden others. The box is the place `box`, which
    every sort shares and no model lists."""

    dims: tuple[Dim, ...]
    shape: str
    sort: str
    sight: str
    refill: PlaceRef | None


@frozen
class Tally(Declared):
    """The first index is the player. `bank` (None: none) may use the other indices."""

    dims: tuple[Dim, ...]
    bank: Expr | None


@frozen
class Marker(Declared):
    dims: tuple[Dim, ...]
    domain: Domain
    sight: str
    initial: Expr | None


@frozen
class OptionAnswer(Record):
    value: Value
    name: str
    meaning: str | None
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Option(Declared):
    """`value` is in force, `default` the file's own. `allowed` are (low, high) pairs of numbers; a truth has none;
    named values are listed in `answers`, the value being the position there."""

    question: str
    type: Type
    value: Value
    default: Value
    allowed: tuple[tuple[int, int], ...]
    answers: tuple[OptionAnswer, ...]

    def spelt(self, value: Value) -> str:
        """Return a value as `--set` takes it."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        named = next((a.name for a in self.answers if a.value == value), None)
        return named or ("unlimited" if value == UNLIMITED else str(value))


STATED, ARGUABLE, SLIP, SILENT = STRENGTHS = ("stated", "arguable", "slip", "silent")
"""From the strongest to the weakest; where a book is silent the game's own answer is used."""


@frozen
class ReadingAnswer(Record):
    """What a reading answers to an option. `strength`: stated (the answer is in force), arguable, slip."""

    reading: str
    option: str
    value: Value
    strength: str
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class TableEntry(Record):
    """`keys`: for each dimension the (low, high) it covers (kind values, players and numbers alike). `value` None: a hole."""

    address: str
    keys: tuple[tuple[Expr, Expr], ...]
    value: Expr | None
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Table(Declared):
    dims: tuple[Dim, ...]
    domain: Domain
    entries: tuple[TableEntry, ...]


@frozen
class Define(Declared):
    params: tuple[Parameter, ...]
    type: Type
    body: Expr


@frozen
class Deed(Declared):
    """An action, a step, or the `setup` or `play` section (`role`). `choices`: names of its choices in the order of the text."""

    role: str
    params: tuple[Parameter, ...]
    choices: tuple[str, ...]
    block: Block


@frozen
class ScoreLine(Record):
    """`value` uses the player as Bound 0. A line that is no number is only shown."""

    name: str
    value: Expr
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Criterion(Record):
    """`how`: most, fewest, only_if; the player is Bound 0."""

    how: str
    value: Expr
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Given(Record):
    """A fact to make true: an Exactly, a Matches of a PieceAt or spot, an IsEmpty, or `is` with a tally, marker or attribute."""

    fact: Expr
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class When(Record):
    player: Expr
    deed: str
    args: tuple[Argument, ...]
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Then(Record):
    """A condition; a Can alone (`negated`: cannot) speaks of the moves offered. `at`: judge on reaching that address.
    `text` is the line as the author wrote it."""

    condition: Expr
    negated: bool
    because: str | None
    at: str | None
    text: str
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Example(Declared):
    """Players are Const seats in the order of `seats`. `options` are pinned values."""

    title: str
    seats: tuple[str, ...]
    options: tuple[tuple[str, Value], ...]
    at: str | None
    steps: tuple[Given | When | Then, ...]


@frozen
class Word(Record):
    """How a name or address is called: one, many (empty: the same). Reasons are Texts in the scope of their requirement.
    `named`: how a piece of the sort is called; its attributes are Bounds. `grammar`: marks such as `f`, `many`, `proper`."""

    one: str | Text
    many: str
    named: Text | None = None
    grammar: tuple[str, ...] = ()
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Look(Record):
    """`{attribute}` stands for the look of the attribute's value.

    `printed`: what is seen where nothing lies; the indices of the place are Bounds. `tilted`: the attribute that says whether a
    piece is turned on its side. `lies`: how pieces lie in a place; `laid`: how the places of a family lie to each other.
    """

    colour: str
    icon: str
    text: str
    shape: str = ""
    lies: str = ""
    printed: Text | None = None
    tilted: str = ""
    laid: str = ""
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Section(Record):
    """`part_of`: the section it is printed in."""

    name: str
    headings: tuple[tuple[str, str], ...]
    part_of: str = ""


@frozen
class Told(Record):
    """A text with the address of what it tells. `what`: say ask because tell title.

    `section`: where a telling is printed, if not where its rule stands; `steps`: after how many lines of an example it is told.
    `language`: that of its file, if this is a file of changes that speaks another one than the game.
    """

    what: str
    address: str
    text: Text
    section: str = ""
    steps: int = 0
    cites: tuple[Citation, ...] = ()
    language: str = ""
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class Remark(Record):
    text: str
    section: str | None
    cites: tuple[Citation, ...] = ()
    span: Span = field(default=NOWHERE, eq=False, repr=False)


@frozen
class GameModel(Record):
    """A whole game. `head`: the lines `players`, `age` and `minutes`; `changes`: settings and removals that say why.

    `texts`: by language, the file's own under an empty name; `language` is what these are written in.
    `stands`: in the order of the file, the section (empty: none) and the address of every declaration and example.
    `answers`: what readings answer to options, also what their books do not state and is not in force.
    `added`: the sources that files of changes declare and the game's own file does not; `readings`: with the sources of each.
    """

    name: str
    title: str
    authors: tuple[str, ...]
    players: tuple[int, int]
    age: int | None
    minutes: int | None
    sources: tuple[tuple[str, str], ...]
    overlays: tuple[str, ...]
    sections: tuple[Section, ...]
    kinds: tuple[Kind, ...]
    sorts: tuple[Sort, ...]
    places: tuple[Place, ...]
    tallies: tuple[Tally, ...]
    markers: tuple[Marker, ...]
    options: tuple[Option, ...]
    tables: tuple[Table, ...]
    defines: tuple[Define, ...]
    deeds: tuple[Deed, ...]
    score: tuple[ScoreLine, ...]
    winner: tuple[Criterion, ...]
    examples: tuple[Example, ...]
    words: tuple[tuple[str, tuple[tuple[str, Word], ...]], ...]
    looks: tuple[tuple[str, Look], ...]
    remarks: tuple[Remark, ...]
    cites: tuple[Citation, ...] = ()
    head: tuple[Cited, ...] = ()
    changes: tuple[Cited, ...] = ()
    texts: tuple[tuple[str, tuple[Told, ...]], ...] = ()
    layouts: tuple[Layout, ...] = ()
    language: str = field(default="en", eq=False)
    stands: tuple[tuple[str, str], ...] = field(default=(), eq=False)
    answers: tuple[ReadingAnswer, ...] = field(default=(), eq=False)
    added: tuple[str, ...] = field(default=(), eq=False)
    readings: tuple[tuple[str, tuple[str, ...]], ...] = field(default=(), eq=False)

    def books(self, cite: Citation) -> tuple[str, ...]:
        """Return the sources a citation points into; one that names none speaks of those of the game's own file."""
        if cite.source is not None:
            return (cite.source,)
        return tuple(name for name, _ in self.sources if name not in self.added)

    def all_texts(self) -> Iterator[tuple[str, Told]]:
        """Yield the texts of the game, each with its language."""
        return ((told.language or name or self.language, told) for name, texts in self.texts for told in texts)
