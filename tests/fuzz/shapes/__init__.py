"""Texts built to make reading slow: each shape makes a text of about so many characters, as hostile at 1 000 as at 200 000.

`SHAPES` are games; `CHANGES` are files of changes for the game that `large` makes.
"""

from __future__ import annotations

from tests.fuzz.shapes.of_changes import CHANGES, large
from tests.fuzz.shapes.of_layouts import LAYOUTS
from tests.fuzz.shapes.of_names import NAMES
from tests.fuzz.shapes.of_rules import RULES
from tests.fuzz.shapes.of_text import TEXT
from tests.fuzz.shapes.of_use import USE
from tests.fuzz.shapes.parts import Shape

__all__ = ["CHANGES", "SHAPES", "large"]
SHAPES: dict[str, Shape] = TEXT | NAMES | RULES | USE | LAYOUTS
