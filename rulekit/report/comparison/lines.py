"""A comparison as text for the terminal: comes in what is told, goes out lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulekit.report.comparison.report_data import MoveTold, PartTold, RuleTold, Saying, Told, WitnessTold
from rulekit.report.text import Paint, plural

PLAIN = Paint()
FEW = 12  # moves of a play that are shown before its last ones


def comparison_lines(told: Told, paint: Paint = PLAIN, full: bool = False) -> Iterator[str]:
    """Yield the whole report."""
    yield paint("strong", told.title)
    yield f"  first:  {told.headings[0]}"
    yield f"  second: {told.headings[1]}"
    yield ""
    yield from told.summary
    if told.renamed:
        yield ""
        yield paint("strong", "Other names")
        yield from (f"  {line}" for line in told.renamed)
    if told.rules:
        yield ""
        yield paint("strong", "Rules")
        for section, rules in groupby(told.rules, lambda r: r.section):
            yield f"  {section or 'without a section'}"
            for rule in rules:
                yield from _rule(told, rule, paint)
    for witness in told.witnesses:
        yield ""
        yield from _witness(witness, paint, full)
    yield ""
    yield paint("strong", "Searched")
    yield from (f"  {line}" for line in told.searched)


def _rule(told: Told, rule: RuleTold, paint: Paint) -> Iterator[str]:
    yield f"  {rule.number:>3}. {rule.sentence}"
    for label, side in zip(told.labels, (rule.one, rule.two), strict=True):
        if side is not None:
            yield from _saying(label, side, paint)
    yield paint("faint", f"       {rule.status}")


def _saying(label: str, side: Saying, paint: Paint) -> Iterator[str]:
    cited = "; ".join(side.citations)
    where = f"{side.address}{f' ({side.place})' if side.place else ''}"
    yield f"       {label}: {where}" + (f" – {cited}" if cited else "")
    for line in side.lines:
        yield paint("faint", f"         | {line}")
    for passage in side.passages:
        yield f"         {passage.where}: {passage.text}"


def _witness(witness: WitnessTold, paint: Paint, full: bool) -> Iterator[str]:
    numbers = ", ".join(map(str, witness.blame))
    why = f"difference{'s' if len(witness.blame) > 1 else ''} {numbers}" if numbers else "not traced to single rules"
    seen = "" if witness.observable else " (latent: no move, turn or result shows it)"
    yield paint("strong", f"Play {witness.number}: {why}{seen}")
    yield f"  {witness.between}"
    yield f"  {plural(witness.players, 'player')}, after {plural(len(witness.moves), 'move')}; {witness.how}"
    first = next((n for n, move in enumerate(witness.moves) if move.differs), len(witness.moves))
    shown = witness.moves if full else witness.moves[max(0, min(first, len(witness.moves) - FEW)) :]
    if len(shown) < len(witness.moves):
        yield f"     … the first {len(witness.moves) - len(shown)} moves are left out here (--full shows them)"
    for move in shown:
        yield from _move(move, witness)
    yield "  the table then:"
    yield from (f"    {line}" for line in witness.position)
    yield "  here they part:"
    for part in (witness.one, witness.two):
        yield from _part(part)


def _move(move: MoveTold, witness: WitnessTold) -> Iterator[str]:
    yield f"  {move.number:>4}. {move.who}: {move.move}"
    if move.changes:
        yield f"        {move.changes}"
    if move.differs:
        yield f"        {witness.two.label}: {move.differs}"


def _part(part: PartTold) -> Iterator[str]:
    yield f"    {part.label}: {part.sentence}{':' if part.moves else ''}"
    yield from (f"      - {move}" for move in part.moves)
    yield from (f"      {line}" for line in part.lines)
