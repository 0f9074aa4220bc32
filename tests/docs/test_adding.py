"""Recipes for additions: their tables are short and hold together, and a language is added by files alone.

That mypy complains about just what the tables name, `make recipes` shows: see `tests/docs/adding.py`.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.docs.adding import ADDITIONS, MOST_FILES, Addition, differences, told, with_class
from tests.docs.blocks import ROOT
from tests.docs.doubling import GAME, INSERTED, add_double
from tests.tools.running import GAMES, Ran, apart, environment

ONE_LINE, WITH_BLOCK, EXPRESSION = ADDITIONS
SPANISH = {"game": "juego", "players": "jugadores", "piece": "pieza", "place": "lugar", "choose": "elegir"}


@pytest.mark.parametrize("addition", [ONE_LINE, EXPRESSION], ids=lambda addition: addition.what)
def test_a_statement_or_an_expression_touches_few_files(addition: Addition) -> None:
    rows = told(addition.recipe, addition.sections)
    assert 8 < len(rows) <= MOST_FILES
    assert set(addition.classes) <= set(rows)


@pytest.mark.parametrize("addition", ADDITIONS, ids=lambda addition: addition.what)
def test_a_class_joins_its_union(addition: Addition) -> None:
    for path, (added, union) in addition.classes.items():
        text = with_class((ROOT / path).read_text(encoding="utf-8"), added, union)
        assert added in text
        assert re.search(rf"^{union} = \W*(Union\[)?\W*Ru?i?ng\W", text, re.MULTILINE)
        compile(text, path, "exec")


def test_what_differs_from_the_recipe_is_told() -> None:
    named = {path for path, teller in told(EXPRESSION.recipe, EXPRESSION.sections).items() if teller == "mypy"}
    assert differences(EXPRESSION, named) == []
    assert differences(EXPRESSION, named | {"rulekit/x.py"}) == ["rulekit/x.py: not named in add-an-expression.md"]
    silent = min(named)
    assert differences(EXPRESSION, named - {silent}) == [f"{silent}: mypy does not complain, as add-an-expression.md says"]


def copied(folder: Path, *parts: str) -> Path:
    """A project of which some parts are copies; the others are the same."""
    for name in ("rulekit", "rules", "docs", "grammar", "sentences"):
        if name in parts:
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("vendor"))
        else:
            (folder / name).symlink_to(ROOT / name)
    return folder


def rulekit(project: Path, *arguments: str) -> Ran:
    """A command of that project."""
    return apart(*arguments, cwd=project, PYTHONPATH=str(project), XDG_CACHE_HOME=str(project / "cache"))


def script(project: Path, program: str, *arguments: str, told: str = "") -> str:
    """What a Python program says in that project."""
    ran = subprocess.run(
        [sys.executable, "-c", program, *arguments],
        cwd=project,
        env=environment(PYTHONPATH=str(project), XDG_CACHE_HOME=str(project / "cache")),
        input=told,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


# ---- a whole statement ---------------------------------------------------------------------------
@pytest.fixture(scope="module")
def doubling(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that has `double coins`, and a game that says it."""
    folder = copied(tmp_path_factory.mktemp("doubling"), "rulekit", "grammar", "sentences")
    add_double(folder)
    (folder / "growing.cafe").write_text(GAME, encoding="utf-8")
    return folder


def test_the_recipe_names_the_files_of_a_whole_statement() -> None:
    named = {path for path in INSERTED if not path.startswith("sentences/")}
    assert named == set(told(ONE_LINE.recipe, ONE_LINE.sections))


COMMANDS = {
    "test": "1 passed",
    "play --bots all --seed 1": "Ada wins.",
    "program": "Double     tally=coins",
    "rulebook": "Double coins.",
    "mutate": "noticed 10 (100 %)",
    "compare growing.cafe": "The rules are the same.",
}


ALL_OF_THEM = """
import contextlib, io, json, sys
from rulekit.tools.cli import main
said = {}
for words in sys.argv[1:]:
    name, *flags = words.split()
    with contextlib.redirect_stdout(io.StringIO()) as out:
        main([name, "growing.cafe", *flags])
    said[words] = out.getvalue()
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def said(doubling: Path) -> dict[str, str]:
    """What the commands of that project say, one after the other in one process."""
    return dict(json.loads(script(doubling, ALL_OF_THEM, *COMMANDS)))


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_knows_it(said: dict[str, str], words: str) -> None:
    assert COMMANDS[words] in said[words]


# ---- Spanish -------------------------------------------------------------------------------------
def spanish(word: str) -> str:
    """A word in Spanish, or one that might be."""
    return re.sub(r"[^\W\d]\w*", lambda found: SPANISH.get(found.group(), f"{found.group()}ez"), word)


def with_a_column(table: str) -> str:
    """The table of keywords with a language more: every row gets a word."""
    read = tomllib.loads(table)
    rows = [f"languages = {json.dumps([*read.pop('languages'), 'es'])}"]
    for section, words in read.items():
        rows += [f"[{section}]", *(f"{json.dumps(key)} = {json.dumps([*row, spanish(row[0])])}" for key, row in words.items())]
    return "\n".join(rows)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with Spanish keywords and sentences; all else, Python among it, is the same."""
    folder = copied(tmp_path_factory.mktemp("spanish"), "grammar", "sentences")
    keywords = folder / "grammar" / "keywords.toml"
    keywords.write_text(with_a_column(keywords.read_text(encoding="utf-8")), encoding="utf-8")
    english = (folder / "sentences" / "en.toml").read_text(encoding="utf-8")
    sentences = english.replace('wins = "{who} wins."', 'wins = "gana {who}."')
    assert sentences != english
    (folder / "sentences" / "es.toml").write_text(sentences, encoding="utf-8")
    return folder


TRANSLATED = """
import sys
from rulekit.syntax.printing.translate import translate
print(translate(sys.stdin.read(), "es").value)
"""


def test_a_file_of_sentences_is_a_language_to_play_in(project: Path) -> None:
    assert "de, en, es, fr or it" in rulekit(project, "play", "--help").out
    game = project / "nim.cafe"
    words = '\nwords es\n  | name | one      |\n  | heap | "montón" |\n'  # a game speaks a language that it has words for
    game.write_text((GAMES / "nim.cafe").read_text(encoding="utf-8") + words, encoding="utf-8")
    said = rulekit(project, "play", str(game), "--bots", "all", "--seed", "1", "--lang", "es")
    assert said.status == 0
    assert "gana Bob." in said.out and "Bob wins" not in said.out


def test_a_column_of_keywords_is_a_language_to_write_in(project: Path) -> None:
    english = (GAMES / "nim.cafe").read_text(encoding="utf-8")
    made = script(project, TRANSLATED, told=english)
    assert "juego" in made and "jugadores" in made
    (project / "nim.cafe").write_text(made, encoding="utf-8")
    assert rulekit(project, "check", "nim.cafe").status == 0
    assert rulekit(project, "play", "nim.cafe", "--bots", "all", "--seed", "1").status == 0
