"""Whether a model holds together: what is named in it is declared in it."""

from __future__ import annotations

from typing import Any

from attrs import evolve

from rulekit.model.analysis.references import PartialModel, dangling
from rulekit.model.model import GameModel
from tests.engine.play import TABLES, bundled_model

GATTO = next(t for t in TABLES if t.name == "cafe-del-gatto")


def gatto() -> GameModel:
    """Café del Gatto."""
    return bundled_model(GATTO.path, GATTO.changes)


def test_every_bundled_game_holds_together() -> None:
    models = [bundled_model(*key) for key in {(t.path, t.changes) for t in TABLES}]
    assert len(models) > 12 and [missing for model in models for missing in dangling(model)] == []


def test_whatever_is_taken_out_and_was_used_is_missed() -> None:
    """Every declaration that a rule of the game names, one at a time."""
    model, missed = gatto(), {}
    for part in ("sorts", "places", "tallies", "markers", "tables", "defines", "deeds", "options", "kinds"):
        for one in getattr(model, part):
            changed: dict[str, Any] = {part: tuple(d for d in getattr(model, part) if d is not one)}
            without = evolve(model, **changed)
            missed[one.name] = any(f"`{one.name}`" in told for told in dangling(without))
    assert {name for name, told in missed.items() if not told} <= {"setup", "play"}


def test_an_attribute_and_a_parameter_less_are_missed() -> None:
    model = gatto()
    sort = next(s for s in model.sorts if s.attributes)
    bare = evolve(model, sorts=tuple(evolve(s, attributes=s.attributes[1:]) if s is sort else s for s in model.sorts))
    assert f"the attribute `{sort.attributes[0].name}` of `{sort.name}`" in list(dangling(bare))
    define = next(d for d in model.defines if d.params)
    short = evolve(model, defines=tuple(evolve(d, params=()) if d is define else d for d in model.defines))
    assert f"the definition `{define.name}`" in list(dangling(short))


def test_only_what_holds_together_becomes_a_game() -> None:
    model = gatto()
    assert PartialModel(model).whole() is model
    assert PartialModel(evolve(model, defines=model.defines[1:])).whole() is None
