"""Sentences of moves: told to a player and of one, with what was chosen; no two moves of a menu read alike."""

from __future__ import annotations

import pytest

from rulekit.engine.engine import Engine
from rulekit.engine.moves import Move
from rulekit.engine.state import State
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.program.program import Cells
from rulekit.report.told.language import languages
from rulekit.report.told.moves import MoveTeller
from rulekit.report.words import make_namer
from rulekit.study.examples.run_examples import run_examples
from tests.engine.play import ROOT, Table, bundled_engine, bundled_model
from tests.rules.telling import FILES, played

GAME = """cafe en
game tea "Tea"
  players 2

kind drink: mint, earl_grey
kind size: small, large
piece cup in shelf
  size
  | copies | size |
  | 1      | each |

place shelf: row of cup
place hand[player]: row of cup
tally sugar[player] bank 9
option tip "How much?" = 1 among 0..3

action brew "SENTENCE"
  choose drink "Which tea?"
  choose cubes in 0..2
  let sweet = cubes + 1
  may
    choose cup in shelf
    move cup to hand[me]
  gain cubes sugar

action rest
  gain tip sugar

play
  turns from starter until any(p in players where sugar[p] > 7)
    one of
      - do brew
      - do rest

winner p
  most sugar[p]

words en
  | name      | one          | many          | named        | grammar |
  | sugar     | "sugar cube" | "sugar cubes" |              |         |
  | earl_grey | "Earl Grey"  |               |              | proper  |
  | cup       | "cup"        | "cups"        | "{size} cup" |         |

words fr
  | name      | one         | many        | named                 | grammar |
  | sugar     | "sucre"     | "sucres"    |                       | m       |
  | mint      | "menthe"    |             |                       | f       |
  | earl_grey | "earl grey" |             |                       | m       |
  | cup       | "tasse"     | "tasses"    | "tasse {size}"        | f       |
  | small     | "petit/petite" |          |                       | fits    |
  | large     | "grand/grande" |          |                       | fits    |

FRENCH
"""


def told(sentence: str, of: bool = False, language: str = "en", french: str = "") -> list[str]:
    """All ways to brew, in words."""
    text = GAME.replace("SENTENCE", sentence).replace("FRENCH", french)
    checked = check_game(text, "tea.cafe")
    assert checked.value is not None, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    engine = Engine(program)
    state = engine.start(1)
    namer = make_namer(checked.value, program.layout, language, ("Ada", "Bob"), engine)
    brewing = [move for move in engine.moves(state) if move.actions == ("brew",)]
    return [MoveTeller(namer, state.cells, of).move(move) for move in brewing]


def test_a_sentence_is_told_to_a_player_and_of_one() -> None:
    assert told("{brew/brews} {the drink}")[0] == "brew the mint"
    assert told("{brew/brews} {the drink}", of=True)[0] == "brews the mint"
    assert "take Earl Grey" in told("take {the drink}")
    assert told("{brew/brews} {your drink}", of=True)[0] == "brews their mint"


def test_numbers_of_things_have_their_plural() -> None:
    assert list(dict.fromkeys(told("{cubes sugar}"))) == ["0 sugar cubes", "1 sugar cube", "2 sugar cubes"]
    assert list(dict.fromkeys(told("{tip sugar}"))) == ["1 sugar cube"]


def test_words_are_chosen_by_a_value() -> None:
    assert list(dict.fromkeys(told("{drink: green/black} tea"))) == ["green tea", "black tea"]
    assert list(dict.fromkeys(told("{cubes: pure/# lump/# lumps}"))) == ["pure", "1 lump", "2 lumps"]
    assert list(dict.fromkeys(told("{cubes: # lump/# lumps}"))) == ["0 lumps", "1 lump", "2 lumps"]
    assert list(dict.fromkeys(told("{cubes > 0: sweet/bitter}"))) == ["bitter", "sweet"]


def test_an_empty_form_leaves_no_blank_at_the_beginning_or_the_end() -> None:
    """As in German, where the verb changes places: `{/kauft} {den tile}{ kaufen/}`."""
    assert told("{/brews} {the drink}{ to brew/}")[0] == "the mint to brew"
    assert told("{/brews} {the drink}{ to brew/}", of=True)[0] == "brews the mint"


def test_in_french_none_is_one() -> None:
    french = '  say brew "{cubes: # cube/# cubes}"'
    assert list(dict.fromkeys(told("{cubes}", language="fr", french=french))) == ["0 cube", "1 cube", "2 cubes"]


def test_what_is_not_there_is_left_out() -> None:
    said = told("{drink}[ with {cubes sugar}][ in {the cup}]")
    assert said[0] == "mint" and "mint with 2 sugar cubes in the small cup" in said and "mint in the large cup" in said


def test_the_first_player_is_there_even_if_there_might_be_none() -> None:
    """A marker for `player or none` holds 0 when the first player is noted, and that is not nothing."""
    game = GAME.replace("option tip", "marker noted: player or none\noption tip")
    game = game.replace("  let sweet", "  let mine = starter\n  let sweet").replace("play\n", "play\n  set noted to starter\n")
    text = game.replace("SENTENCE", "brew[ for {noted}][ or {mine}]").replace("FRENCH", "")
    checked = check_game(text, "tea.cafe")
    assert checked.value is not None, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    engine = Engine(program)
    state = engine.start(1)
    namer = make_namer(checked.value, program.layout, "en", ("Ada", "Bob"), engine)
    assert namer.moves(engine.moves(state), state.cells)[0].startswith("brew for Ada or Ada")


def test_a_piece_is_named_with_little_words() -> None:
    """What a piece is called may have little words of the language: `tasse de la menthe`."""
    french = '  say brew "{preparer/prepare} {le cup}"'
    text = (
        GAME.replace('"tasse {size}" ', '"tasse {du size}"')
        .replace("SENTENCE", "{brew/brews} {the cup}")
        .replace("FRENCH", french)
    )
    text = text.replace(
        '"petit/petite" |          |                       | fits ', '"moka"         |          |                       | m    '
    )
    checked = check_game(text, "tea.cafe")
    assert checked.value is not None, checked.diagnostics
    program = lower(checked.value, 2).value
    assert program is not None
    namer = make_namer(checked.value, program.layout, "fr", (), Engine(program))
    assert namer.piece(0) == "tasse du moka"


def test_lists_may_be_empty_and_kinds_may_be_counted_in_lists() -> None:
    assert set(told("take {hand[me] fits one/another}")) == {"take one"}
    assert set(told("{count(shelf) shelf.size}")) == {"2 sizes"}


def test_what_let_names_is_worked_out_before() -> None:
    assert list(dict.fromkeys(told("{sweet} in all"))) == ["1 in all", "2 in all", "3 in all"]


def test_words_of_another_language_agree() -> None:
    french = '  say brew "{préparer/prépare} {ton drink}[ dans {le cup}][, {cup fits servi/servie}]"'
    said = told("{drink} {cup}", of=True, language="fr", french=french)
    assert said[0] == "prépare sa menthe" and "prépare sa menthe dans la petite tasse" not in said
    assert "prépare sa menthe dans la tasse petite, servie" in said and "prépare son earl grey" in said


def test_without_a_sentence_in_the_language_names_are_said() -> None:
    assert told("{brew/brews} {the drink}", language="fr")[0] == "brew – menthe, cubes 0"


def test_a_move_that_is_not_whole_is_told_by_its_choices_not_by_questions() -> None:
    text = GAME.replace("SENTENCE", "{brew/brews} {the drink} with {cubes sugar}").replace("FRENCH", "")
    model = check_game(text, "tea.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    engine = Engine(program)
    state = engine.start(1)
    teller = MoveTeller(make_namer(model, program.layout, engine=engine), state.cells)
    whole = next(move for move in engine.moves(state) if move.actions == ("brew",))
    cut = next(n for n, part in enumerate(whole.parts) if part.pick is not None and part.pick.name == "drink")
    assert teller.move(Move(whole.parts[: cut + 1], ())) == "brew mint"
    assert teller.move(Move(whole.parts[cut : cut + 1], ())) == "Which tea? mint"


def test_moves_that_would_read_alike_are_told_apart() -> None:
    text = GAME.replace("SENTENCE", "{brew/brews} tea").replace("FRENCH", "")
    model = check_game(text, "tea.cafe").value
    assert model is not None
    program = lower(model, 2).value
    assert program is not None
    engine = Engine(program)
    state = engine.start(1)
    menu = make_namer(model, program.layout, engine=engine).moves(engine.moves(state), state.cells)
    assert menu[0] == "brew tea (drink mint, cubes 0)" and len(set(menu)) == len(menu)


@pytest.mark.parametrize(("hand", "said"), [("guest(Spain, woman), guest(Spain, woman)", "seat nobody else"), ("", "play on")])
def test_declining_is_called_after_what_could_be_taken(hand: str, said: str) -> None:
    """Whoever has guests left declines to seat them; without guests the end could be declared. The way is the same."""
    end = f"""
example asked "A man joins a woman"
  players ada, bob
  given
    table_at[nw] is table(Spain)
    guest_on[nw_n] is guest(Spain, woman)
    hand[ada] is [guest(Spain, man){", " * bool(hand)}{hand}]
  when ada does seat_guest(guest(Spain, man), nw_w)
"""
    model = check_game((ROOT / "rules/cafe-international.cafe").read_text(encoding="utf-8") + end, "asked.cafe").value
    assert model is not None
    (result,) = run_examples(model, ["asked"])
    assert result.engine is not None and result.state is not None
    namer = make_namer(model, result.engine.program.layout, engine=result.engine)
    moves = result.engine.moves(result.state)
    menu = dict(zip(moves, namer.moves(moves, result.state.cells), strict=True))
    assert [text for move, text in menu.items() if not move.actions] == [said]


def test_declining_in_the_course_of_an_action_names_what_was_chosen_before() -> None:
    """Which drink it is was chosen with the action."""
    game = (ROOT / "rules/cafe-del-gatto.cafe").read_text(encoding="utf-8")
    model = check_game(game, "game.cafe").value
    assert model is not None
    (result,) = run_examples(model, ["any_row"])
    engine = result.engine
    assert engine is not None and result.entry is not None
    state = engine.settled(Cells(result.entry.cells))
    serve = next(move for move in engine.moves(state) if "serve" in move.actions)
    asked = engine.apply(state, serve)
    assert isinstance(asked, State)
    namer = make_namer(model, engine.program.layout, engine=engine)
    assert "keep to the row of your cappuccino" in namer.moves(engine.moves(asked), asked.cells)


def test_a_question_in_the_course_of_an_action_names_what_is_known_by_then() -> None:
    """The first guest is chosen with the action; for the next chair the question says which one it is."""
    end = """
example asked "Five men for four chairs"
  players ada, bob
  given
    table_at[middle] is table(France)
    table_at[nw] is table(France)
    table_at[ne] is table(USA)
    table_at[sw] is table(Cuba)
    table_at[se] is table(Cuba)
    guest_on[nw_n] is guest(Cuba, woman)
    guest_on[ne_n] is guest(Cuba, woman)
    guest_on[se_s] is guest(Cuba, woman)
    guest_on[sw_s] is guest(Cuba, woman)
    hand[ada] is [guest(France, man), guest(France, man), guest(France, man), guest(France, man), guest(USA, man)]
  then ada can form_club(middle, man)
"""
    game, variant = (
        (ROOT / f"rules/{name}.cafe").read_text(encoding="utf-8") for name in ("cafe-international", "bar-and-pastry")
    )
    model = check_game(game, "game.cafe", ((variant + end, "variant.cafe"),)).value
    assert model is not None
    (result,) = run_examples(model, ["asked"])
    engine, state = result.engine, result.state
    assert engine is not None and state is not None
    opening = next(move for move in engine.moves(state) if "form_club" in move.actions)
    after = engine.apply(state, opening)
    assert isinstance(after, State)
    for language, question in (("en", "Who sits on the inner east chair?"), ("it", "Chi siede sulla sedia interna est?")):
        namer = make_namer(model, engine.program.layout, language, engine=engine)
        assert namer.question(engine.moves(after), after.cells) == question


@pytest.mark.parametrize("table", FILES, ids=lambda table: table.name)
def test_no_two_moves_of_a_menu_read_alike(table: Table) -> None:
    """In every language of the game, in positions of a game played at random."""
    engine, made, model = bundled_engine(table), played(table).made, bundled_model(table.path, table.changes)
    for language in sorted({"en", *languages(model)}):
        namer = make_namer(model, engine.program.layout, language, engine=engine)
        for step in made[:: max(1, len(made) // 25)]:
            said = namer.moves(engine.moves(step.before), step.before.cells)
            assert len(set(said)) == len(said), sorted(said)
