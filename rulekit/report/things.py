"""What stands in a rule file, by the words for it: a place, a row of a table, an example."""

from __future__ import annotations

from rulekit.wording import Sentence, as_said, sentence

_THINGS = {
    "game": sentence("game"), "head": sentence("head"), "kind": sentence("kind"), "pieces": sentence("pieces"),
    "place": sentence("place"), "tally": sentence("tally"), "marker": sentence("marker"),
    "option": sentence("option"), "answer": sentence("answer"), "table": sentence("table"), "row": sentence("row"),
    "total": sentence("total"), "definition": sentence("definition"),
    "action": sentence("action"), "step": sentence("step"), "setup": sentence("setup"), "play": sentence("play"),
    "cell": sentence("cell"), "rule": sentence("rule"), "requirement": sentence("requirement"), "bullet": sentence("bullet"),
    "score": sentence("score"), "winner": sentence("winner"), "players": sentence("players"),
    "example": sentence("example"), "change": sentence("change"), "remark": sentence("remark"), "word": sentence("word"),
    "look": sentence("look"), "named": sentence("named"),
}  # fmt: skip


def thing(what: str) -> Sentence:
    """Return the word for something in a rule file; what is not known stays as it is."""
    return _THINGS.get(what, as_said(what))
