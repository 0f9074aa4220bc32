"""Colours that a `look` may name: those known by a word, and `#rrggbb`.

Comes in: what stands in the column `colour`. Goes out: `#rrggbb`, bright enough for a dark terminal.
"""

from __future__ import annotations

import re
from types import MappingProxyType

_COLOURS = (
    "aqua=#00ffff beige=#f5f5dc black=#5a5a5a blue=#4d7dff brown=#a52a2a burlywood=#deb887 chocolate=#d2691e coral=#ff7f50 "
    "crimson=#dc143c cyan=#00ffff darkblue=#3a5fcd darkgreen=#228b22 darkorange=#ff8c00 darkred=#b22222 firebrick=#b22222 "
    "forestgreen=#228b22 fuchsia=#ff00ff gold=#ffd700 goldenrod=#daa520 gray=#808080 green=#2e9e4f grey=#808080 hotpink=#ff69b4 "
    "indigo=#6a4fb0 ivory=#fffff0 khaki=#f0e68c lavender=#e6e6fa lightblue=#add8e6 lightgreen=#90ee90 lime=#00ff00 "
    "linen=#faf0e6 magenta=#ff00ff maroon=#a03030 navy=#4a6fd0 olive=#9a9a20 orange=#ffa500 orchid=#da70d6 peru=#cd853f "
    "pink=#ffc0cb plum=#dda0dd purple=#a050c0 red=#ff4040 royalblue=#4169e1 saddlebrown=#a0622d salmon=#fa8072 seagreen=#2e8b57 "
    "sienna=#a0522d silver=#c0c0c0 skyblue=#87ceeb slategray=#708090 steelblue=#4682b4 tan=#d2b48c teal=#20a0a0 tomato=#ff6347 "
    "turquoise=#40e0d0 violet=#ee82ee wheat=#f5deb3 white=#ffffff yellow=#ffff00"
)
NAMED = MappingProxyType(dict(pair.split("=") for pair in _COLOURS.split()))
_HEX = re.compile(r"#[0-9a-fA-F]{6}")


def colour(name: str) -> str:
    """Return a colour that is known, as `#rrggbb`; nothing for one that is not.

    >>> colour("Gold"), colour("#12ab34"), colour("goldd"), colour("#123")
    ('#ffd700', '#12ab34', '', '')
    """
    return name if _HEX.fullmatch(name) else NAMED.get(name.lower(), "")
