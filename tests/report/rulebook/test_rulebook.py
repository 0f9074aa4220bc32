"""Rules as prose, pieces as pictures: sentences by hand, whole small books as snapshots."""

from __future__ import annotations

import re
import tomllib
from string import Formatter
from xml.etree import ElementTree

import pytest
from syrupy.assertion import SnapshotAssertion

from rulekit.engine.view import SeenPiece
from rulekit.model.model import GameModel
from rulekit.model.types import TruthType
from rulekit.pipeline import check_game
from rulekit.report.rulebook.html import styled
from rulekit.report.rulebook.parts import strong
from rulekit.report.rulebook.prose import teller
from rulekit.report.rulebook.rules_in_force import settle
from rulekit.report.table.svg import drawer, ink
from tests.report.books import GAMES, GATTO, ROOT, model_of, namer_of, page, rules, section, without_figures, written
from tests.report.market import MARKET
from tests.report.snapshots import TextSnapshot

# ---- sentences -----------------------------------------------------------------------------------
FORMS = """
define rich(p: player) = coins[p] >= 3
define somebody_is_rich = any(p in players where rich(p))
define a1 = not somebody_is_rich
define a2 = every(ware where count(c in stall where c.ware is ware) is 2)
define a3 = not any(p in players where coins[p] is 0)
define a4 = price * (count(stall) - 1)
define a5 = count(stall) - (price + 1)
define a6 = not (count(cellar) > 3 or stall is empty)
define a7 = last is not none and last is not pear
define a8 = max(coins[p] for p in players)
define a9 = first(p in players where coins[p] > 9)
define b1 = if stall is empty then 0 else bank(coins)
define b2 = list(c in stall where c.ware is apple)
define b3 = count(stall) in 2..3
define b4 = crate(apple, 2) in stall
define b5 = starter can buy
define b6 = top(cellar, 2)
define b7 = next(next(starter)) is active
define b8 = not any(p in players where coins[p] > coins[starter])
"""
TOLD = {
    "somebody_is_rich": "for at least one player p: “rich” (player p) holds",
    "a1": "“somebody is rich” does not hold",
    "a2": "for every “ware”: the number of crate c from crates in “stall”, such that “ware” (crate c) is “ware” is 2",
    "a3": "for every player p: coins of player p is not 0",
    "a4": "2 times (the number of crates in “stall” minus 1)",
    "a5": "the number of crates in “stall” minus 3",
    "a6": "the number of crates in “cellar” is at most 3 and “stall” is not empty",
    "a7": "“last” is there and “last” is not pear",
    "a8": "the largest number (coins of player p, for each player p)",
    "a9": "the first (player p, such that player p has more than 9 coins)",
    "b1": "0 if “stall” is empty, otherwise coins in the bank",
    "b2": "crate c from crates in “stall”, such that “ware” (crate c) is apple",
    "b3": "the number of crates in “stall” is among 2 to 3",
    "b4": "crate apple 2 is among crates in “stall”",
    "b5": "possible: “buy” (the starting player)",
    "b6": "from the top of crates in “cellar”: 2",
    "b7": "the next player (seen from: the next player (seen from: the starting player)) is the active player",
    "b8": "for every player p: coins of player p is at most coins of the starting player",
}


@pytest.mark.parametrize("name", TOLD)
def test_expressions_are_told_in_words(name: str) -> None:
    checked = check_game(MARKET.replace("\nwords fr", FORMS + "\nwords fr"), "market.cafe")
    assert checked.value is not None, checked.diagnostics
    model = settle(checked.value)
    voice = teller(namer_of(checked.value), model)
    define = voice.defines[name]
    assert (voice.clause if isinstance(define.type, TruthType) else voice.tell)(define.body) == TOLD[name]


def test_you_takes_no_is() -> None:
    text = MARKET.replace("  choose crate in stall", "  only if me is not starter\n  choose crate in stall")
    said = {
        language: section(written(model_of(text), language), "Acheter" if language == "fr" else "Buy")
        for language in ("en", "fr")
    }
    assert "- Allowed only if the starting player is not you." in said["en"]
    assert "- Permis seulement si la première personne n'est pas toi." in said["fr"]


def test_a_name_for_a_player_who_may_change_is_kept() -> None:
    """`let old = holder` is told: after the next line `holder` is somebody else."""
    text = MARKET.replace("marker last: ware or none", "marker last: ware or none\nmarker holder: player = starter").replace(
        "  pay price * crate.size coins\n",
        "  let old = holder\n  let after = next(me)\n  set holder to me\n  old gains 1 coins\n  after gains 2 coins\n"
        "  draw 1 from cellar under cellar\n  pay price * crate.size coins\n",
    )
    lines = section(written(model_of(text)), "Buy").splitlines()
    assert lines[2:7] == [
        "- Here, “old” means “holder”.",
        "- Here, “after” means the next player.",
        "- “holder” becomes you.",
        "- “old”: take 1 coin.",
        "- “after”: take 2 coins.",
    ]


# ---- what is in force ----------------------------------------------------------------------------
def test_folding_keeps_what_is_not_known() -> None:
    settled = settle(model_of(GATTO))
    names = [deed.name for deed in settled.deeds]
    assert "pass" not in names and "buy" in names
    serve = next(deed for deed in settled.deeds if deed.name == "serve")
    assert [s.address for s in serve.block if s.address.startswith("serve.")] == [
        "serve.once", "serve.full", "serve.prize", "serve.duty", "serve.menu", "serve.clear", "serve.aside",
    ]  # fmt: skip


# ---- nothing of a file is markup -----------------------------------------------------------------
NASTY = "<script>alert(1)</script> **[x](http://y)** | `z` &amp;"


def nasty() -> GameModel:
    """A game whose texts would be markup if nobody took care."""
    text = MARKET.replace('"Market [day]"', f'"{NASTY}"').replace('"▣"  ', '"<i>"')
    for begins in ('"a {crate.ware} costs', '"The book', '"Buying things', '"What does a crate'):
        text = text.replace(begins, f'"{NASTY} {begins[1:]}')
    return model_of(text)


def test_html_escapes_everything_and_is_one_whole_page() -> None:
    text = page(nasty())
    assert "<script" not in text and "<i>" not in text
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in text
    assert not re.search(r'(?:src|href)="(?!#)', text) and "@import" not in text and "url(" not in text
    root = ElementTree.fromstring(re.sub(r"<!DOCTYPE html>|<meta [^>]*>", "", text))
    assert root.attrib["lang"] == "en"
    assert "default-src &#x27;none&#x27;" in text and "script-src &#x27;none&#x27;" in text
    assert len(list(root.iter("{http://www.w3.org/2000/svg}svg"))) == 8  # four crates in the box, four on the table


def test_names_in_html_are_escaped_on_both_sides() -> None:
    assert styled(f"<a {strong('<c')} <d") == "&lt;a <strong>&lt;c</strong> &lt;d"


def test_markdown_escapes_everything() -> None:
    text = written(nasty())
    bare = re.sub(r"\\.", "", text)
    assert "<" not in bare and "](" not in bare and "&" not in bare


def test_a_picture_has_the_look_of_its_piece() -> None:
    model = model_of(MARKET)
    drawn = drawer(namer_of(model))
    apple = SeenPiece("crate", (("ware", 0), ("size", 2)))
    picture = ElementTree.fromstring(drawn.picture(apple))
    space = "{http://www.w3.org/2000/svg}"
    rect = picture.find(f"{space}rect")
    assert rect is not None and rect.attrib["fill"] == "#ff4040"
    assert [text.text for text in picture.iter(f"{space}text")] == ["▣", "2"]
    assert picture.findtext(f"{space}title") == "crate apple 2"
    assert drawn.words(apple) == "apple ▣2"
    assert drawn.face(SeenPiece("crate", (("size", 1),))).text == "1"
    nasty_name = drawer(namer_of(model_of(MARKET.replace('| crate    | "cageot" ', '| crate    | "<b>" ')), "fr")).picture(apple)
    assert "&lt;b&gt;" in nasty_name and "<b>" not in nasty_name
    assert (ink("#ffffff"), ink("#102030")) == ("#2b2118", "#ffffff")


# ---- the catalogues ------------------------------------------------------------------------------
def catalogue(language: str) -> dict[str, str]:
    """The phrases of a language."""
    table = tomllib.loads((ROOT / "sentences" / f"{language}.toml").read_text(encoding="utf-8"))
    return dict(table["rulebook"])


def holes(text: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("language", ["fr", "it", "de"])
def test_other_languages_have_the_phrases_that_english_has(language: str) -> None:
    english, other = catalogue("en"), catalogue(language)
    assert {k: holes(v) for k, v in other.items()} == {k: holes(v) for k, v in english.items()}


def test_every_phrase_is_used() -> None:
    """As a text of its own, or as one that ends in what the model says: `top_one`, `most`."""
    source = "\n".join(p.read_text(encoding="utf-8") for p in (ROOT / "rulekit" / "report" / "rulebook").rglob("*.py"))
    made = {f"{name}_{end}" for name in ("top", "bottom") for end in ("one", "some")} | {
        "next_of",
        "previous_of",
        "most",
        "fewest",
    }
    functions = {f"{name}_of" for name in ["count", "sum", "min", "max", "distinct", "first", "reversed", "clockwise", "seat"]}
    assert [key for key in catalogue("en") if f'"{key}"' not in source and key not in made | functions] == []


# ---- whole books ---------------------------------------------------------------------------------
def test_the_book_of_a_small_game(snapshot: SnapshotAssertion) -> None:
    """Nothing in it is told by its author."""
    text, _, _ = (ROOT / "examples" / "games" / "nim.cafe").read_text(encoding="utf-8").partition("words fr")
    silent = "\n".join(line for line in text.splitlines() if not line.strip().startswith("tell "))
    assert written(model_of(silent + "\n")) == snapshot(extension_class=TextSnapshot)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_bundled_game_becomes_a_book(game: str, language: str) -> None:
    model = model_of(rules(game))
    text = without_figures(written(model, language))
    assert text.count("\n> **") > 5
    assert text.count("\n## ") >= 5
    assert not re.search(r"[\ue000-\ue002]|\bNone\b|  +[a-z]|\{|\}", re.sub(r"\[\^\d+\]:.*", "", text))
    assert page(model, language).count("<svg") >= 1
