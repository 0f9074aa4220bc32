"""What has no source is found, with its address and line; what inherits one is not."""

from __future__ import annotations

import re

import pytest

from rulekit.study.books.books import make_index, read_book
from rulekit.study.books.cover import cover, strays, titles, unread
from tests.study.teahouse import BOOK, GAME, checked

CITE = re.compile(r"\s*@[^\n]*$")


def bare(text: str, *beginnings: str) -> str:
    """The text without the citations of the lines that begin so."""
    lines = text.splitlines(keepends=True)
    for beginning in beginnings:
        hits = [n for n, line in enumerate(lines) if line.strip().startswith(beginning) and "@" in line]
        assert len(hits) == 1, (beginning, hits)
        lines[hits[0]] = CITE.sub("", lines[hits[0]].rstrip("\n")) + "\n"
    return "".join(lines)


def uncited(text: str, *changes: str) -> list[tuple[str, str]]:
    """Address and line of everything without a source."""
    lines = {"teahouse.cafe": text, **{f"change-{n}.cafe": change for n, change in enumerate(changes)}}
    found = cover(checked(text, *changes)).uncited
    return [(part.address, lines[part.span.path].splitlines()[part.span.line - 1].strip()) for part in found]


def test_everything_in_the_made_game_has_a_source() -> None:
    assert uncited(GAME) == []


@pytest.mark.parametrize(
    ("line", "address", "at"),
    [
        ("game", "teahouse", "players 2..3"),
        ("| green | 1        |", "leaf.green", "| green | 1        |"),
        ("kind face", "face", "kind face: up, down"),
        ("| 3      | green", "bag.1", "| 3      | green |"),
        ("total", "bag.total", "piece bag in tin"),
        ("place tin", "tin", "place tin: row of bag"),
        ("tally", "sips", "tally sips[player] bank 9"),
        ("marker", "pots", "marker pots: 0..3 = 0"),
        ("- little", "thirst.little", '- little "one sip"'),
        ("option cups", "cups", 'option cups "How many cups are there?" = 2 among 1..4'),
        ("| black | 3 ", "price.black", "| black | 3    | 4    |"),
        ("define gulp", "gulp", "define gulp = if thirst is much then 2 else 1"),
        ("first:", "setup", "setup"),
        ("turns", "play", "turns from starter until tin is empty"),
        ("dry:", "serve.dry", 'dry: only if count(cup[me]) < cups because "no cup is left"'),
        ("drink:", "serve.drink", "drink: if bag.leaf is black"),
        ("- keep:", "serve.keep", '- keep: only if face_up(me) because "nothing to see"'),
        ("action clear", "clear", "action clear"),
        ("sips: sips", "score.sips", "sips: sips[p]"),
        ("most", "winner.1", "most score(p)"),
    ],
)
def test_what_lost_its_citation_is_found(line: str, address: str, at: str) -> None:
    found = uncited(bare(GAME, line))
    assert (address, at) in found
    assert {a for a, _ in found} <= {address, f"{address}.first"}


def test_a_cell_is_found_if_its_row_has_a_source_elsewhere() -> None:
    text = GAME.replace("| green | 1 @3 | 2 @4 |", "| green | 1 @3 | 2    |")
    assert uncited(text) == [("price.green.1", "| green | 1 @3 | 2    |")]


def test_lines_of_an_action_inherit_its_citation() -> None:
    """Without the action's own citation each line has to cite; with it, labels and requirements still have to."""
    alone = uncited(bare(GAME, "action serve"))
    assert alone == [("serve", "choose bag in tin"), ("serve", "move bag to cup[me]")]
    assert uncited(bare(GAME, "- gain price", "may")) == []
    assert uncited(GAME.replace("  dry: only if", "  only if").replace('left"     @2', 'left"'))[0][0] == "serve.1"


def test_an_announcement_needs_no_source() -> None:
    """It says what other rules do; its name is there to be translated."""
    said = GAME.replace("    set pots to", '    thirsty: announce "More!"\n    set pots to')
    said = said.replace("play\n", 'play\n  poured: announce "Tea is ready."\n')
    assert said.count("announce") == 2 and uncited(said) == []


def test_a_declaration_gives_its_source_to_its_rows_answers_and_cells() -> None:
    parts = ("| green | 1        |", "| black | 2        |", "- much", "- little", "| black | 3", "| 3      | green", "total")
    text = bare(GAME, *parts).replace(" @3 | 2 @4", " | 2")
    assert {a for a, _ in uncited(text)} == {"leaf", "thirst", "price", "bag.1", "bag.total"}
    assert uncited(re.sub(r"^((?:kind leaf|option thirst|table price|piece bag)\b.*)$", r"\1  @1", text, flags=re.M)) == []


def test_lines_of_the_head_need_a_source_each_if_the_game_gives_none() -> None:
    text = bare(GAME, "game").replace("players 2..3", "players 2..3 @head.1")
    assert uncited(text) == [("age", "age 8")]


def test_assumptions_and_rulings_are_listed_with_their_reasons() -> None:
    found = cover(checked(GAME))
    assert [(p.address, why, p.span.line) for p, why in found.assumed] == [
        ("bag.2", "as many as we had", 23),
        ("price.black", "twice as dear", 36),
    ]
    assert [(p.address, why) for p, why in found.rulings] == [
        ("thirst.little", "the other half of the table says so"),
        ("winner.2", "somebody has to wash up"),
        ("example.thirsty", "before the first move"),
    ]


VARIANT = """cafe en
variant iced of teahouse "Iced"
  why "it is summer"

with cups = 4                           @assumed "more is better"
remove serve.drink                      @ruling "ice is not strong"
after serve.dry                         @turn.4
  gain 1 sips
add to score                            @things.3
  ice: cups
"""


def test_changes_keep_their_sources() -> None:
    """A setting and a removal are listed with their own lines; an insertion and an addition cite for what they add."""
    found = cover(checked(GAME, VARIANT))
    assert ("cups", "more is better", 5) in [(p.address, why, p.span.line) for p, why in found.assumed]
    assert ("serve.drink", "ice is not strong", 6) in [(p.address, why, p.span.line) for p, why in found.rulings]
    game = bare(GAME, "action serve")
    new = {("serve", "gain 1 sips"), ("score.ice", "ice: cups")}
    assert not new & set(uncited(game, VARIANT))
    assert new <= set(uncited(game, VARIANT.replace("@turn.4", "").replace("@things.3", "")))


def test_unread_and_stray() -> None:
    """What nothing cites in a book, and what is cited but not there; without an index the headings of the game count."""
    model = checked(GAME.replace("@5 @ruling", "@9 @ruling"))
    index = make_index(BOOK, "en", "Teahouse, our own rules", titles(model, "en").values())
    book = read_book(BOOK, index)
    assert book.unknown == ()
    assert unread(model, "en", index, book) == ()
    assert [(s.part.address, s.cite.place, s.title) for s in strays(model, "en", index)] == [("winner.2", "9", "How to play …")]
    less = checked(GAME.replace("@4\n", "@3\n").replace("@b2\n", "@b1\n").replace("@5", "@3"))
    assert [(s, p.place, p.block.start) for s, p in unread(less, "en", index, book) if p.block] == [
        ("turn", "4", "Or look."),
        ("turn", "5", "The end."),
        ("turn", "b2", "Clear."),
    ]
    assert [(s, p.place) for s, p in unread(less, "en", index)] == [("turn", "4"), ("turn", "5"), ("turn", "b2")]


def test_a_section_without_a_heading_in_the_book_is_silent_there() -> None:
    """A pointer for all sources holds where its section has a heading; one for this source has to be there."""
    index = make_index(BOOK, "en", "Teahouse, our own rules", ["Teahouse", "What you need"])
    model = checked(GAME.replace('  en "How to play …"\n', ""))
    assert strays(model, "en", index) == ()
    aimed = checked(GAME.replace('  en "How to play …"\n', "").replace("most score(p)  ", "most score(p)  @en 5"))
    assert [s.part.address for s in strays(aimed, "en", index)] == ["winner.1"]
