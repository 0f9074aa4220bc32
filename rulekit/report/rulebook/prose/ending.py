"""The lines of the score and of the winner as sentences."""

from __future__ import annotations

from typing import Any

from rulekit.model import expressions as exprs
from rulekit.model.model import Criterion, ScoreLine
from rulekit.report.rulebook.parts import Item
from rulekit.report.rulebook.prose.conditions import Teller

PLAYER = 0  # the bound variable of score and winner


def score_item(voice: Teller, line: ScoreLine) -> Item:
    """Return a line of the score."""
    name = voice.say.sentence(voice.one(line.name, "score"))
    return Item(voice.say.sentence(voice.tell(line.value)) + ".", name)


def criterion(voice: Teller, line: Criterion, number: int) -> Item:
    """Return how the winner is found, first of all or in a tie."""
    when = "first" if number == 0 else "tie"
    counted = _counted(voice, line.value)
    if line.how == "only_if":
        text = voice.say(f"only_if_{when}", test=voice.clause(line.value))
    elif counted:
        text = voice.say(f"{line.how}_{when}", what=counted)
    else:
        text = voice.say(f"{line.how}_by_{when}", what=voice.tell(line.value))
    return Item(voice.say.sentence(text))


def _counted(voice: Teller, value: Any) -> str:
    """Return what is counted, if that is points or tokens."""
    match value:
        case exprs.ScoreOf(line=None):
            return voice.say("points_noun")
        case exprs.TallyOf(tally=name, indices=(exprs.Bound(index=index),)) if index == PLAYER:
            return voice.many(name)
        case exprs.Builtin(function="count", args=(exprs.Contents(place=name, indices=(exprs.Bound(index=index),)),)) if (
            index == PLAYER
        ):
            word, pieces = voice.place_word(name), voice.many(voice.pieces_of(name))
            where = voice.say.noun("their", word, voice.is_many(word))
            return word if word.endswith(f" {pieces}") else voice.say("within_own", pieces=pieces, place=where)
    return ""
