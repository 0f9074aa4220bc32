"""What is not done, as it is answered: with a status, a code and a sentence."""

from __future__ import annotations

from typing import Any

from rulekit.tools.web.workers.crew import Failed

Data = dict[str, Any]


class Refused(Exception):
    """Something that is not done, with the status of the answer."""

    def __init__(self, status: int, code: str, message: str, hint: str = "", findings: list[Data] | None = None) -> None:
        super().__init__(message)
        self.status, self.code, self.hint, self.findings = status, code, hint, findings or []


def answered(data: Data) -> Data:
    """Return an answer without findings; with them, a refusal."""
    if "findings" in data and "ok" not in data:
        first = data["findings"][0] if data["findings"] else {"code": "", "message": "", "hint": ""}
        raise Refused(422, first["code"], first["message"], first.get("hint") or "", data["findings"])
    if "broken" in data:
        raise Refused(500, "fault", "something went wrong in rulekit itself; nothing was changed")
    if "exhausted" in data:
        raise Refused(422, "limit", f"these rules need more {data['exhausted']} than they may have here")
    return data


def too_much(failed: Failed, own: bool) -> Refused:
    """Return what to say when a worker gave up; `own`: on rules that somebody wrote, who can mend them."""
    if failed.why in ("busy", "ended") or not own:
        return Refused(503, "busy", "too much is going on here; try again in a moment")
    told = "take too long" if failed.why == "slow" else "need more than they may have here"
    return Refused(422, "limit", f"these rules {told}", "fewer choices at once, shorter loops or fewer pieces help")
