"""What a request asks for, read with care: every field has a type and a size, everything else is refused."""

from __future__ import annotations

import json
import re

from rulekit.syntax.source import oversized
from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.workshop.findings import findings_data

Data = dict[str, object]
MOST_SETTINGS = 60
MOST_IDS = 6


def body_of(raw: bytes) -> Data:
    """Return the body of a request: one JSON object."""
    try:
        data = json.loads(raw or b"null")
    except (ValueError, RecursionError):
        raise wrong("the body is no JSON") from None
    if not isinstance(data, dict):
        raise wrong("the body has to be one object")
    try:
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):  # halves of characters, numbers of thousands of digits
        raise wrong("the body has something in it that cannot be passed on") from None
    return data


def wrong(message: str) -> Refused:
    """Return a request that cannot be understood."""
    return Refused(400, "request", message)


def number(data: Data, name: str, low: int, high: int) -> int:
    """Return a whole number."""
    value = data.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise wrong(f"`{name}` has to be a number from {low} to {high}")
    return value


def maybe_number(data: Data, name: str, low: int, high: int) -> int | None:
    """Return a whole number, or nothing."""
    return None if data.get(name) is None else number(data, name, low, high)


def text(data: Data, name: str, most: int) -> str:
    """Return a text."""
    value = data.get(name)
    if not isinstance(value, str) or len(value) > most:
        raise wrong(f"`{name}` has to be a text of at most {most} characters")
    return value


def rule_text(data: Data, name: str) -> str:
    """Return the text of a rule file, no longer than a file may be."""
    value = data.get(name)
    if not isinstance(value, str):
        raise wrong(f"`{name}` has to be a text")
    found = oversized(len(value.encode()), name)
    if found is not None:
        raise Refused(422, found.code, found.message, found.hint or "", findings_data((found,), {}))
    return value


def maybe_text(data: Data, name: str, most: int) -> str | None:
    """Return a text, or nothing."""
    return None if data.get(name) is None else text(data, name, most)


def ids(data: Data, name: str) -> list[str]:
    """Ids of pieces and cells: none, one, or some."""
    value = data.get(name)
    asked = [] if value is None else value if isinstance(value, list) else [value]
    found = [one for one in asked if isinstance(one, str) and len(one) <= 40]
    if len(asked) > MOST_IDS or len(found) < len(asked):
        raise wrong(f"`{name}` has to be the id of a piece or a cell, or a few of them")
    return found


def rules(data: Data, name: str = "rules") -> Data:
    """Return what is to be played."""
    value = data.get(name)
    if not isinstance(value, dict):
        raise wrong(f"`{name}` has to say which game: an object with `game` or `text`")
    own = {"text": rule_text(value, "text")} if value.get("text") is not None else {"game": text(value, "game", 80)}
    if "text" in own and value.get("base") is not None:
        own["base"] = rule_text(value, "base")
    changes, settings = value.get("with", []), value.get("set", {})
    if not isinstance(changes, list) or len(changes) > 12 or not all(isinstance(c, str) and len(c) <= 80 for c in changes):
        raise wrong("`with` has to be a short list of names")
    if not isinstance(settings, dict) or len(settings) > MOST_SETTINGS:
        raise wrong("`set` has to be options with their values")
    if not all(isinstance(v, str) and len(k) <= 80 and len(v) <= 80 for k, v in settings.items()):
        raise wrong("`set` has to be options with their values, each a short text")
    return own | {"with": changes, "set": settings}


def own_rules(data: Data) -> Data:
    """Return rules that are a text of one's own, to be written into."""
    found = rules(data)
    if "text" not in found:
        raise wrong("only a text of one's own can be written into")
    return found


def seats(data: Data) -> list[Data]:
    """Return who sits where."""
    value = data.get("seats", [])
    if not isinstance(value, list) or len(value) > 20 or not all(isinstance(s, dict) for s in value):
        raise wrong("`seats` has to be a list of objects")
    return [{"bot": maybe_text(s, "bot", 80), "name": maybe_text(s, "name", 80)} for s in value]


def preferred(header: str) -> str:
    """Return the first language of an `Accept-Language`.

    >>> preferred("fr-CH,fr;q=0.9,en;q=0.8")
    'fr'
    """
    return re.split("[-,;]", header.strip())[0]


def language(value: str | None) -> str:
    """Return a language by its short name; English if it cannot be one."""
    return value if value and len(value) <= 8 and value.isascii() and value.isalpha() else "en"
