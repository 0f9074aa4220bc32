"""The wheel holds all that a game needs: installed in an empty environment, away from the checkout, it plays."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import tarfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def run(*words: str, cwd: Path, **env: str) -> str:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(words, cwd=cwd, capture_output=True, text=True, stdin=subprocess.DEVNULL, env=clean | env)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package alone in a new environment; its dependencies are lent from the one the tests run in."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT), cwd=ROOT)
    wheel = next(folder.glob("*.whl"))
    run(sys.executable, "-m", "venv", "--without-pip", str(folder / "venv"), cwd=folder)
    python = folder / "venv" / "bin" / "python"
    place = run(str(python), "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])", cwd=folder).strip()
    run(sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-compile", "--target", place, str(wheel), cwd=folder)
    return python


LICENCES = {"LICENSE", "drawings/README.md", "rulekit/tools/web/static/vendor/README.md"}


def test_licences_are_in_the_wheel_and_in_the_sources(installed: Path, tmp_path: Path) -> None:
    (info,) = installed.parents[1].glob("lib/python*/site-packages/rulekit-*.dist-info")
    assert {str(p.relative_to(info / "licenses")) for p in (info / "licenses").rglob("*") if p.is_file()} == LICENCES
    run(sys.executable, "-m", "build", "--sdist", "--no-isolation", "--outdir", str(tmp_path), str(ROOT), cwd=ROOT)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as sources:
        assert {name.partition("/")[2] for name in sources.getnames()} >= LICENCES


def test_an_installed_wheel_plays_a_bundled_game(installed: Path, tmp_path: Path) -> None:
    lent = sysconfig.get_paths()["purelib"]
    where = run(str(installed), "-c", "import rulekit; print(rulekit.__file__)", cwd=tmp_path, PYTHONPATH=lent)
    assert str(ROOT) not in where
    out = run(str(installed), "-m", "rulekit.tools.cli", "play", "bon-appetit", "--seed", "1", cwd=tmp_path, PYTHONPATH=lent)
    assert "wins" in out or "win" in out
    page = run(str(installed), "-m", "rulekit.tools.cli", "explain", "RK201", cwd=tmp_path, PYTHONPATH=lent)
    assert "RK201" in page
    asked = "from rulekit.tools.io.lessons import bundled_lessons as of; print(*(one.number for one in of('en') + of('fr')))"
    assert run(str(installed), "-c", asked, cwd=tmp_path, PYTHONPATH=lent).split() == list("123456") * 2
