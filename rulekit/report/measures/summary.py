"""The measures in plain words, for a reader who knows no statistics.

Comes in: measures. Goes out: sentences. What could be chance is never told as if it were not.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.report.studies.numbers import number
from rulekit.report.text import plural
from rulekit.study.measures.intervals import ENOUGH
from rulekit.study.measures.sample import numbers, quantile
from rulekit.study.measures.whole import Measures

CHANCE = 0.05
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def summary(measures: Measures) -> tuple[str, ...]:
    """Return a few sentences, the most important first."""
    parts = (_whole(measures), _seats(measures), _ties(measures), _length(measures), _choices(measures), _leads(measures),
             _decided(measures), _options(measures), _rules(measures))  # fmt: skip
    return tuple(sentence for part in parts for sentence in part)


def per_cent(share: float) -> str:
    """Return a share to read: whole per cents, but never 0 or 100 where it is not.

    >>> per_cent(0.306), per_cent(0.001), per_cent(0.999), per_cent(1)
    ('31 %', 'less than 1 %', 'more than 99 %', '100 %')
    """
    if 0 < share < 0.005:
        return "less than 1 %"
    return "more than 99 %" if 0.995 <= share < 1 else f"{100 * share:.0f} %"


def ordinal(seat: int) -> str:
    """Return the player of a seat: `the first player`."""
    return f"the {ORDINALS[seat]} player" if seat < len(ORDINALS) else f"player {seat + 1}"


def _whole(measures: Measures) -> Iterator[str]:
    bad = measures.tally.games - measures.over
    if bad:
        yield f"Not all is well: {plural(bad, 'game')} of {measures.tally.games:,} did not end as they should."
    if not measures.over:
        yield "No game ended as it should, so there is nothing more to tell."


def _seats(measures: Measures) -> Iterator[str]:
    won, test = measures.tally.alone.total(), measures.even()
    if measures.players == 1 and measures.over:
        yield f"The player wins {per_cent(won / measures.over)} of the games."
    if measures.players < 2 or not won:
        return
    best = max(range(measures.players), key=lambda seat: measures.wins(seat).mean)
    share = measures.wins(best).mean
    even = f"with equal chances it would be {per_cent(1 / measures.players)}"
    said = f"{ordinal(best).capitalize()} wins most often: {per_cent(share)} of the games that one player won; {even}"
    if test is None or won < ENOUGH:
        yield f"{said}. These are too few games to call it more than chance."
    elif test.p < CHANCE:
        yield f"{said}. That is more than chance: so large a difference comes by luck in {_rarely(test.p)}."
    else:
        yield f"{said}. That may well be chance: no seat can be said to have an advantage."


def _rarely(p: float) -> str:
    return "less than 1 of 1,000 series" if p < 0.001 else f"about {max(1, round(1000 * p))} of 1,000 series"


def _ties(measures: Measures) -> Iterator[str]:
    if measures.players > 1 and measures.over:
        shared, nobody = measures.tally.shared, measures.tally.nobody
        if shared:
            yield f"Several players win together in {per_cent(shared / measures.over)} of the games."
        if nobody:
            yield f"Nobody wins in {per_cent(nobody / measures.over)} of the games."
        if not shared and not nobody:
            yield "There was always exactly one winner."


def _length(measures: Measures) -> Iterator[str]:
    found = measures.tally.lengths
    mean = found.estimate()
    if mean is not None:
        low, high = quantile(found, 5), quantile(found, 95)
        turns = numbers(measures.sample.turns).estimate()
        said = f" in {turns.mean:.0f} turns" if turns is not None and measures.players > 1 else ""
        yield f"A game takes {mean.mean:.0f} decisions on average{said}; nine of ten games take {low:,} to {high:,} decisions."


def _choices(measures: Measures) -> Iterator[str]:
    sample = measures.sample
    mean = numbers(sample.menus).estimate()
    if mean is None:
        return
    if sample.forced == sample.decisions:
        yield "Nobody ever has a choice: all is luck."
        return
    forced = f"in {per_cent(sample.forced / sample.decisions)} of the decisions there is only one" if sample.forced else ""
    yield f"A player has {number(mean.mean)} moves to choose from on average" + (f"; {forced}." if forced else ".")


def _leads(measures: Measures) -> Iterator[str]:
    changes, behind = numbers(measures.sample.changes).estimate(), measures.sample.story("behind")
    if changes is not None:
        yield f"The lead changes hands {number(changes.mean)} times in a game."
    if behind is not None:
        worst = measures.sample.story("worst")
        points = f", at worst by {number(worst.mean)} points on average" if worst is not None else ""
        yield f"The player who wins is behind in {per_cent(behind.mean)} of the turns before the last{points}."


def _decided(measures: Measures) -> Iterator[str]:
    settled, margin = measures.sample.story("settled"), numbers(measures.sample.margin).estimate()
    if settled is not None:
        yield f"From {per_cent(settled.mean)} of the game on, the winner stays in the lead (on average)."
    if margin is not None:
        yield f"At the end the winner is {number(margin.mean)} points ahead of the next player."


def _options(measures: Measures) -> Iterator[str]:
    tried = [m for m in measures.options or () if m.refused is None]
    quiet = sorted({m.option for m in tried} - {m.option for m in tried if m.changed.count})
    if quiet:
        most = max(m.changed.n for m in tried)
        yield f"No other value tried changed a single one of {most} games for {plural(len(quiet), 'option')}: {', '.join(quiet)}."


def _rules(measures: Measures) -> Iterator[str]:
    never = measures.never_fired
    if never and measures.watched.games:
        games = plural(measures.watched.games, "game")
        yield f"{plural(len(never), 'rule')} never did anything in the {games} watched (see below)."
