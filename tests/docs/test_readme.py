"""What the README shows works, and what it points to exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, Rules, Session, pages, rules, sessions
from tests.docs.test_language_md import judge_rules, judge_session
from tests.tools.running import at_terminal

README = ROOT / "README.md"
LINK = re.compile(r"\[[^\]]*\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("case", rules(README), ids=lambda case: case.where)
def test_rules_are_as_said(case: Rules) -> None:
    """A block of rules in the README is in order."""
    judge_rules(case)


@pytest.mark.parametrize("case", sessions(README), ids=lambda case: case.where)
def test_commands_show_what_the_readme_shows(case: Session, tmp_path: Path) -> None:
    """A command prints what stands below it."""
    judge_session(case, tmp_path)


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    """Every link inside the repository has a target."""
    targets = LINK.findall(page.read_text(encoding="utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def shown(start: str) -> str:
    """The block of the README that begins with these words."""
    blocks: list[str] = re.findall(r"^```text\n(.*?)^```$", README.read_text(encoding="utf-8"), re.M | re.S)
    return next(block for block in blocks if block.startswith(start))


def test_the_rule_is_a_real_one() -> None:
    """The rule at the beginning stands in the game's file, line for line."""
    assert shown("  price:") in (ROOT / "rules/cafe-del-gatto.cafe").read_text(encoding="utf-8")


def test_the_refused_move_is_a_real_one(tmp_path: Path) -> None:
    """What a player hears who asks why not."""
    block = shown("Ada>")
    asked = block.splitlines()[0].removeprefix("Ada> ")
    ran = at_terminal(["play", "cafe-del-gatto", "--seed", "1"], [asked, "q"], tmp_path)
    assert block in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", ran.out).replace("\r", "")
