"""The command line as a whole: exit statuses, usage, closed pipes, Ctrl-C, what is imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.report.sentences import error_pages
from rulekit.tools.cli import main
from rulekit.tools.command_line.commands import COMMANDS
from tests.tools.running import GAMES, apart, command, ctrl_c, environment, started
from tests.tools.watching import busy, linux, until


@pytest.mark.parametrize(
    "arguments",
    [
        ["bogus"],
        ["check"],
        ["check", "--nonsense", "x"],
        ["perft", "bon-appetit"],
        ["perft", "bon-appetit", "--depth", "0"],
        ["simulate", "bon-appetit", "--games", "many"],
        ["play"],
        ["play", "bon-appetit", "--bots", "9"],
        ["play", "bon-appetit", "--bots", "x"],
        ["check", "bon-appetit", "--set", "income"],
        ["explain"],
        ["play", "bon-appetit", "--names", "a"],
        ["new"],
        ["replay"],
        ["test"],
    ],
)
def test_wrong_usage_has_status_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    said = capsys.readouterr().err
    command = "" if arguments == ["bogus"] else f"{arguments[0]} "
    assert said.startswith("rulekit: ") and said.endswith(f"\ntry: rulekit {command}--help\n")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ("simulate bon-appetit --games 1e9", "--games wants a whole number, not `1e9`: write 1_000_000_000"),
        ("simulate bon-appetit --games 1e99", "--games wants a whole number, not `1e99`"),
        ("simulate bon-appetit --games 10.5", "--games wants a whole number, not `10.5`"),
        ("simulate bon-appetit --players 2.5", "--players wants a whole number, not `2.5`"),
        ("simulate bon-appetit --games many", "--games wants a whole number, not `many`"),
        ("simulate bon-appetit --games [red]", "--games wants a whole number, not `[red]`"),
        ("simulate bon-appetit --games 0", "--games must be >= 1, not 0"),
        ("simulate bon-appetit --games 100000000000", "--games must be <= 10_000_000_000, not 100_000_000_000"),
        ("compare a b --seconds soon", "--seconds wants a number, not `soon`"),
        ("compare a b --seconds 0", "--seconds must be > 0, not 0"),
        ("simulate bon-appetit --json=maybe", "--json is yes or no, not `maybe`"),
        ("simulate bon-appetit --games", "--games wants a value"),
        ("simulate", "simulate wants GAME"),
        ("perft bon-appetit", "perft wants --depth"),
        ("play a b c", "some things too many: b c"),
        ("simulate bon-appetit --bogus", "there is no option --bogus; did you mean --bots?"),
    ],
)
def test_wrong_usage_is_told_in_plain_words(arguments: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments.split()) == 2
    assert capsys.readouterr().err.splitlines()[0] == f"rulekit: {words}"


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name, _ in COMMANDS)


@pytest.mark.parametrize("name", [name for name, _ in COMMANDS])
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    assert f"rulekit {name}" in capsys.readouterr().out


def test_nothing_said_shows_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    assert "Usage" in capsys.readouterr().out


@pytest.mark.parametrize("words", ["program cafe-del-gatto --players 5", "play cafe-del-gatto --bots all --seed 2"])
def test_a_closed_pipe_ends_quietly(words: str) -> None:
    line = " ".join(command(*words.split())) + " | head -1"
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line}"], env=environment(), capture_output=True, text=True, check=False
    )
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""
    assert done.returncode == 0


@linux
def test_ctrl_c_is_one_line_and_status_130(tmp_path: Path) -> None:
    with started("perft", "cafe-del-gatto", "--depth", "100", "--seed", "1", cwd=tmp_path) as running:
        until(busy(running), running)
        assert ctrl_c(running) == ("", "stopped\n") and running.returncode == 130


def test_output_survives_a_terminal_without_letters() -> None:
    ran = apart("list", PYTHONIOENCODING="ascii", LC_ALL="C")
    assert ran.status == 0 and "Caf? del Gatto" in ran.out


def test_check_imports_neither_the_argument_parser_nor_rich() -> None:
    script = (
        "import sys; from rulekit.tools.cli import main; main(['check', sys.argv[1]]); "
        "print(sorted({'cyclopts', 'rich', 'lark', 'cattrs', 'rulekit.engine.engine'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(GAMES / "nim.cafe")], env=environment(), capture_output=True, text=True, check=False
    )
    assert done.stdout.splitlines()[-1] == "[]", done.stdout + done.stderr


def test_list_shows_games_with_their_readings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    said = capsys.readouterr().out
    assert "cafe-del-gatto" in said and "+fr" in said and "2–5 players" in said


def test_missing_and_strange_files_for_every_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    missing = str(tmp_path / "gone.cafe")
    for arguments in (
        ["play", missing],
        ["test", missing],
        ["simulate", missing],
        ["perft", missing, "--depth", "1"],
        ["model", missing],
        ["program", missing],
        ["replay", missing],
        ["play", "nim", "--resume", missing],
    ):
        assert main(arguments) == 1, arguments
        said = capsys.readouterr()
        assert "RK56" in said.out + said.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["play", "nim", "--players", "x", "--lang", "fr"], "rulekit : --players demande un nombre entier, et non `x`"),
        (["compare", "--lang=it"], "rulekit: compare richiede due giochi, o uno e quello che ci si mette sopra"),
        (["check", "--lang", "de"], "rulekit: nenne mindestens eine Datei oder ein mitgeliefertes Spiel"),
        (["play", "nimm", "--lang", "de"], "kein Spiel namens `nimm` kommt mit rulekit"),
    ],
)
def test_a_command_line_is_refused_in_the_language_of_its_user(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) != 0
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("words", ["--lang fr simulate --help", "simulate --help --lang fr", "simulate --lang=fr -h"])
def test_help_is_in_the_language_that_is_asked_for(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 0
    said = capsys.readouterr().out
    assert said.startswith("Utilisation : rulekit simulate [OPTIONS] JEU") and "[sinon 100]" in said and "random" not in said


def test_a_page_of_a_code_is_in_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    for language, headings in (("fr", ["## Pourquoi", "## Faux", "## Juste"]), ("de", ["## Warum", "## Falsch", "## Richtig"])):
        assert main(["explain", "RK403", "--lang", language]) == 0
        said = capsys.readouterr().out
        assert said.startswith(f"# RK403: {error_pages(language)['RK403']['title']}\n")
        assert [line for line in said.splitlines() if line.startswith("## ")] == headings
        assert error_pages(language)["RK403"]["why"] in said and "only if n <= bank(coins) because" in said
    assert main(["explain", "RK403"]) == 0
    assert capsys.readouterr().out.startswith("# RK403: a requirement without a reason")


def test_a_program_is_listed_in_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["program", "espresso-doppio", "--lang", "de"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("Programm espresso_doppio für 2 Personen, Regeln ") and "Definitionen" in said
    assert any(line.startswith("Ablauf: ") for line in said) and {"nicht bewiesen", "alles wurde bewiesen"} & {*said}


def test_a_language_before_the_command_is_that_of_the_game_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "it", "play", "cafe-international", "--players", "2", "--bots", "all", "--seed", "1"]) == 0
    assert "2 giocatori, seme 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"LC_ALL": "fr_FR.UTF-8"}, "Utilisation : rulekit check"),
        ({"LC_ALL": "", "LANG": "de_AT"}, "Aufruf: rulekit check"),
        ({"LC_ALL": "it", "LANG": "de_AT"}, "Uso: rulekit check"),
        ({"LC_ALL": "C.UTF-8", "LANG": "de_AT"}, "Usage: rulekit check"),
        ({"LC_ALL": "xx_XX"}, "Usage: rulekit check"),
    ],
)
def test_help_is_in_the_language_of_the_machine(
    variables: dict[str, str], said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert main(["check", "--help"]) == 0
    assert capsys.readouterr().out.startswith(said)


def test_results_do_not_change_with_the_machine(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
    assert main(["check", "cafe-del-gatto"]) == 0
    assert "fine" in capsys.readouterr().out
    assert main(["check"]) == 2
    assert "essaie : rulekit check --help" in capsys.readouterr().err


def test_a_language_is_asked_for_one_command_only(capsys: pytest.CaptureFixture[str]) -> None:
    main(["check", "--lang", "fr"])
    main(["check"])
    assert "rulekit: name at least one file or bundled game\ntry: rulekit check --help" in capsys.readouterr().err
