"""Options that were set by a slider, written into the file."""

from __future__ import annotations

import httpx
import pytest

from rulekit.tools.web.workshop.settled_text import settled_text

HOUSE = 'cafe en\nvariant ours of cafe_del_gatto "Ours"\n  why "to try"\n\nwith tip = 2   # more\n'
MAISON = 'cafe fr\nvariante ours de cafe_del_gatto "Chez nous"\n  pourquoi "pour voir"\n'


@pytest.mark.parametrize(("text", "settings", "written"), [
    (HOUSE, {"tip": "4"}, HOUSE.replace("= 2 ", "= 4 ")),
    (HOUSE, {"must_act": "no"}, HOUSE + "\nwith must_act = no\n"),
    (HOUSE, {"tip": "3", "must_act": "yes"}, HOUSE.replace("= 2 ", "= 3 ") + "\nwith must_act = yes\n"),
    (MAISON, {"must_act": "no", "tip": "3"}, MAISON + "\navec must_act = non\navec tip = 3\n"),
    (HOUSE, {}, HOUSE),
    ("cafe en\ngame (", {"tip": "3"}, "cafe en\ngame ("),
])  # fmt: skip
def test_settings_are_written_where_they_belong(text: str, settings: dict[str, str], written: str) -> None:
    assert settled_text(text, settings) == written


def test_a_game_says_it_in_its_option(client: httpx.Client) -> None:
    text = client.get("/api/games/cafe-del-gatto/source").json()["files"][0]["text"]
    told = client.post("/api/settled", json={"rules": {"text": text, "set": {"tip": "4"}}}).json()["text"]
    changed = [(a, b) for a, b in zip(text.splitlines(), told.splitlines(), strict=True) if a != b]
    assert len(changed) == 1 and "option tip" in changed[0][1]
    options = client.post("/api/check", json={"rules": {"text": told}}).json()["outline"]["options"]
    assert next(o["value"] for o in options if o["name"] == "tip") == "4"
