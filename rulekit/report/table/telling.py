"""Whether a game has secrets: then players see different things, and each has a log of his own."""

from __future__ import annotations

from rulekit.engine.engine import Engine
from rulekit.program.nodes import Freeze


def has_secrets(engine: Engine) -> bool:
    """Return whether players see different things."""
    if "secrets" not in engine.memory:
        layout = engine.program.layout
        sights = {p.sight for p in layout.places} | {m.sight for m in layout.markers}
        frozen = any(isinstance(node, Freeze) for node in engine.program.nodes)
        engine.memory["secrets"] = bool(sights & {"private", "others"}) or frozen
    return bool(engine.memory["secrets"])
