"""Names: what can be seen is taken, what cannot is refused, and no two at a table look alike."""

from __future__ import annotations

import httpx
import pytest

from rulekit.report.words import NAMES
from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.tables.player_names import alike, clean_name, default_names
from tests.tools.web.serving import example, sit

FINE = (
    "Zoé", "Zoe\u0301", "Жанна", "李小龍", "Ναταλία", "مريم", "علی\u200cرضا", "ศักดิ์สิทธิ์", "שָׁלוֹם", "O'Neil", "J. R.", "Nguyễn",
    "☕️ Luna",    "👩‍🚀", "👍🏽", "🇫🇷 Léa", "<b>Zoé</b>", "P1", "\N{REPLACEMENT CHARACTER}", "1️⃣", "🫨", "❤️‍🔥",
)  # fmt: skip
UNSEEN = {
    "zero width": "Ad\u200ba", "joined letters": "A\u200dda", "not joined": "Ad\u200ca", "soft hyphen": "A\u00adda",
    "right to left": "Ada\u202e", "a mark of direction": "\u200eAda", "isolated": "\u2066Ada\u2069", "hangul filler": "\u3164",
    "half a filler": "Ada\uffa0", "braille blank": "\u2800", "tags": "Ada\U000e0041", "a style on a letter": "Ada\ufe0f",
    "another style": "Ada\ufe01", "a byte order mark": "\ufeffAda", "a bell": "Ada\x07", "private": "\ue000",
    "no sign at all": "\u0378", "a grapheme joiner": "A\u034fda", "an ideographic style": "葛\U000e0100",
    "joiner at the end": "☕\u200d",    "nothing to join": "☕\u200d☕\u200d\u200d☕", "khmer vowel": "a\u17b4",
}  # fmt: skip
MARKED = {"a pile": "A" + "\u0301\u0302\u0303\u0304" * 5, "three": "q\u0323\u0307\u0301", "on nothing": "\u0301\u0301Ada"}


@pytest.mark.parametrize("name", FINE)
def test_names_of_all_scripts_and_pictures_are_taken(name: str) -> None:
    assert clean_name(name)


@pytest.mark.parametrize("name", UNSEEN.values(), ids=UNSEEN.keys())
def test_what_cannot_be_seen_is_refused(name: str) -> None:
    with pytest.raises(Refused, match="invisible signs") as refused:
        clean_name(name)
    assert (refused.value.status, refused.value.code) == (400, "name")


@pytest.mark.parametrize("name", MARKED.values(), ids=MARKED.keys())
def test_marks_are_not_piled_up(name: str) -> None:
    with pytest.raises(Refused, match="so many marks on one letter"):
        clean_name(name)


def test_blanks_are_put_in_order() -> None:
    assert clean_name(" \u00a0 Ada \u3000\u2003 Luna\t\n") == "Ada Luna" and clean_name("\u2003\u00a0") == ""
    assert clean_name("👩‍🚀" * 30)[-1] in "👩🚀"  # no half of a sign at the end


@pytest.mark.parametrize(("one", "other"), [
    ("Ada", "ada"), ("Ada", "Аdа"), ("ADA", "аdа"), ("Ada", "Ａｄａ"), ("Ada", "𝐀𝒹𝕒"), ("Ada", "Adà"), ("Bob", "B0b"),
    ("Bob", "Bøb"),    ("Bob", "ʙᴏʙ"), ("Bob", "ΒΟΒ"), ("Ian", "lan"), ("Ian", "1an"), ("Ian", "|an"), ("Emma", "Ernma"),
    ("Will", "VVill"),    ("Cleo", "Сlео"), ("Mia", "Mıa"), ("Finn", "ﬁnn"), ("Жанна", "ЖАННА"), ("Strauß", "STRAUSS"),
    ("علیرضا", "علی\u200cرضا"),    ("☕️", "☕"), ("Gia", "Giɑ"), ("Ada", "Ꭺda"),
])  # fmt: skip
def test_names_that_look_alike(one: str, other: str) -> None:
    assert alike(one, other) and alike(other, one)


@pytest.mark.parametrize(("one", "other"), [
    ("Ada", "Ida"), ("Lan", "Ian"), ("Жанна", "Анна"), ("李", "王"), ("☕", "🍵"), ("P1", "P2"), ("Ada", "Ada 2"), ("Lea", "Leo"),
])  # fmt: skip
def test_names_that_do_not(one: str, other: str) -> None:
    assert not alike(one, other)


def test_the_names_we_give_do_not_look_alike() -> None:
    names = [*NAMES, *(f"P{n}" for n in range(100))]
    assert not [(a, b) for n, a in enumerate(names) for b in names[:n] if alike(a, b)]
    assert default_names(["Plаyer 2", "", "Player 4", ""]) == ["Plаyer 2", "Player 1", "Player 4", "Player 3"]


def test_at_a_table_a_name_is_refused_with_the_reason(client: httpx.Client) -> None:
    (luna, cosmo), _ = sit(client, example("tic-tac-toe"), [{"name": "Luna"}, {"name": "Cosmo"}])
    told = cosmo.post("name", name="Ĺunа")
    assert told.status_code == 409 and "looks like the name of Luna" in told.json()["error"]["message"]
    assert cosmo.post("name", name="\u3164").json()["error"]["message"] == "a name cannot have invisible signs in it"
    assert luna.post("name", name="LUNA").status_code == 200  # one's own name is no obstacle
    assert [p["name"] for p in luna.see()["players"]] == ["LUNA", "Cosmo"]
    told = client.post("/api/tables", json={"rules": example("tic-tac-toe"), "seats": [{"name": "A\u200b"}, {}]})
    assert told.status_code == 400 and told.json()["error"]["code"] == "name"
