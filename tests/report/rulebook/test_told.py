"""Rulebooks made of an author's tellings: order, tables, live values, signs, stories, other languages, house rules."""

from __future__ import annotations

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from rulekit.report.rulebook.book import BookOptions, make_book
from rulekit.report.rulebook.changes import Change
from rulekit.report.table.svg import DRAWN
from tests.report.books import ROOT, model_of, page, rules, section, written
from tests.report.rulebook.tea_party import LOUD, PARTY
from tests.report.snapshots import TextSnapshot

TOLD_PLAY = PARTY.replace("    do brew\n", '    do brew\n  tell "You play clockwise."\n')


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_book(language: str, snapshot: SnapshotAssertion) -> None:
    assert written(model_of(PARTY), language) == snapshot(extension_class=TextSnapshot)


def headings(text: str) -> list[str]:
    """The titles of a book, in order."""
    return re.findall(r"^#+ (.*)$", text, re.MULTILINE)


def test_sections_come_in_the_order_of_the_file_and_the_card_is_last() -> None:
    titles = ["Tea party", "In a nutshell", "What is in the box", "Getting ready", "Your turn", "What a tea pays", "The end"]
    assert headings(written(model_of(PARTY))) == [*titles, "In short"]


def test_a_telling_may_be_printed_in_another_section() -> None:
    assert "Nobody counts spoons." in section(written(model_of(PARTY)), "The end")


def test_where_all_that_is_told_comes_from_elsewhere_it_stands_before_the_stories() -> None:
    """Rules of a part stand where the game needs them; the part has only their examples."""
    story = """
section manners in turn "Manners"

example silent "Silence"
  players ada, bob
  given coins[ada] is 3
  tell "Nobody says a word."

"""
    book = written(model_of(PARTY.replace("tell in end", "tell in manners").replace("section end ", f"{story}section end ", 1)))
    assert book.index("Manners") < book.index("Nobody counts spoons.") < book.index("Nobody says a word.")


def test_what_comes_out_empty_is_not_printed() -> None:
    steps = section(written(model_of(PARTY)), "Getting ready")
    assert "rude" not in steps and "5." not in steps
    rude = section(written(model_of(PARTY, settings=(("polite", "no"),))), "Getting ready")
    assert "5. Whoever begins is rude and gets one more." in rude


def test_values_by_the_number_of_players_are_all_said_or_worked_out() -> None:
    steps = section(written(model_of(PARTY)), "Getting ready")
    assert "and 2 (2–3 players) or 4 (4–6 players) bags lie ready" in steps
    for players, bags in ((3, 2), (5, 4)):
        told = written(model_of(PARTY), asked=BookOptions(players))
        assert f"and {bags} bags lie ready" in told and f"_{players} players, " in told


def test_a_table_is_printed_behind_a_colon_only() -> None:
    text = written(model_of(PARTY))
    assert section(text, "What a tea pays").splitlines() == [
        "By the number of cups:",
        "| Cups | 1 | 2 |",
        "|---|---|---|",
        "| mint | 1 | 2 |",
        "| black | 2° | 4° |",
        "For two cups there are 5 coins° more.",
    ]


def test_assumed_values_carry_a_sign_and_there_is_one_note() -> None:
    text = written(model_of(PARTY))
    assert "get 3 coins° at most," in text and "| mint | 1 | 2°, 3° |" in text
    assert text.count("° assumed") == 1
    known = re.sub(r' *@assumed "[^"]*"', "", PARTY)
    assert "°" not in written(model_of(known))


def test_a_value_that_a_table_has_set_is_not_assumed() -> None:
    guessed = PARTY.replace("= 1 among 0..3", '= 1 among 0..3   @assumed "nobody knows"')
    assert "Everybody gets 1 coin°," in written(model_of(guessed))
    assert "Everybody gets 2 coins," in written(model_of(guessed, settings=(("start", "2"),)))


def test_a_story_is_told_at_its_place_in_the_example() -> None:
    assert "> **The first cup.** Luna has 1 coin. After her cup she has 2.\n" in written(model_of(PARTY))
    rich = written(model_of(PARTY.replace("coins[luna] is 2", "coins[luna] is 3"), settings=(("start", "2"),)))
    assert "> **The first cup.** Luna has 2 coins. After her cup she has 3.\n" in rich


def test_a_telling_that_is_not_translated_says_so_and_the_author_hears_of_it() -> None:
    book = make_book(model_of(PARTY), "fr", BookOptions())
    assert book.untranslated == ("winner",) and book.untold == ("play",)
    french = written(model_of(PARTY), "fr")
    assert "Most coins win. (pas traduit)" in french and french.count("pas traduit") == 1


def test_nothing_is_generated_where_all_is_told() -> None:
    assert make_book(model_of(TOLD_PLAY), "en", BookOptions()).untold == ()
    assert "All players take turns" not in written(model_of(TOLD_PLAY))


def test_an_empty_telling_says_that_there_is_nothing_to_tell() -> None:
    quiet = PARTY.replace("    do brew\n", '    do brew\n  tell ""\n')
    assert make_book(model_of(quiet), "en", BookOptions()).untold == ()


def test_a_table_is_told_beside_the_rule_that_uses_it() -> None:
    """`tip` is written below the action, in a section of its own; now it stands before it, in the same one."""
    early = PARTY.replace('section price in turn "What a tea pays"\n', "").replace("  title section.price", "  # ")
    used = early.replace("gain tea.strength coins", "gain tea.strength + tip[2] coins")
    plain, beside = (section(written(model_of(text)), "Your turn") for text in (early, used))
    assert plain.index("For two cups") > plain.index("By the number of cups")
    assert beside.index("For two cups") < beside.index("By the number of cups")


def test_an_action_told_in_another_section_comes_before_rules_that_are_told_there_too() -> None:
    """The rule of the set-up stands before the action in the file."""
    early = PARTY.replace('tell "Everybody gets', 'tell in aim "Nobody begins without coins."\n    tell "Everybody gets')
    told = section(written(model_of(early.replace('tell "You brew a cup:"', 'tell in aim "You brew a cup."'))), "In a nutshell")
    assert told.index("You brew a cup.") < told.index("Nobody begins without coins.")


# ---- house rules -----------------------------------------------------------------------------------
def loud() -> str:
    """The book of a house rule."""
    asked = BookOptions(base=model_of(PARTY), changed=(Change("Loud party", ("the neighbours",), "nobody sleeps anyway"),))
    return written(model_of(PARTY, LOUD), asked=asked)


def test_the_sheet_has_old_and_new_side_by_side_and_nothing_else() -> None:
    bags = "and 2 (2–3 players) or 4 (4–6 players) bags lie ready."
    assert section(loud(), "What changes").splitlines() == [
        "**Loud party (the neighbours).** Nobody sleeps anyway.",
        "|  | Before | Now |",
        "|---|---|---|",
        f"| Getting ready | Everybody gets 1 coin, {bags} | Everybody gets 2 coins, {bags} |",
        "| Your turn | get 3 coins° at most, | Take coins (as many as: 2 times “strength” (“tea”)). |",
        "| Your turn | (new) | Optional: do this: sing. |",
        "| What a tea pays | mint – 1: 1, 2: 2 | mint – 1: 1, 2: 3 |",
        "| Your turn | (new) | Sing: Take 1 coin. |",
        "| Your turn | and say thank you. | (no longer) |",
    ]


def test_a_rule_changed_under_a_telling_is_told_at_this_table() -> None:
    turn = section(loud(), "Your turn")
    assert "You brew a cup:" in turn and "get 3 coins" not in turn
    assert "At this table: Take coins (as many as: 2 times “strength” (“tea”))." in turn
    told = LOUD.replace("2 * tea.strength coins", '2 * tea.strength coins\n    tell "- get paid twice,"')
    anew = written(model_of(PARTY, told), asked=BookOptions(base=model_of(PARTY)))
    assert "- get paid twice," in section(anew, "Your turn") and "At this table: Take coins" not in anew


def test_a_rule_without_a_telling_among_told_ones_is_generated_with_what_stands_around_it() -> None:
    """The action has no telling of its own any more, and one of two rules below a condition has one."""
    action = """  stir: if coins[me] is 1 and sugar_first is sugar
    sweet: gain 1 spoons
      tell "A spoon is yours."
    second: gain 2 spoons
"""
    lines = [line for line in PARTY.splitlines(keepends=True) if "You brew a cup" not in line and "choose a *tea*" not in line]
    game = "".join(lines).replace("  stir: if sugar_first is sugar\n    gain 1 spoons\n", action)
    told = written(model_of(game))
    assert "A spoon is yours." in told and "### Brew\n\n- If you have 1 coin: take 2 spoons.\n" in told


def test_words_that_are_only_quoted_tell_no_new_rule() -> None:
    """`rulekit new --house-rule --rule` quotes the telling too; changed or not, the sheet shows that the rule has changed."""
    same = '\n    tell "- get {max(mint.strength, black.strength) coins} at most,"\n    tell "- and say thank you."'
    quoted = LOUD.replace("2 * tea.strength coins", f"2 * tea.strength coins{same}")
    text = written(model_of(PARTY, quoted), asked=BookOptions(base=model_of(PARTY)))
    assert "- get 3 coins° at most," in section(text, "Your turn")
    assert "At this table: Take coins (as many as: 2 times “strength” (“tea”))." in section(text, "Your turn")
    assert "| Your turn | (new) | Take coins (as many as: 2 times “strength” (“tea”)). |" in section(text, "What changes")


def test_other_answers_change_sentences_and_no_rule() -> None:
    poor = model_of(PARTY, 'cafe en\nvariant poor of tea_party "Poor"\n\nwith start = 0\n')
    text = written(poor, asked=BookOptions(base=model_of(PARTY)))
    assert "At this table" not in text and len(section(text, "What changes").splitlines()) == 3


def test_a_game_without_changes_has_no_sheet() -> None:
    assert "What changes" not in written(model_of(PARTY))


# ---- the page --------------------------------------------------------------------------------------
def test_the_page_has_examples_beside_the_rules_a_picture_and_a_card() -> None:
    text = page(model_of(PARTY))
    assert text.count('class="beside"') == 1 and text.count('class="box"') == 1
    assert text.count('class="table"') == 1 and text.count("<svg") >= 8
    assert text.index('class="card"') > text.index("The end</h2>")


def test_a_table_that_is_drawn_says_what_its_signs_stand_for() -> None:
    """A page shows drawings where a text has letters, and no letters for what is printed or lies face down."""
    gatto = model_of(rules("cafe-del-gatto"))
    assert "Signes : ❄ froid · ☁ crémeux · ♨ chaud · c café · l lait · ▒ face cachée" in written(gatto, "fr")
    signs = re.findall(r'<span class="sign">(.*?)</span>', page(gatto, "fr"))
    assert [re.sub("<.*>", "", sign) for sign in signs] == [" froid", " crémeux", " chaud"]
    assert all(sign.count(DRAWN) == 1 for sign in signs)
    assert "Signs:" not in page(model_of(rules("bon-appetit").replace('"{face}"       |', "               |")))


def test_nothing_that_is_told_is_markup() -> None:
    nasty = "<script>alert(1)</script> [x](http://y) | `z` &amp;"
    model = model_of(PARTY.replace("Put the kettle on.", nasty.replace("[", r"\[")))
    assert "<script" not in page(model) and "&lt;script&gt;" in page(model)
    bare = re.sub(r"\\.", "", written(model))
    assert "<" not in bare and "](" not in bare and "&" not in bare


FRENCH = """cafe fr
variante bavards de tea_party "Bavards"
ajouter à score
  spoons: 2 * spoons[p]
    expliquer "C'est 2 fois {start coins}."
exemple muet "Pas un mot"
  joueurs ada, bob
  alors coins[ada] est 1
  expliquer "Ada a {coins[ada] coins}."
"""


def test_a_change_is_translated_only_where_it_speaks_another_language_than_the_book() -> None:
    """The house rule speaks French and the game English; with `words en`, the rule is told in English too."""
    french = written(model_of(PARTY, FRENCH), "fr")
    assert "C'est 2 fois 1 pièce." in french and "Ada a 1 pièce." in french
    assert french.count("pas traduit") == written(model_of(PARTY), "fr").count("pas traduit") == 1
    english = written(model_of(PARTY, FRENCH))
    assert "C'est 2 fois 1 pièce. (not translated)" in english and "Ada a 1 pièce. (not translated)" in english
    assert make_book(model_of(PARTY, FRENCH), "en", BookOptions()).untranslated == ("score.spoons",)
    both = f'{FRENCH}mots en\n  expliquer score.spoons "Spoons count twice."\n'
    assert "Spoons count twice." in written(model_of(PARTY, both)) and "Spoons" not in written(model_of(PARTY, both), "fr")


def test_an_english_change_of_a_french_game_is_english() -> None:
    game = (ROOT / "examples/translations/bon-appetit.fr.cafe").read_text(encoding="utf-8")
    change = 'cafe en\nvariant fat of bon_appetit_fr "Fat"\nadd to score\n  fat: 1\n    tell "Being here counts."\n'
    assert "Being here counts. (pas traduit)" in written(model_of(game, change), "fr")
    english = written(model_of(game, change))
    assert "Being here counts." in english and "not translated" not in english
