"""Texts of other languages: what a line may be about is looked up once, not for every line."""

from __future__ import annotations

import pytest

from rulekit.diagnostics import errors
from rulekit.model.declare.texts import TextReader
from rulekit.pipeline import check_game
from tests.fuzz.shapes import SHAPES


@pytest.mark.parametrize(("size", "wrong"), [(1_000, 0), (4_000, 0), (4_000, 30)])
def test_addresses_are_found_once_for_each_kind_of_line(size: int, wrong: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    addresses = TextReader._addresses

    def counted(self: TextReader, what: str) -> set[str]:
        asked.append(what)
        return addresses(self, what)

    monkeypatch.setattr(TextReader, "_addresses", counted)
    text = SHAPES["texts of another language"](size) + "".join(f'  tell b{n} "nichts"\n' for n in range(wrong))
    found = errors(check_game(text, "game.cafe").diagnostics)
    assert [f.code for f in found] == ["RK238"] * wrong
    assert asked == ["say", "tell"][: 1 + bool(wrong)]
