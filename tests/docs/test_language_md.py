"""Every rule file and every command shown in the documentation works as shown."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from random import Random

import pytest

from rulekit.engine.engine import Engine
from rulekit.engine.state import State
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.program.lower import lower
from rulekit.study.examples.run_examples import run_examples
from tests.docs.blocks import ROOT, Command, Rules, Session, pages, rules, sessions
from tests.tools.running import run

PAGES = [page for page in pages() if page.name != "README.md"]
LANGUAGE = ROOT / "docs" / "language.md"


@pytest.mark.parametrize("case", [case for page in PAGES for case in rules(page)], ids=lambda case: case.where)
def test_rules_are_as_said(case: Rules) -> None:
    """A block of rules is in order and its examples hold, or it is wrong in the way the page says."""
    judge_rules(case)


@pytest.mark.parametrize("case", [case for page in PAGES for case in sessions(page)], ids=lambda case: case.where)
def test_commands_show_what_the_page_shows(case: Session, tmp_path: Path) -> None:
    """A command prints what stands below it."""
    judge_session(case, tmp_path)


def test_keyword_tables_are_those_of_the_language() -> None:
    """The tables of words list every keyword and standard name in all languages."""
    words = tomllib.loads((ROOT / "grammar" / "keywords.toml").read_text(encoding="utf-8"))
    page = LANGUAGE.read_text(encoding="utf-8")
    shown = {line for line in page.splitlines() if line.startswith("| `")}
    rows = {keyword_row(row) for part in ("keywords", "names") for row in words[part].values()}
    assert sorted(rows - shown) == []


def test_every_finding_named_has_a_page() -> None:
    """A code in the documentation leads to an error page."""
    named = {code for page in pages() for code in re.findall(r"RK[1-4]\d\d", page.read_text(encoding="utf-8"))}
    assert sorted(code for code in named if not (ROOT / "docs" / "errors" / f"{code}.md").exists()) == []


def keyword_row(row: list[str]) -> str:
    """One keyword as a row of the table in the documentation."""
    return "| " + " | ".join(" · ".join(f"`{word}`" for word in cell.split("|")) for cell in row) + " |"


def judge_rules(case: Rules) -> None:
    """Check a text and run its examples."""
    changes = tuple((text, f"changes-{n}.cafe") for n, text in enumerate(case.changes))
    checked = check_game(case.text, case.where, changes)
    found = [(d.code, d.message, d.span.line) for d in checked.diagnostics]
    if case.wrong is not None:
        assert case.wrong in [code for code, _, _ in found], found
        return
    assert checked.value is not None, found
    assert found == []
    assert plays(checked.value)
    failed = [(r.example.name, r.problem.message, r.problem.span.line) for r in run_examples(checked.value) if r.problem]
    assert failed == []


def plays(model: GameModel) -> bool:
    """Play a game at random, for its fewest players; a fault in its rules raises."""
    lowered = lower(model, model.players[0])
    assert lowered.value is not None, lowered.diagnostics
    engine, chance = Engine(lowered.value), Random(1)
    state = engine.start(seed=1)
    for _ in range(200):
        if engine.is_over(state):
            break
        after = engine.apply(state, chance.choice(engine.moves(state)))
        assert isinstance(after, State)
        state = after
    return True


def judge_session(case: Session, folder: Path) -> None:
    """Run commands in a folder with the bundled files and those of the page."""
    for name in ("rules", "examples"):
        (folder / name).symlink_to(ROOT / name)
    for file, text in case.files.items():
        (folder / file).write_text(text, encoding="utf-8")
    for command in case.commands:
        _judge(command, folder)


def _judge(command: Command, folder: Path) -> None:
    done = run(*shlex.split(command.line)[1:], cwd=folder, NO_COLOR="1", TERM="dumb", COLUMNS="")
    shown = "\n".join(line.rstrip() for line in (done.out + done.err).splitlines()).strip("\n")
    if command.output:
        assert command.pattern.fullmatch(shown), f"{command.line}\n{shown}"
    else:
        assert done.status == 0, shown
