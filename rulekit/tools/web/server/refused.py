"""What is not done, as it is answered: with a status, a code and a sentence."""

from __future__ import annotations

from typing import Any

from rulekit.report.wording import in_words
from rulekit.tools.web.workers.crew import Failed
from rulekit.wording import sentence

Data = dict[str, Any]
LIMITS = {
    "memory": sentence("these rules need more memory than they may have here"),
    "depth": sentence("these rules need more depth than they may have here"),
}
FORESEEN = sentence("whoever chooses the seed of a game can foresee it: among several people it is not chosen")
NO_MOVE = {"not your turn": sentence("not your turn"), "no such move": sentence("no such move")}


class Refused(Exception):
    """Something that is not done, with the status of the answer."""

    def __init__(self, status: int, code: str, message: str, hint: str = "", findings: list[Data] | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.hint, self.findings = status, code, hint, findings or []
        self.message = message

    def told(self, language: str) -> Data:
        """Return what is answered, in a language; what only a program would ask wrongly is refused in English."""
        message, hint = in_words(self.message, language), in_words(self.hint, language)
        return {"code": self.code, "message": message, "hint": hint, "findings": self.findings}


def answered(data: Data) -> Data:
    """Return an answer without findings; with them, a refusal."""
    if "findings" in data and "ok" not in data:
        first = data["findings"][0] if data["findings"] else {"code": "", "message": "", "hint": ""}
        raise Refused(422, first["code"], first["message"], first.get("hint") or "", data["findings"])
    if "broken" in data:
        raise Refused(500, "fault", sentence("something went wrong in rulekit itself; nothing was changed"))
    if "exhausted" in data:
        raise Refused(422, "limit", LIMITS[data["exhausted"]])
    return data


def too_much(failed: Failed, own: bool) -> Refused:
    """Return what to say when a worker gave up; `own`: on rules that somebody wrote, who can mend them."""
    if failed.why in ("busy", "ended") or not own:
        return Refused(503, "busy", sentence("too much is going on here; try again in a moment"))
    slow = sentence("these rules take too long")
    told = slow if failed.why == "slow" else sentence("these rules need more than they may have here")
    return Refused(422, "limit", told, sentence("fewer choices at once, shorter loops or fewer pieces help"))


def not_for(low: int, high: int, wanted: int) -> Refused:
    """Return what to say where so many cannot play."""
    told = sentence("this game is for {low} to {high} players, not for {wanted}", low=low, high=high, wanted=wanted)
    return Refused(400, "players", told)
