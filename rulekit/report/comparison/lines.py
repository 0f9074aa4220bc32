"""A comparison as text for the terminal: comes in what is told, goes out lines."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from rulekit.model.model import ARGUABLE, SLIP
from rulekit.report.comparison.report_data import MoveTold, PartTold, RuleTold, Saying, Told, WitnessTold
from rulekit.report.text import Paint, of_players
from rulekit.report.wording import Telling
from rulekit.wording import Sentence, numbered, sentence

PLAIN = Paint()
LAST_MOVES_SHOWN = 12  # moves of a play that are shown before its last ones


HEADINGS = {
    ARGUABLE: sentence("Arguable: a book can be taken to say so"),
    SLIP: sentence("Slips of the pen: a book says so, and cannot mean it"),
}


def comparison_lines(told: Told, paint: Paint = PLAIN, full: bool = False) -> Iterator[str]:
    """Yield the whole report."""
    yield paint("strong", told.title)
    say = Telling(told.language)
    first, second = say(sentence("first:")), say(sentence("second:"))
    wide = max(len(first), len(second)) + 1
    yield f"  {first:<{wide}}{told.headings[0]}"
    yield f"  {second:<{wide}}{told.headings[1]}"
    yield ""
    yield from told.summary
    if told.renamed:
        yield ""
        yield paint("strong", say(sentence("Other names")))
        yield from (f"  {line}" for line in told.renamed)
    if told.rules:
        yield ""
        yield paint("strong", say(sentence("Rules")))
        for section, rules in groupby(told.rules, lambda r: r.section):
            yield f"  {section or say(sentence('without a section'))}"
            for rule in rules:
                yield from _rule(told, rule, paint)
    for strength, rules in groupby(told.weaker, lambda r: r.strength):
        yield ""
        yield paint("strong", say(HEADINGS[strength]))
        for rule in rules:
            yield from _rule(told, rule, paint)
    for witness in told.witnesses:
        yield ""
        yield from witness_lines(witness, paint, full, say)
    yield ""
    yield paint("strong", say(sentence("Searched")))
    yield from (f"  {line}" for line in told.searched)


def blamed(witness: WitnessTold) -> Sentence:
    """Say which differences make a play, by their numbers."""
    if not witness.blame:
        return sentence("not traced to single rules")
    numbers = ", ".join(map(str, witness.blame))
    return numbered(len(witness.blame), "difference {numbers}", "differences {numbers}", numbers=numbers)


def labelled(name: str, text: str) -> Sentence:
    """Put a name before a text, or (with no name) the colon that stands between them."""
    return sentence("{name}: {text}", name=name, text=text)


def heading_of(part: PartTold) -> str:
    """Return what a side of a parting says before its list of moves, if it has one."""
    return sentence("{text}:", text=part.sentence) if part.moves else part.sentence


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


def witness_lines(witness: WitnessTold, paint: Paint, full: bool, say: Telling, title: Sentence | None = None) -> Iterator[str]:
    """Yield a play, move by move, and how both sides go on."""
    title = title or sentence("Play {number}: {why}", number=witness.number, why=blamed(witness))
    if not witness.observable:
        title = sentence("{title} (latent: no move, turn or result shows it)", title=title)
    if not witness.parts_both:
        title = sentence("{title} (with all else as in one of the games)", title=title)
    yield paint("strong", say(title))
    yield f"  {witness.between}"
    players = of_players(witness.players)
    moves = numbered(len(witness.moves), "{count} move", "{count} moves")
    yield "  " + say(sentence("{players}, after {moves}; {how}", players=players, moves=moves, how=witness.how))
    first = next((n for n, move in enumerate(witness.moves) if move.differs), len(witness.moves))
    shown = witness.moves if full else witness.moves[max(0, min(first, len(witness.moves) - LAST_MOVES_SHOWN)) :]
    if len(shown) < len(witness.moves):
        left = len(witness.moves) - len(shown)
        yield "     " + say(sentence("… the first {moves} moves are left out here (--full shows them)", moves=left))
    for move in shown:
        yield from _move(move, witness, say)
    yield "  " + say(sentence("the table then:"))
    yield from (f"    {line}" for line in witness.position)
    yield "  " + say(sentence("here they part:"))
    for part in (witness.one, witness.two):
        yield from _part(part, say)


def _move(move: MoveTold, witness: WitnessTold, say: Telling) -> Iterator[str]:
    yield f"  {move.number:>4}. " + (f"{move.who} {move.move}" if move.told_of else say(labelled(move.who, move.move)))
    if move.changes:
        yield f"        {move.changes}"
    if move.differs:
        yield "        " + say(labelled(witness.two.label, move.differs))


def _part(part: PartTold, say: Telling) -> Iterator[str]:
    yield "    " + say(labelled(part.label, heading_of(part)))
    yield from (f"      - {move}" for move in part.moves)
    yield from (f"      {line}" for line in part.lines)
