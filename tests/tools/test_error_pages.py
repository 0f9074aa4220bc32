"""The pages on findings of the command line: the wrong commands lead to the code, the right ones do not."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from attrs import evolve

from tests.tools.running import ROOT, Ran, environment, run

CODES = (
    "RK560", "RK561", "RK562", "RK563", "RK564", "RK565", "RK566", "RK567", "RK568", "RK569", "RK570", "RK571",
    "RK573", "RK574",
    "RK576", "RK577", "RK578", "RK580", "RK581", "RK584", "RK586", "RK588", "RK589", "RK590", "RK591", "RK592", "RK594",
)  # fmt: skip
WARNINGS = ("RK587",)  # in test_deep.py
SCALE = ("RK601", "RK602", "RK603")  # RK604 in test_simulate.py
PAGES = [ROOT / "docs" / "errors" / f"{code}.md" for code in (*CODES, *SCALE)]
_BLOCK = re.compile(
    r"^## (?P<title>Wrong|Right)\n+(?:<!-- fixture: made by tests -->\n)?```sh\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL
)
_PART = re.compile(r"^rulekit .*\n|^(?:(?!rulekit ).*\n)+", re.MULTILINE)  # a command of ours, or what stands between two
_PLAIN = re.compile(r"rulekit [\w \"'.:/=+,-]*(?: > [\w.]+)?\n")


def shell(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the commands of a page; the status is that of the last. Only what needs a shell gets one."""
    parts = [text] if "export " in text else _PART.findall(text)
    done = [_in_process(part, folder) if _PLAIN.fullmatch(part) else _in_shell(part, folder) for part in parts]
    return subprocess.CompletedProcess(text, done[-1].status, "".join(d.out for d in done), "".join(d.err for d in done))


def _in_process(line: str, folder: Path) -> Ran:
    words, _, file = line.partition(" > ")
    done = run(*shlex.split(words)[1:], cwd=folder)
    if file:
        (folder / file.strip()).write_text(done.out, encoding="utf-8")
    return evolve(done, out="") if file else done


def _in_shell(text: str, folder: Path) -> Ran:
    script = f'rulekit() {{ {shlex.quote(sys.executable)} -m rulekit.tools.cli "$@"; }}\n{text}'
    done = subprocess.run(
        ["bash", "-c", script],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_there_is_a_page_for_every_code_raised_in_tools() -> None:
    used = {
        code for path in (ROOT / "rulekit" / "tools").rglob("*.py") for code in re.findall(r'"(RK5[6-9]\d)"', path.read_text())
    }
    assert used == {*CODES, *WARNINGS}


@pytest.mark.parametrize("page", PAGES, ids=lambda p: p.stem)
def test_wrong_commands_lead_to_the_code_and_right_ones_do_not(page: Path, tmp_path: Path) -> None:
    blocks = {m["title"]: m["text"] for m in _BLOCK.finditer(page.read_text(encoding="utf-8"))}
    for title, status in (("Wrong", 1), ("Right", 0)):
        folder = tmp_path / title
        folder.mkdir()
        done = shell(blocks[title], folder)
        assert done.returncode == status, done.stdout + done.stderr
        assert (f"error[{page.stem}]" in done.stdout + done.stderr) == (title == "Wrong")
