"""The tree of a `.cafe` file, part two: statements."""

from __future__ import annotations

from rulekit.records import frozen
from rulekit.syntax.tree.expressions import Binder, Cited, Deed, Expr, Ident, Node, Text


# ---- statements ----------------------------------------------------------------------------------
@frozen
class Amount(Node):
    """How many a pick takes: `kind` is `some`, `upto`, `exactly`, `between`."""

    kind: str
    low: Expr | None
    high: Expr | None


@frozen
class Pick(Node):
    amount: Amount | None
    name: Ident
    source: Expr | None


@frozen
class Choose(Node):
    subject: Expr | None
    picks: tuple[Pick, ...]
    where: Expr | None
    at_random: bool
    private: bool = False


@frozen
class OnlyIf(Node):
    test: Expr
    reason: Text | None


@frozen
class Effect(Node):
    """A statement on one line that changes the game; the game can be played without it, so mutations leave it out."""


@frozen
class Let(Node):
    name: Ident
    value: Expr


@frozen
class Set(Effect):
    target: Expr
    value: Expr


@frozen
class Move(Effect):
    subject: Expr | None
    what: Expr
    under: bool
    to: Expr


@frozen
class Draw(Effect):
    subject: Expr | None
    count: Expr
    source: Expr
    under: bool
    to: Expr


@frozen
class Fill(Effect):
    """`fill P to n from Q`: draw as many as are missing."""

    place: Expr
    to: Expr
    source: Expr


@frozen
class Deal(Effect):
    """`deal n from P to hand`; `count` None: `all`."""

    count: Expr | None
    source: Expr
    to: Ident


@frozen
class Shuffle(Effect):
    place: Expr


@frozen
class Reveal(Node):
    """`to` None: to everybody. No `Effect`: the play is the same without it."""

    what: Expr
    to: Expr | None


@frozen
class Announce(Node):
    text: Text
    to: Expr | None


@frozen
class Gain(Effect):
    subject: Expr | None
    count: Expr
    tally: Ident
    indices: tuple[Expr, ...]


@frozen
class Pay(Effect):
    subject: Expr | None
    count: Expr
    tally: Ident
    indices: tuple[Expr, ...]
    to: Expr | None


@frozen
class Do(Effect):
    subject: Expr | None
    deed: Deed
    if_able: bool


@frozen
class NextTurn(Effect):
    player: Expr


@frozen
class EndGame(Effect):
    pass


@frozen
class If(Node):
    """`branches`: (test, block), the first that holds; `otherwise` empty without `else`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block


@frozen
class ForEach(Node):
    binders: tuple[Binder, ...]
    where: Expr | None
    block: Block


@frozen
class Bullet(Cited):
    """One `-` line of `one of`; `block` holds its statements, the first one on the bullet's own line."""

    label: Ident | None
    block: Block


@frozen
class OneOf(Node):
    subject: Expr | None
    bullets: tuple[Bullet, ...]
    tells: tuple[Tell, ...] = ()


@frozen
class May(Node):
    """`often`: `once`, `repeatedly`, `upto` (then `limit`). `declined`: the words for not doing it."""

    subject: Expr | None
    often: str
    limit: Expr | None
    block: Block
    declined: Text | None = None


@frozen
class Repeat(Node):
    """`until` or `times`, or neither."""

    until: Expr | None
    times: Expr | None
    block: Block


@frozen
class Turns(Node):
    """`turns`/`rounds` (`whole` True) `from p where c until d`."""

    whole: bool
    start: Expr
    where: Expr | None
    until: Expr | None
    block: Block


@frozen
class Secretly(Node):
    block: Block


@frozen
class Group(Node):
    """A label with a block: `moves:` and its statements."""

    block: Block


@frozen
class Tell(Cited):
    """What a rule says, told to people; `section`: where it is printed, if not where it stands."""

    text: Text
    section: Ident | None


Simple = (
    Choose | OnlyIf | Let | Set | Move | Draw | Fill | Deal | Shuffle | Gain | Pay | Reveal | Announce | Do | NextTurn | EndGame
)  # on one line
Compound = If | ForEach | OneOf | May | Repeat | Turns | Secretly | Group  # with a block
Act = Simple | Compound | Tell


@frozen
class Statement(Cited):
    """A statement with its label and citations. `label:` alone is a Group with an empty block.

    `text`: the question of a choice, or what an effect is for. `tells` stand below a statement that takes one line.
    """

    label: Ident | None
    act: Act
    text: Text | None = None
    tells: tuple[Tell, ...] = ()


Block = tuple[Statement, ...]
