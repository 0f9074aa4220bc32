"""The bundled games, with their readings and variants, have no error and no warning."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit.pipeline import check_game

ROOT = Path(__file__).parents[3]
GAMES = [(path,) for path in sorted(ROOT.glob("examples/games/*.cafe"))]
RULES = ROOT / "rules"
CHANGED = [
    ("bon-appetit",),
    ("cafe-del-gatto",),
    ("cafe-del-gatto", "cafe-del-gatto.fr"),
    ("cafe-del-gatto", "cafe-del-gatto.en"),
    ("cafe-international",),
    ("cafe-international", "bar-and-pastry"),
    ("espresso-doppio",),
    ("espresso-doppio", "espresso-master"),
    ("espresso-doppio", "espresso-solo"),
]
BUNDLED = GAMES + [tuple(RULES / f"{name}.cafe" for name in names) for names in CHANGED]
BUNDLED.append((RULES / "cafe-del-gatto.cafe", ROOT / "examples/house-rules/happy-hour.cafe"))


@pytest.mark.parametrize("paths", BUNDLED, ids=lambda paths: "+".join(path.stem for path in paths))
def test_bundled_game_has_no_finding(paths: tuple[Path, ...]) -> None:
    """Neither error nor warning."""
    (text, path), *changes = [(p.read_text(encoding="utf-8"), str(p)) for p in paths]
    result = check_game(text, path, tuple(changes))
    assert result.diagnostics == ()
    assert result.ok
