"""The words of a game: values, pieces, places, moves, reasons, citations, in its own words of a language."""

from __future__ import annotations

from attrs import evolve

from rulekit.engine.explain import Wanted, equals, explore
from rulekit.engine.state import State
from rulekit.model import expressions as exprs
from rulekit.model.model import Word
from rulekit.model.rules import Citation
from rulekit.model.types import NUMBER, PLAYER, TEXT, TRUTH, KindType, ListType, OptionalType
from rulekit.program.program import Cells, as_number, as_pieces
from rulekit.report.rules.reasons import refusal_lines
from rulekit.report.told.language import languages, not_put_into, told_in
from rulekit.report.words import make_namer
from tests.report.market import market

MODEL, ENGINE = market()
LAYOUT = ENGINE.program.layout
EN = make_namer(MODEL, LAYOUT, "en", ("ada", "bob"))
FR = make_namer(MODEL, LAYOUT, "fr", ("ada", "bob"))


def test_values_have_their_words() -> None:
    ware = KindType("ware")
    assert (EN.value(ware, 0), FR.value(ware, 0), EN.value(PLAYER, 1), EN.value(TRUTH, True)) == ("apple", "pomme", "bob", "yes")
    assert (EN.value(OptionalType(NUMBER), None), EN.value(ListType(NUMBER), (1, 2)), EN.value(NUMBER, 2**31 - 1)) == (
        "none",
        "1, 2",
        "unlimited",
    )
    assert EN.answer("price", 2) == "2"
    assert languages(MODEL) == ("fr",)


def test_pieces_and_places_are_named() -> None:
    assert (EN.piece(0), FR.piece(0)) == ("crate apple 1", "cageot pomme 1")
    assert EN.family("store", (1,)) == "store[bob]"
    assert (EN.counted("crate", 2), FR.counted("crate", 2)) == ("2 crates", "2 cageots")


def test_a_game_may_say_how_its_pieces_are_named() -> None:
    ware, size = (exprs.Bound(EN.kinds("crate")[name], n, name) for n, name in enumerate(("ware", "size")))
    word = Word("cageot", "cageots", exprs.Text(TEXT, (ware, " de taille ", size)))
    words = tuple((lang, tuple((k, word if k == "crate" else v) for k, v in table)) for lang, table in MODEL.words)
    named = make_namer(evolve(MODEL, words=words), LAYOUT, "fr", ("ada", "bob"))
    assert (named.piece(0), named.counted("crate", 2)) == ("pomme de taille 1", "2 cageots")
    moves = ENGINE.moves(ENGINE.start(3))
    bought = next(as_number(p.value) for p in moves[0].picks)
    assert named.piece(bought) in named.move(moves[0])


def test_moves_are_short_sentences() -> None:
    state = ENGINE.start(3)
    assert {"rest"} < set(EN.moves(ENGINE.moves(state)))
    assert "Se reposer" in FR.moves(ENGINE.moves(state))
    assert any(text.startswith("buy crate ") for text in EN.moves(ENGINE.moves(state)))
    rest = next(m for m, text in zip(ENGINE.moves(state), EN.moves(ENGINE.moves(state)), strict=True) if text == "rest")
    after = ENGINE.apply(state, rest)
    assert isinstance(after, State)
    assert EN.moves(ENGINE.moves(after)) == ["stop", "yes"]


def test_moves_that_read_alike_are_told_apart() -> None:
    moves = ENGINE.moves(ENGINE.start(3))
    said = EN.moves((moves[0], moves[0]))
    assert len(set(said)) == 2


def test_citations_name_source_heading_and_paragraph() -> None:
    both = Citation("cited", None, "buying", "1")
    assert EN.citation(both) == "en · Buying things · ¶1; fr · Les achats · ¶1"
    assert EN.citation(Citation("cited", "fr", "buying", "b2")) == "fr · Les achats · bullet 2"
    assert EN.citation(Citation("ruling", why="so be it")) == "ruling: so be it"


def refused(language: str) -> list[str]:
    state = ENGINE.start(3)
    stall = next(p for p in LAYOUT.places if p.name == "stall")
    cells = Cells(state.cells)
    coins = next(t for t in LAYOUT.tallies if t.name == "coins")
    cells[coins.base] = 1
    piece = as_pieces(cells[stall.base])[0]
    _, refusals = explore(ENGINE, State(tuple(cells)), Wanted("buy", {"crate": equals(piece)}))
    return list(refusal_lines(make_namer(MODEL, LAYOUT, language, engine=ENGINE), refusals[0], cells))


def test_reasons_have_their_values_rule_and_citation() -> None:
    said = refused("en")
    assert "costs" in said[0] and said[0].endswith(", you have 1")
    assert said[1] == "  rule buy.dear (fr · Les achats · bullet 1)"
    assert "  coins[me] = 1" in said


def test_reasons_are_translated_with_their_values() -> None:
    assert refused("fr")[0].startswith("vous avez 1, il faut ")


def test_of_several_rulebooks_the_one_in_the_language_is_cited() -> None:
    cites = (*[Citation("cited", None, "buying", "1")] * 2, Citation("ruling", why="so be it"))
    assert FR.citations(cites) == "fr · Les achats · ¶1 ; décision"
    assert make_namer(MODEL, LAYOUT, "it").citations(cites) == (
        "en · Buying things · ¶1; fr · Les achats · ¶1; decisione: so be it"
    )


def test_values_are_shown_in_the_language_or_not_at_all() -> None:
    assert not [line for line in refused("fr") if " = " in line]  # `coins` and `price` have no French word
    assert "  coins[io] = 1" in refused("it")
    assert refused("it")[1] == "  regola buy.dear (fr · Les achats · punto 1)"


def test_moves_list_their_choices_where_the_language_wants_it() -> None:
    state = ENGINE.start(3)
    assert {"Acheter – cageot pomme 2", "Se reposer"} < set(FR.moves(ENGINE.moves(state)))


def test_a_game_speaks_its_own_language_where_it_has_not_been_put_into_the_one_asked_for() -> None:
    assert [told_in(MODEL, asked) for asked in ("en", "fr", "it", "xx")] == ["en", "fr", "en", "en"]
    assert not_put_into(MODEL, "fr") == not_put_into(MODEL, "en") == ""
    assert not_put_into(MODEL, "it") == "Questo gioco non è ancora stato tradotto in italiano; parla inglese."
    assert not_put_into(evolve(MODEL, language="de"), "en") == "This game has not been put into English yet; it speaks German."
