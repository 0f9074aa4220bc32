"""`rulekit compare FILE@REVISION`: versions of a file from git, without checking anything out."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.compare.games import MARKET, changed
from tests.tools.running import Ran, run

OLD = changed(MARKET, ('in a day?" = 1 among', 'in a day?" = 2 among'))
QUICK = ("--players", "2", "--effort", "200")


def git(*words: str) -> None:
    """Run git in this folder, as nobody in particular."""
    who = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    named = ("-c", "user.name=nobody", "-c", "user.email=nobody@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *named, *words], env={**os.environ, **who}, check=True, capture_output=True)


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder whose file was another one, in another place, one revision ago."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    git("init", "-q")
    Path("old").mkdir()
    Path("old/market.cafe").write_text(OLD)
    Path("market.cafe").write_text(OLD)
    git("add", ".")
    git("commit", "-qm", "old")
    Path("market.cafe").write_text(MARKET)
    git("rm", "-q", "old/market.cafe")
    git("add", ".")
    git("commit", "-qm", "new")


def compared(*games: str) -> Ran:
    """What the command says."""
    ran = run("compare", *games, *QUICK)
    assert "Traceback" not in ran.err
    return ran


@pytest.mark.parametrize(
    "name", ["market.cafe@HEAD~1", "@HEAD~1:old/market.cafe", "market.cafe@HEAD~1:old/market.cafe", "./market.cafe@HEAD~1"]
)
def test_an_older_version_is_compared_with_that_of_today(name: str) -> None:
    ran = compared(name, "market.cafe")
    assert ran.status == 1 and "The rules differ in 1 place." in ran.out
    assert "market@HEAD~1: " in ran.out
    assert not Path("old").exists()


def test_two_versions_from_git() -> None:
    assert compared("market.cafe@HEAD~1", "market.cafe@HEAD").status == 1
    assert "The rules are the same." in compared("market.cafe@HEAD", "market.cafe").out


def test_from_a_folder_below() -> None:
    Path("below").mkdir()
    os.chdir("below")
    assert "The rules differ" in compared("../market.cafe@HEAD~1", "../market.cafe").out
    assert "The rules differ" in compared("@HEAD~1:market.cafe", "../market.cafe").out


def test_versions_stand_in_one_table() -> None:
    ran = run("compare", "--readings", "market.cafe@HEAD~1", "market.cafe", *QUICK)
    assert "\n  market@HEAD~1: " in ran.out and "The readings speak of 1 rule or option." in ran.out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("market.cafe@gone", "there is no revision `gone`"),
        ("market.cafe@--output=x", "a revision does not begin with `-`"),
        ("market.cafe@HEAD:gone.cafe", "`gone.cafe` is not in the revision `HEAD`"),
        ("market.cafe@HEAD~1:old", "`old` is not in the revision `HEAD~1`"),
        ("other.cafe@HEAD", "`other.cafe` is not in the revision `HEAD`"),
        ("market.cafe@", "a revision is missing after `@`"),
        ("cafe-del-gatto@HEAD", "say which file of the revision is meant"),
    ],
)
def test_what_is_not_there_is_told(name: str, said: str) -> None:
    ran = compared(name, "market.cafe")
    assert ran.status == 1 and "error[RK589]" in ran.err and said in ran.err
    assert not Path("x").exists()


def test_a_folder_that_git_does_not_keep(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path_factory.mktemp("elsewhere")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(folder.parent))
    monkeypatch.chdir(folder)
    Path("market.cafe").write_text(MARKET)
    assert "git does not keep this folder" in compared("market.cafe@HEAD", "market.cafe").err


def test_without_git(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    assert "git is not installed" in compared("market.cafe@HEAD", "market.cafe").err


def test_a_file_with_such_a_name_is_that_file() -> None:
    Path("market@home.cafe").write_text(OLD)
    assert "The rules differ in 1 place." in compared("market@home.cafe", "market.cafe").out
