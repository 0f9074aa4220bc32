"""A witness in words: the moves, the position, and how each side goes on where they part.

Comes in: a witness and the two speakers. Goes out: a `WitnessTold`.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from rulekit.compare.lockstep.counterparts import ComparedGame
from rulekit.compare.result import BOTH, IN_A, Comparison, Witness
from rulekit.compare.witness.retelling import Retelling, Telling, retelling
from rulekit.engine.explain import Wanted, equals, explore
from rulekit.engine.faults import Fault
from rulekit.engine.moves import Move, Part
from rulekit.model.types import PieceType
from rulekit.program.layout import combinations
from rulekit.program.program import ME, Cells, CellValue, Family, pieces_held
from rulekit.report.comparison.report_data import MoveTold, PartTold, WitnessTold
from rulekit.report.comparison.rules import Speaker, in_order
from rulekit.report.rules.reasons import refusal_lines
from rulekit.report.scene.table_text import seen_table
from rulekit.report.table.log_lines import LogLine, retold
from rulekit.report.table.scores import outcome_lines, receipt_lines
from rulekit.report.told.things import the_place
from rulekit.report.words import Namer, make_namer
from rulekit.wording import Sentence, as_said, sentence

MOST_MOVES = 8
LINE_WIDTH = 100
LUCKY = sentence("chance is asked for other things on each side, in too many ways to try them all: this may be luck")
HOW = {
    "shortest": sentence("shortest"),
    "shortest with this chance": sentence("shortest with this chance"),
    "short, not proved shortest": sentence("short, not proved shortest"),
}


def witness_told(comparison: Comparison, number: int, witness: Witness, one: Speaker, two: Speaker) -> WitnessTold:
    """Return a witness in words."""
    told = retelling(witness)
    first, second = (_namer(side.table, by.namer.language) for side, by in ((told.one, one), (told.two, two)))
    labels = _labels(witness, one.label, two.label)
    parts = _parts(witness, told, first, second, labels)
    numbers, how = in_order(comparison), HOW.get(witness.how, as_said(witness.how))
    how = sentence("{hint}; {more}", hint=how, more=LUCKY) if witness.lucky else how
    return WitnessTold(
        number, witness.observable, witness.play.parting.what, how, _between(witness, one.label, two.label),
        witness.play.players, witness.play.seed, _moves(told, first, second), _position(told.one, first), *parts,
        tuple(sorted(numbers[n] for n in witness.blame if n in numbers)), witness.parts_both,
    )  # fmt: skip


def _namer(table: ComparedGame, language: str) -> Namer:
    """Return the words of a side, told of the players, who are called the same on both."""
    return evolve(make_namer(table.model, table.program.layout, language, engine=table.engine), aside=True)


def _labels(witness: Witness, one: str, two: str) -> tuple[str, str]:
    """Return what the sides are called: the games themselves, or one of them with a rule of the other."""
    if witness.between == BOTH:
        return one, two
    if witness.between == IN_A:
        return one, sentence("{name} with this rule of {other}", name=one, other=two)
    return sentence("{name} with this rule of {other}", name=two, other=one), two


def _between(witness: Witness, one: str, two: str) -> str:
    first, second = _labels(witness, one, two)
    if witness.between == BOTH:
        return sentence("between {first} and {second}", first=first, second=second)
    told = sentence("between {first} and {second}; all else is the same", first=first, second=second)
    also = sentence("the same moves part {first} and {second} here too", first=one, second=two)
    return sentence("{hint}; {more}", hint=told, more=also) if witness.also else told


# ---- the play ------------------------------------------------------------------------------------
def _moves(told: Retelling, first: Namer, second: Namer) -> tuple[MoveTold, ...]:
    """The moves of the first game, with what came of them in the second where that is something else and both go move by move."""
    even = len(told.one.made) == len(told.two.made) and told.one.table.model.name == told.two.table.model.name
    there = [_line(second, told.two, number).changes for number in range(len(told.two.made))] if even else []
    found = []
    for number, made in enumerate(told.one.made):
        line = _line(first, told.one, number)
        other = there[number] if there else line.changes
        differs = "" if other == line.changes else other or sentence("nothing more happens")
        found.append(MoveTold(number + 1, first.player(made.player), line.text, line.changes, differs, line.told_of))
    return tuple(found)


def _line(namer: Namer, side: Telling, number: int) -> LogLine:
    """Return a move of one side in words."""
    made = side.made[number]
    return retold(namer, side.table.engine, made.before, made.move, side.draws[number + 1])


def _position(side: Telling, namer: Namer) -> tuple[str, ...]:
    """Return the table where they part, as somebody sees it who sees everything."""
    return tuple(line.plain.rstrip() for line in seen_table(namer, side.table.engine, side.last, None, wide=LINE_WIDTH))


# ---- where they part -----------------------------------------------------------------------------
def _parts(witness: Witness, told: Retelling, first: Namer, second: Namer, labels: tuple[str, str]) -> tuple[PartTold, PartTold]:
    parting = witness.play.parting
    sides = ((told.one, told.two, first, labels[0]), (told.two, told.one, second, labels[1]))
    match parting.what:
        case "moves":
            return _both(_offers(*side) for side in sides)
        case "result":
            return _both(_result(*side) for side in sides)
        case "secret":
            hidden = (parting.one, parting.two)
            return _both(_secret(bool(secret), side[3]) for secret, side in zip(hidden, sides, strict=True))
        case "position" | "sight":
            return _both(_held(witness, n, *side) for n, side in enumerate(sides))
    return _both(_goes_on(*side) for side in sides)


def _both(parts: Iterator[PartTold]) -> tuple[PartTold, PartTold]:
    one, two = parts
    return one, two


def _texts(namer: Namer, side: Telling, moves: tuple[Move, ...]) -> tuple[str, ...]:
    texts = dict(zip(side.menu, namer.moves(side.menu, side.last.cells), strict=True))
    said = [texts[m] for m in moves]
    return (*said[:MOST_MOVES], sentence("… {more} more", more=len(said) - MOST_MOVES)) if len(said) > MOST_MOVES else tuple(said)


def _asked(namer: Namer, side: Telling, told: Sentence) -> Sentence:
    """Return what is told, in the course of an action with the question above the menu: it is what its moves answer."""
    question = "" if any(move.actions for move in side.menu) else namer.question(side.menu, side.last.cells)
    return sentence("{told} (“{question}”)", told=told, question=question) if question else told


def _offers(side: Telling, other: Telling, namer: Namer, label: str) -> PartTold:
    """Return what this side offers that the other does not, and why it does not offer the other's."""
    who = namer.player(side.last.cells[ME])
    reasons = _refused(side, other, namer)
    if side.only:
        return PartTold(
            label,
            _asked(namer, side, sentence("{who} may instead", who=who) if other.only else sentence("{who} may", who=who)),
            _texts(namer, side, side.only),
            reasons,
        )
    return PartTold(
        label,
        sentence("{who} may not: {reasons}", who=who, reasons=reasons[0])
        if reasons
        else sentence("{who} may not do this", who=who),
        (),
        reasons[1:],
    )


def _refused(side: Telling, other: Telling, namer: Namer) -> tuple[str, ...]:
    """Return why the first move that only the other side offers is not possible here."""
    move = next((m for m in other.only if m.actions), None)
    if move is None:
        return ()
    deed = _deed(side.table, other.table, move.actions[-1])
    if deed is None:
        theirs = _namer(other.table, namer.language)
        return (sentence("no rule allows it here ({action})", action=theirs.deed(move.actions[-1])),)
    alike = side.table.program.layout.sorts == other.table.program.layout.sorts
    matchers = tuple(
        (lambda cells, value: True) if isinstance(p.type, PieceType) and not alike else equals(p.value) for p in move.picks
    )
    try:
        _, refusals = explore(side.table.engine, side.last, Wanted(deed, {}, matchers), side.last.cells[ME])
    except Fault:
        return ()
    steps = [_step(p) for p in move.parts]
    near = [r for r in refusals if [_step(p) for p in r.parts] == steps[: len(r.parts)]]
    best = max(near, key=lambda r: len(r.parts), default=None)
    return () if best is None else tuple(refusal_lines(namer, best, side.last.cells))


def _step(part: Part) -> tuple[object, ...]:
    """Return a part of a move, to be found again in another game."""
    return part.what, part.pick.value if part.pick else None


def _deed(mine: ComparedGame, theirs: ComparedGame, action: str) -> str | None:
    common = theirs.words.top(action)
    return next((name for name, _ in mine.program.deeds if mine.words.top(name) == common), None)


def _goes_on(side: Telling, other: Telling, namer: Namer, label: str) -> PartTold:
    """Return whose turn it is, or that the game is over."""
    if side.over:
        lines = tuple(outcome_lines(namer, side.table.engine.outcome(side.last)))
        return PartTold(label, sentence("the game is over"), (), lines)
    if not side.menu:
        return PartTold(label, _fault(side))
    told = sentence("{player} decides next, and may", player=namer.player(side.last.cells[ME]))
    return PartTold(label, _asked(namer, side, told), _texts(namer, side, side.menu))


def _fault(side: Telling) -> str:
    """Return what the rules are at fault with."""
    try:
        side.table.engine.machine.settle(Cells(side.last.cells))
    except Fault as fault:
        return sentence("the rules are at fault: {message}", message=fault.placed)
    return sentence("the rules do not say how to go on")


def _result(side: Telling, other: Telling, namer: Namer, label: str) -> PartTold:
    engine = side.table.engine
    mine, theirs = engine.outcome(side.last), other.table.engine.outcome(other.last)
    lines: list[str] = []
    for seat in range(namer.layout.players):
        if mine.totals[seat] != theirs.totals[seat]:
            lines.extend(receipt_lines(namer, engine.receipt(side.last, seat), side.last.cells))
    lines.extend(outcome_lines(namer, mine))
    totals = ", ".join(f"{namer.player(p)} {t}" for p, t in enumerate(mine.totals)) if namer.model.score else ""
    return PartTold(
        label, sentence("the game ends {totals}", totals=totals) if totals else sentence("the game ends"), (), tuple(lines)
    )


def _held(witness: Witness, at: int, side: Telling, other: Telling, namer: Namer, label: str) -> PartTold:
    """Return what differs in the position, or in who sees it."""
    parting, lines = witness.play.parting, list[str]()
    for wanted in parting.labels:
        mine = side.table.cells[wanted]
        lines.append(f"{_cell(namer, side, mine.cell)}: {_content(namer, side, mine.cell, parting.what, mine.sight)}")
    told = sentence("this lies there") if parting.what == "position" else sentence("who sees it")
    return PartTold(label, told, (), tuple(lines))


def _secret(secret: bool, label: str) -> PartTold:
    return PartTold(label, sentence("choices are made in secret") if secret else sentence("choices are made openly"))


def _cell(namer: Namer, side: Telling, cell: int) -> str:
    layout = side.table.program.layout
    families: tuple[Family, ...] = (*layout.places, *layout.tallies, *layout.markers)
    for family in families:
        if family.base <= cell < family.base + family.size:
            indices = list(combinations(family.dims))[cell - family.base]
            return the_place(namer, family.name, indices, None) if namer.speaks else namer.family(family.name, indices)
    bank = next((t for t in layout.tallies if t.bank is not None and t.bank <= cell < t.bank + t.banks), None)
    return namer.say("bank", what=namer.word(bank.name, 2)) if bank else namer.place("box")


def _content(namer: Namer, side: Telling, cell: int, what: str, sight: tuple[bool, ...]) -> str:
    if what == "sight":
        return ", ".join(namer.player(p) for p, sees in enumerate(sight) if sees) or sentence("nobody")
    value: CellValue = side.last.cells[cell]
    layout = side.table.program.layout
    if any(p.base <= cell < p.base + p.size for p in layout.places) or cell == layout.box:
        return ", ".join(namer.piece(p, side.last.cells) for p in pieces_held(value)) or namer.say("nothing")
    marker = next((m for m in layout.markers if m.base <= cell < m.base + m.size), None)
    return namer.value(marker.type, value, side.last.cells) if marker else str(value)
