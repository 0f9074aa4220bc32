"""People play while things go wrong, for a few requests (`make fuzz`: thousands)."""

from __future__ import annotations

import asyncio
from pathlib import Path

from tests.fuzz.trouble_fuzz import trouble


def test_games_go_on_whatever_goes_wrong(tmp_path: Path) -> None:
    made = asyncio.run(trouble(tmp_path / "tables.sqlite", 40, 3))
    assert made.played.wrong == [] and made.played.moves() > 3 and made.troubles.total() > 5
