"""`rulekit play` and `replay`: with a person at a pseudo-terminal, and without any terminal."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.report.table.guests import GUESTS
from tests.tools.running import GAMES, apart, at_terminal, run
from tests.tools.web.workers.test_shown import SPOKEN

NIM, EIGHTS, GOPS, TIC = (str(GAMES / f"{name}.cafe") for name in ("nim", "crazy-eights", "gops", "tic-tac-toe"))


def test_without_a_terminal_bots_play_to_the_end() -> None:
    ran = run("play", NIM, "--seed", "3")
    assert ran.status == 0
    assert "bots play" in ran.out and ran.out.rstrip().endswith("wins.")


def test_input_that_is_no_terminal_is_never_waited_for() -> None:
    assert run("play", NIM, "--seed", "3", stdin="").status == 0


def test_the_same_seed_gives_the_same_game_in_another_process() -> None:
    first, second = (apart("play", EIGHTS, "--seed", "5", PYTHONHASHSEED=seed).out for seed in ("1", "2"))
    assert first == second


def test_a_session_asks_undoes_saves_and_is_resumed(tmp_path: Path) -> None:
    typed = ["?", "? take 1 5", "h", "take 4", "*", "b", "u", "u", "99", "#99", "? a", "a", "s kept.json", "q"]
    ran = at_terminal(["play", NIM, "--seed", "1"], typed, tmp_path)
    assert ran.status == 0
    assert "take: yes, 16 ways" in ran.out
    assert "take 1 5: no, that is not among what can be chosen" in ran.out
    assert "there is nothing to undo" in ran.out
    assert "no move has the words `99`" in ran.out
    assert "take 1 match from heap 1: yes, 1 way" in ran.out
    assert "the moves have the numbers 1 to 16" in ran.out
    assert "saved in kept.json" in ran.out
    kept = json.loads((tmp_path / "kept.json").read_text())
    assert kept["steps"] == [{"player": 0, "move": ["take", {"n": 1}, {"matches": 1}], "draws": []}]
    again = at_terminal(["play", "--resume", "kept.json", "--save", "later.json"], ["a", "<end>"], tmp_path)
    assert again.status == 0
    assert "Bob> " in again.out
    assert len(json.loads((tmp_path / "later.json").read_text())["steps"]) == 2


def test_a_hidden_hand_stays_hidden_when_the_keyboard_is_passed_on(tmp_path: Path) -> None:
    ran = at_terminal(["play", GOPS, "--seed", "1", "--names", "ada,bob"], ["a", "", "q"], tmp_path)
    before, _, after = ran.out.partition("Pass to bob, then press Enter.")
    assert "ada> " in before
    assert before.rstrip().endswith("\x1b[3J\x1b[2J\x1b[H")
    assert "ada is done\r" in after
    assert "1 clubs" not in after.split("bob> ")[0]


def test_bots_take_their_seats_and_the_end_shows_the_scores(tmp_path: Path) -> None:
    ran = at_terminal(["play", GOPS, "--seed", "1", "--bots", "2"], ["a"] * 13, tmp_path)
    assert ran.status == 0
    assert "prizes" in ran.out and ("wins." in ran.out or "share the win." in ran.out)
    assert "Pass to" not in ran.out


def test_ctrl_c_keeps_the_game_that_was_to_be_saved(tmp_path: Path) -> None:
    ran = at_terminal(["play", NIM, "--seed", "1", "--lang", "fr", "--save", "kept.json"], ["a", "<ctrl-c>"], tmp_path)
    assert ran.status == 130
    assert "partie gardée dans kept.json" in ran.out and ran.out.rstrip().endswith("arrêté")
    assert len(json.loads((tmp_path / "kept.json").read_text())["steps"]) == 1


def test_many_moves_come_in_pages(tmp_path: Path) -> None:
    ran = at_terminal(["play", "cafe-del-gatto", "--seed", "4"], ["", "latte", "nonsense", "q"], tmp_path, LINES="50")
    assert "page 1 of 2" in ran.out and "page 2 of 2" in ran.out
    assert "no move has the words `nonsense`" in ran.out


def test_the_words_of_a_language_are_used() -> None:
    ran = run("play", "bon-appetit", "--seed", "1", "--lang", "fr")
    assert "Ada retourne une carte" in ran.out and "Attrapée !" in ran.out and "Fin du jeu · ¶1" in ran.out


def test_replay_shows_a_saved_game_and_the_table_at_a_step(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = str(tmp_path / "game.json")
    assert main(["play", NIM, "--seed", "3", "--set", "last_match=other", "--save", saved]) == 0
    shown = capsys.readouterr().out
    assert main(["replay", saved]) == 0
    again = capsys.readouterr().out
    assert [line for line in shown.splitlines() if ". " in line] == [line for line in again.splitlines() if ". " in line]
    assert "last match: other" in again
    assert main(["replay", saved, "--step", "1"]) == 0
    assert "(not finished; Bob is to decide)" in capsys.readouterr().out
    moves = sum(". " in line for line in again.splitlines())
    assert main(["replay", saved, "--step", str(moves)]) == 0
    capsys.readouterr()
    assert main(["replay", saved, "--step", "99"]) == 2
    assert f"the last move has the number {moves}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda text: text.replace("rulekit trace 2", "something else"), "RK551"),
        (lambda text: text[: len(text) // 2], "RK551"),
        (lambda text: "[" * 100_000, "RK551"),
        (lambda text: text.replace('"rules": "', '"rules": "0'), "RK552"),
        (lambda text: text.replace('"n": 4', '"n": 9', 1), "RK553"),
        (lambda text: text.replace("nim.cafe", "gone.cafe"), "RK560"),
        (lambda text: text.replace('"loaded"', '"lost"'), "RK561"),
        (lambda text: text.replace('"players": 2', '"players": 7'), "RK507"),
    ],
)
def test_a_spoilt_save_is_a_finding(change: object, code: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "game.json"
    assert main(["play", NIM, "--seed", "3", "--save", str(saved)]) == 0
    saved.write_text(change(saved.read_text()))  # type: ignore[operator]
    for arguments in (["replay", str(saved)], ["play", "--resume", str(saved)]):
        assert main(arguments) == 1
        assert f"error[{code}]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "`espresso_doppio` is for 1 player, not 2"),
        ("fr", "`espresso_doppio` est pour 1 joueur, pas pour 2"),
        ("it", "`espresso_doppio` è per 1 giocatore, non per 2"),
        ("de", "`espresso_doppio` ist für 1 Spieler, nicht für 2"),
    ],
)
def test_a_game_for_one_is_for_one_player(language: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    solo = ["play", "espresso-doppio+espresso-solo", "--lang", language]
    assert main([*solo, "--players", "2"]) == 1
    assert said in capsys.readouterr().err
    assert main([*solo, "--names", "Ada,Bob"]) == 2
    assert said[said.index(" 1 ") : said.index(",") + 1] in capsys.readouterr().err


def test_a_save_that_cannot_be_written_is_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", NIM, "--seed", "3", "--save", str(tmp_path / "no" / "where.json")]) == 1
    assert "RK564" in capsys.readouterr().err


def test_rules_at_fault_end_with_a_finding(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = tmp_path / "stuck.cafe"
    game.write_text(
        'cafe en\ngame stuck "Stuck"\n  players 2\n\nmarker left: 0..3 = 3\n\nplay\n  turns from starter until left is 9\n'
        "    do go\n\naction go\n  choose n in 1..left\n  set left to left - n\n\nwinner p\n  most 1\n"
    )
    assert main(["play", str(game), "--seed", "1"]) == 1
    assert "error[RK541]" in capsys.readouterr().err
    assert main(["simulate", str(game), "--games", "5"]) == 1
    assert "stuck 5" in capsys.readouterr().out


def test_a_save_never_replaces_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.cafe"
    mine.write_text("my rules")
    assert main(["play", NIM, "--seed", "3", "--save", str(mine)]) == 1
    said = capsys.readouterr()
    assert "RK563" in said.err and not said.out and mine.read_text() == "my rules"
    for _ in range(2):
        assert main(["play", NIM, "--seed", "3", "--save", str(tmp_path / "kept.json")]) == 0
        assert "saved in " in capsys.readouterr().out
    assert sorted(p.name for p in tmp_path.iterdir()) == ["kept.json", "mine.cafe"]


def test_a_saved_game_keeps_names_seed_and_players(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = str(tmp_path / "kept.json")
    assert main(["play", NIM, "--seed", "3", "--names", "Xenia,Yves", "--save", saved]) == 0
    capsys.readouterr()
    assert main(["replay", saved]) == 0
    assert "Xenia takes " in capsys.readouterr().out
    assert main(["play", "--resume", saved, "--seed", "4"]) == 2
    assert main(["play", NIM, "--names", "X,X"]) == 2


@pytest.mark.parametrize(("line", "back"), [("", True), ('  announce "taken"\n', False)])
def test_a_move_after_which_something_was_told_stays(tmp_path: Path, line: str, back: bool) -> None:
    """Who has heard it has heard it."""
    (tmp_path / "spoken.cafe").write_text(SPOKEN + line, encoding="utf-8")
    ran = at_terminal(["play", "spoken.cafe", "--seed", "1"], ["a", "u", "q"], tmp_path)
    assert ("This move cannot be taken back" in ran.out) != back
    assert (ran.out.count("Ada> ") == 2) == back


def test_written_moves_are_played_by_letters_numbers_and_words(tmp_path: Path) -> None:
    """What is played says what was meant; where the moves end, what could come next is shown."""
    (tmp_path / "guests.cafe").write_text(GUESTS, encoding="utf-8")
    lines = ["# the beginning", "", "draw", "#3", "leave it at that", "earl grey north_east", "? b", "yes"]
    for name, piped in (("moves.txt", ""), ("-", "\n".join(lines))):
        (tmp_path / "moves.txt").write_text("\n".join(lines), encoding="utf-8")
        ran = run("play", "guests.cafe", "--players", "2", "--seed", "2", "--moves", name, "--save", "kept.json",
                  cwd=tmp_path, stdin=piped)  # fmt: skip
        assert ran.status == 0, ran.err
        assert "   1. Ada draws a guest" in ran.out
        assert "   2. Bob shows the mint drinker to the south-west table" in ran.out
        assert "   3. Ada shows the Earl Grey drinker to the north-east table" in ran.out
        assert "yes: yes, 1 way" in ran.out
        assert "(not finished; Bob is to decide)\n   a  Draw a guest\n" in ran.out
        assert len(json.loads((tmp_path / "kept.json").read_text())["steps"]) == 5
        again = run("replay", "kept.json", "--step", "3", cwd=tmp_path)  # what was declined is not counted
        assert "   3. Ada shows the Earl Grey drinker" in again.out and "   4. " not in again.out
        assert "(not finished; Ada is to decide)" in again.out


@pytest.mark.parametrize(
    ("line", "language", "said"),
    [
        ("sing", "en", "no move is meant by `sing`"),
        ("show", "en", "`show` fits 2 moves: say more of it"),
        ("#9", "en", "no move is meant by `#9`"),
        ("installer", "fr", "« installer » correspond à 2 coups : précise"),
        ("\x1b[2J", "it", "nessuna mossa corrisponde a"),
    ],
)
def test_a_line_that_means_no_move_is_a_finding(line: str, language: str, said: str, tmp_path: Path) -> None:
    """With the line's number, and what could have been done."""
    (tmp_path / "guests.cafe").write_text(GUESTS, encoding="utf-8")
    ran = run("play", "guests.cafe", "--players", "2", "--seed", "2", "--lang", language, "--moves", "-",
              cwd=tmp_path, stdin=f"a\n\n{line}\n")  # fmt: skip
    assert ran.status == 1 and "[RK594]" in ran.err and said in ran.err and " --> <stdin>:3:1" in ran.err
    assert "\x1b" not in ran.err and "Bob" in ran.err


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "`column 2, row 2` cannot be done: this square is taken"),
        ("fr", "« place mark column 2, row 2 » n'est pas possible : this square is taken"),
        ("it", "«place mark column 2, row 2» non si può fare: this square is taken"),
        ("de", "„place mark column 2, row 2“ geht nicht: this square is taken"),
    ],
)
def test_a_written_move_that_is_refused_has_its_reason(language: str, said: str, tmp_path: Path) -> None:
    """And a handful of moves that could be made."""
    lines = "column 2, row 2\n" if language == "en" else "place mark column 2, row 2\n"
    ran = run("play", TIC, "--seed", "1", "--lang", language, "--moves", "-", stdin=lines * 2, cwd=tmp_path)
    err = ran.err.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert ran.status == 1 and "[RK594]" in err and said in err
    assert err.count("column") == 2 + 5  # in the finding, in the line that it quotes, in the moves


def test_written_moves_come_in_the_order_of_the_sentence(tmp_path: Path) -> None:
    """Five matches from heap 3, not heap 5 and three matches: in moves and in questions."""
    lines = "? take 5 from heap 3\n? take 5 3\ntake 5 3\n"
    ran = run("play", NIM, "--seed", "1", "--moves", "-", stdin=lines, cwd=tmp_path)
    assert "take 5 from heap 3: yes, 1 way" in ran.out and "take 5 3: yes, 1 way" in ran.out
    assert "Ada takes 5 matches from heap 3" in ran.out


ASKED = "here each line is a move, or a question that begins with ?"


@pytest.mark.parametrize(
    ("line", "more"),
    [("u", "leave out what was taken back"), ("s a.json", "saved with --save"), *((c, ASKED) for c in ("h", "t", "quit", "*"))],
)
def test_commands_of_the_keyboard_are_no_written_moves(line: str, more: str, tmp_path: Path) -> None:
    """A file says so, whatever else the letters might mean."""
    ran = run("play", NIM, "--seed", "1", "--moves", "-", stdin=f"a\n{line}\n", cwd=tmp_path)
    assert ran.status == 1 and f"`{line}` works only at the keyboard" in ran.err and "<stdin>:2:1" in ran.err
    assert more in ran.err


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("take 9 from heap 4", "`take 9 from heap 4` cannot be done: that is not among what can be chosen (matches: 1–7)"),
        ("take 1 from heap 7", "`take 1 from heap 7` cannot be done: that is not among what can be chosen (n: 1–4)"),
    ],
)
def test_what_can_be_chosen_instead_is_told(line: str, said: str, tmp_path: Path) -> None:
    assert said in run("play", NIM, "--seed", "1", "--moves", "-", stdin=f"{line}\n", cwd=tmp_path).err


def test_what_was_asked_is_repeated_as_it_was_typed(tmp_path: Path) -> None:
    lines = "? buy a tile 3 hot\n? take 5 coins\nend the turn\n"
    ran = run("play", "cafe-del-gatto", "--players", "2", "--seed", "1", "--moves", "-", stdin=lines, cwd=tmp_path)
    assert "buy a tile 3 hot: what is meant by `hot`? It chooses side, row, drink" in ran.out
    assert "take 5 coins: what is meant by `5 coins`? Nothing is chosen there" in ran.out
    assert "error[RK594]: `end the turn` cannot be done now\n" in ran.err


def test_written_moves_that_are_not_there_are_a_finding(tmp_path: Path) -> None:
    assert "error[RK560]" in run("play", NIM, "--moves", "nowhere.txt", cwd=tmp_path).err


def test_bots_play_their_seats_between_written_moves(tmp_path: Path) -> None:
    ran = run("play", NIM, "--seed", "1", "--bots", "2", "--moves", "-", stdin="1 match from heap 1\n", cwd=tmp_path)
    assert ran.status == 0 and "   1. Ada takes 1 match from heap 1" in ran.out and "   2. Bob takes" in ran.out
    assert "(not finished; Ada is to decide)" in ran.out


def test_moves_behind_the_end_of_the_game_are_a_finding(tmp_path: Path) -> None:
    line = "x" * 10_000
    moves = ["column 1, row 1", "column 1, row 2", "column 2, row 1", "column 2, row 2", "column 3, row 1"]
    over = run("play", TIC, "--seed", "1", "--moves", "-", stdin="\n".join([*moves, "? place", "a", ""]), cwd=tmp_path)
    assert over.status == 1 and "Ada wins." in over.out
    assert "error[RK594]: the game is over" in over.err and "<stdin>:7:1" in over.err
    assert run("play", TIC, "--seed", "1", "--moves", "-", stdin="\n".join(moves), cwd=tmp_path).status == 0
    long = run("play", TIC, "--seed", "1", "--moves", "-", stdin=line, cwd=tmp_path)
    assert long.status == 1 and f"no move is meant by `{'x' * 80}…`" in long.err


TWICE = """cafe en
game twice "Twice"
  players 2

marker n: 0..9 = 0

play
  turns from starter until n > 5
    one of
      - do walk
      - do walk

action walk "{go/goes} one step"
  set n to n + 1

score p
  a: n
"""


def test_a_move_that_is_offered_twice_is_numbered_not_told_by_an_address(tmp_path: Path) -> None:
    (tmp_path / "twice.cafe").write_text(TWICE, encoding="utf-8")
    said = run("play", "twice.cafe", "--moves", "-", stdin="", cwd=tmp_path).out
    assert "Go one step #1" in said and "Go one step #2" in said and "play#" not in said
