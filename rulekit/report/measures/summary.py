"""The measures in plain words, for a reader who knows no statistics.

Comes in: measures. Goes out: sentences. What could be chance is never told as if it were not.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.report.studies.numbers import ENGLISH, number
from rulekit.report.wording import Telling
from rulekit.study.measures.intervals import LEAST_FOR_CLEAR
from rulekit.study.measures.sample import numbers, quantile
from rulekit.study.measures.whole import Measures
from rulekit.wording import Sentence, numbered, sentence

LARGEST_P_VALUE = 0.05
ORDINALS = (
    sentence("the first player"), sentence("the second player"), sentence("the third player"), sentence("the fourth player"),
    sentence("the fifth player"), sentence("the sixth player"), sentence("the seventh player"), sentence("the eighth player"),
    sentence("the ninth player"), sentence("the tenth player"),
)  # fmt: skip


def summary(measures: Measures, tell: Telling = ENGLISH) -> tuple[str, ...]:
    """Return a few sentences, the most important first."""
    parts = (_whole(measures, tell), _seats(measures, tell), _ties(measures), _length(measures, tell), _choices(measures, tell),
             _leads(measures, tell), _decided(measures, tell), _options(measures), _rules(measures))  # fmt: skip
    return tuple(tell(said) for part in parts for said in part)


def per_cent(share: float) -> Sentence:
    """Return a share to read: whole per cents, but never 0 or 100 where it is not.

    >>> print(per_cent(0.306), per_cent(0.001), per_cent(0.999), per_cent(1), sep="; ")
    31 %; less than 1 %; more than 99 %; 100 %
    """
    if 0 < share < 0.005:
        return sentence("less than 1 %")
    return sentence("more than 99 %") if 0.995 <= share < 1 else sentence("{share} %", share=f"{100 * share:.0f}")


def ordinal(seat: int) -> Sentence:
    """Return the player of a seat: `the first player`."""
    return ORDINALS[seat] if seat < len(ORDINALS) else sentence("player {number}", number=seat + 1)


def _whole(measures: Measures, tell: Telling) -> Iterator[Sentence]:
    bad = measures.tally.games - measures.over
    if bad:
        games = tell.figures(f"{measures.tally.games:,}")
        yield numbered(
            bad,
            "Not all is well: {count} game of {games} did not end as it should.",
            "Not all is well: {count} games of {games} did not end as they should.",
            games=games,
        )
    if not measures.over:
        yield sentence("No game ended as it should, so there is nothing more to tell.")


def _seats(measures: Measures, tell: Telling) -> Iterator[Sentence]:
    won, test = measures.tally.alone.total(), measures.even()
    if measures.players == 1 and measures.over:
        yield sentence("The player wins {share} of the games.", share=per_cent(won / measures.over))
    if measures.players < 2 or not won:
        return
    best = max(range(measures.players), key=lambda seat: measures.wins(seat).mean)
    who = tell(ordinal(best))
    said = sentence(
        "{who} wins most often: {share} of the games that one player won; with equal chances it would be {even}",
        who=who[:1].upper() + who[1:], share=per_cent(measures.wins(best).mean), even=per_cent(1 / measures.players),
    )  # fmt: skip
    if test is None or won < LEAST_FOR_CLEAR:
        yield sentence("{said}. These are too few games to call it more than chance.", said=said)
    elif test.p < LARGEST_P_VALUE:
        rarely = sentence("less than 1") if test.p < 0.001 else sentence("about {n}", n=_rarely(test.p))
        yield sentence(
            "{said}. That is more than chance: so large a difference comes by luck in {rarely} of {all} series.",
            said=said, rarely=rarely, all=tell.figures("1,000"),
        )  # fmt: skip
    else:
        yield sentence("{said}. That may well be chance: no seat can be said to have an advantage.", said=said)


def _rarely(p: float) -> int:
    return max(1, round(1000 * p))


def _ties(measures: Measures) -> Iterator[Sentence]:
    if measures.players > 1 and measures.over:
        shared, nobody = measures.tally.shared, measures.tally.nobody
        if shared:
            yield sentence("Several players win together in {share} of the games.", share=per_cent(shared / measures.over))
        if nobody:
            yield sentence("Nobody wins in {share} of the games.", share=per_cent(nobody / measures.over))
        if not shared and not nobody:
            yield sentence("There was always exactly one winner.")


def _length(measures: Measures, tell: Telling) -> Iterator[Sentence]:
    found = measures.tally.lengths
    mean = found.estimate()
    if mean is None:
        return
    low, high = (tell.figures(f"{quantile(found, at):,}") for at in (5, 95))
    turns = numbers(measures.sample.turns).estimate()
    takes = sentence("A game takes {mean} decisions on average", mean=f"{mean.mean:.0f}")
    if turns is not None and measures.players > 1:
        takes = sentence(
            "A game takes {mean} decisions on average in {turns} turns", mean=f"{mean.mean:.0f}", turns=f"{turns.mean:.0f}"
        )
    yield sentence("{takes}; nine of ten games take {low} to {high} decisions.", takes=takes, low=low, high=high)


def _choices(measures: Measures, tell: Telling) -> Iterator[Sentence]:
    sample = measures.sample
    mean = numbers(sample.menus).estimate()
    if mean is None:
        return
    if sample.forced == sample.decisions:
        yield sentence("Nobody ever has a choice: all is luck.")
        return
    moves = tell.figures(number(mean.mean))
    if not sample.forced:
        yield sentence("A player has {moves} moves to choose from on average.", moves=moves)
        return
    forced = per_cent(sample.forced / sample.decisions)
    yield sentence(
        "A player has {moves} moves to choose from on average; in {forced} of the decisions there is only one.",
        moves=moves, forced=forced,
    )  # fmt: skip


def _leads(measures: Measures, tell: Telling) -> Iterator[Sentence]:
    changes, behind = numbers(measures.sample.changes).estimate(), measures.sample.story("behind")
    if changes is not None:
        yield sentence("The lead changes hands {times} times in a game.", times=tell.figures(number(changes.mean)))
    if behind is None:
        return
    worst, share = measures.sample.story("worst"), per_cent(behind.mean)
    if worst is None:
        yield sentence("The player who wins is behind in {share} of the turns before the last.", share=share)
    else:
        yield sentence(
            "The player who wins is behind in {share} of the turns before the last, at worst by {points} points on average.",
            share=share, points=tell.figures(number(worst.mean)),
        )  # fmt: skip


def _decided(measures: Measures, tell: Telling) -> Iterator[Sentence]:
    settled, margin = measures.sample.story("settled"), numbers(measures.sample.margin).estimate()
    if settled is not None:
        yield sentence("From {share} of the game on, the winner stays in the lead (on average).", share=per_cent(settled.mean))
    if margin is not None:
        ahead = tell.figures(number(margin.mean))
        yield sentence("At the end the winner is {points} points ahead of the next player.", points=ahead)


def _options(measures: Measures) -> Iterator[Sentence]:
    tried = [m for m in measures.options or () if m.refused is None]
    quiet = sorted({m.option for m in tried} - {m.option for m in tried if m.changed.count})
    if quiet:
        yield numbered(
            len(quiet),
            "No other value tried changed a single one of {games} games for {count} option: {names}.",
            "No other value tried changed a single one of {games} games for {count} options: {names}.",
            games=max(m.changed.n for m in tried),
            names=tuple(quiet),
        )


def _rules(measures: Measures) -> Iterator[Sentence]:
    never = measures.never_fired
    if never and measures.watched.games:
        games = numbered(measures.watched.games, "{count} game", "{count} games")
        yield numbered(
            len(never),
            "{count} rule never did anything in the {games} watched (see below).",
            "{count} rules never did anything in the {games} watched (see below).",
            games=games,
        )
