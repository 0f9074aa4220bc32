"""Tasks in processes of their own: one that never ends is ended, by the processor time it took, and the others go on."""

from __future__ import annotations

from tests.native.watched import watched


def _spin(task: str) -> str:
    while task == "endless":
        pass
    return task


def test_a_task_that_never_ends_is_ended_and_tells_where_it_was() -> None:
    ended = {e.task: e for e in watched(_spin, ["one", "endless", "two"], jobs=1, seconds=1)}
    assert ended["endless"].how == "too long" and "_spin" in ended["endless"].where
    assert (ended["one"].result, ended["two"].result) == ("one", "two")
