"""A sitting with a person who tries everything, and what in its text is not in the language of the sitting."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from rulekit.engine.state import State
from rulekit.model.expressions import Text
from rulekit.model.model import GameModel
from rulekit.model.rules import Bullet, OnlyIf
from rulekit.play.random_games import strolls
from rulekit.program.program import Cells
from rulekit.report.rules.expressions import statements
from rulekit.report.sentences import sentences
from rulekit.report.table.playthrough import ending_lines
from rulekit.tools.command_line.flags import Play, Replay
from rulekit.tools.commands import play
from rulekit.tools.commands.play import play_game
from rulekit.tools.commands.replay import replay_game
from rulekit.tools.io.loading import load, make_spec

FIRST = ("h", "u", "0", "999999", "zzz qqq", "? zzz", "s", "", "*", "1", "u", "t")


def sat(
    game: str, language: str, folder: Path, monkeypatch: pytest.MonkeyPatch, turns: int = 5, changes: tuple[str, ...] = ()
) -> None:
    """Two or more people at one keyboard: each tries the commands, asks about every action, moves, saves, and leaves."""
    model = load(make_spec(game, changes)).model
    words = {key: w.one for name, table in model.words if name == language for key, w in table}
    (folder / "zz.txt").write_text("something else", encoding="utf-8")
    actions = [d.name for d in model.deeds if d.role == "action"]
    asked = [f"? {words.get(a, a.replace('_', ' '))}" for a in actions]
    more = [*(f"{a} qqq" for a in asked), f"s {folder / 'zz.txt'}", f"s {folder / 'zz' / 'zz.json'}"]
    script = iter(_typed(asked, more, turns, folder))
    passed = iter(("x", *[""] * 10_000))

    def typed(prompt: str = "") -> str:
        print(prompt, end="")
        return next(script) if prompt else next(passed)

    monkeypatch.setattr("builtins.input", typed)
    monkeypatch.setattr(play, "both_terminals", lambda: True)
    assert play_game(game, Play(with_=changes, seed=2, lang=language)) == 0


def watched(game: str, language: str, folder: Path, monkeypatch: pytest.MonkeyPatch, changes: tuple[str, ...] = ()) -> None:
    """Bots make the first moves, the game is saved and shown again, then the end of some game."""
    monkeypatch.setattr(play, "MOST_DECISIONS", 30)
    saved = str(folder / "bots.json")
    assert play_game(game, Play(with_=changes, seed=1, save=saved, lang=language)) == 0
    assert replay_game(saved, Replay(step=4, lang=language)) == 0
    table = play._table(game, Play(with_=changes, seed=1, lang=language))
    onward = strolls(table.engine, 1)
    cells = Cells(table.start.state.cells)
    while (after := onward(cells)) is not None:
        cells = after
    play.show_table(table, evolve(table.start, state=State(tuple(cells))), None)
    print(*ending_lines(table.namer, table.engine, State(tuple(cells))), sep="\n")


def _typed(asked: list[str], more: list[str], turns: int, folder: Path) -> Iterator[str]:
    choice = random.Random(5)
    yield from FIRST
    yield from more
    for turn in range(turns):
        yield "?"
        yield from asked
        yield from (str(choice.randrange(1, 60)), str(choice.randrange(1, 6)), "1")
        if turn == 3:
            yield f"s {folder / 'kept.json'}"
    yield "q"


# ---- what is foreign -----------------------------------------------------------------------------
def foreign(text: str, game: str, language: str, changes: tuple[str, ...] = ()) -> list[str]:
    """English sentences of rulekit, and names and reasons as in the game's file (if it has words), that the text shows."""
    model = load(make_spec(game, changes)).model
    words = {key: w for name, table in model.words if name == language for key, w in table}
    own = _own(model, language) if words else "\n".join((_own(model, language), *_file(model)))
    shown = _without_addresses(text, language)
    found = [f"sentence: {part}" for part in _fragments(language) if _has(shown, part) and not _has(own, part)]
    if words:
        plain = dict.fromkeys(name.replace("_", " ") for name, _ in names_of(model))
        found += [f"name: {name}" for name in plain if _has(shown, name) and not _has(own, name)]
        found += [f"reason: {r}" for _, r in _reasons(model) if r in shown and r not in own]
    return found


def _has(text: str, part: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(part)}(?!\w)", text) is not None


def _own(model: GameModel, language: str) -> str:
    """All that may be said: rulekit's sentences and the game's words in the language, headings, titles."""
    said = [str(form) for form in sentences(language).forms.values()]
    for name, table in model.words:
        if name == language:
            for _, w in table:
                parts = w.one.parts if isinstance(w.one, Text) else (w.one,)
                said += [*(p for p in parts if isinstance(p, str)), w.many]
    told = [told.text for name, told in model.all_texts() if name == language and told.what == "tell"]
    said += [part for text in told for part in text.parts if isinstance(part, str)]
    headings = [text for s in model.sections for _, text in s.headings]
    return "\n".join([*said, *headings, model.title, *(key for key, _ in model.sources)])


def _file(model: GameModel) -> Iterator[str]:
    """What is shown of a game without words."""
    yield from (name.replace("_", " ") for name, _ in names_of(model))
    yield from (reason for _, reason in _reasons(model))


def pseudo(game: str, path: Path, language: str = "fr") -> None:
    """Write a file of words that gives every name, label and reason of a game a word of no language."""
    model = load(make_spec(game)).model
    named = [*(pair for pair in names_of(model)), *((d.name, d.name) for d in model.defines), (model.name, model.name)]
    named += [(a.name, f"{sort.name}.{a.name}") for sort in model.sorts for a in sort.attributes]
    keys = dict.fromkeys((*(address for _, address in named), *(address for address, _ in _reasons(model))))
    rows = "".join(f'  | {key} | "µ{n}" | "µµ{n}" |\n' for n, key in enumerate(keys))
    path.write_text(f"cafe en\nwords {language} of {model.name}\n  | name | one | many |\n{rows}", encoding="utf-8")


def _without_addresses(text: str, language: str) -> str:
    """Addresses of rules are shown as they are in the file."""
    rule = sentences(language)("rule", address="")
    text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text)
    lines = [re.sub(rf"((?:^ *|\(){re.escape(rule)})[^\s)]+", r"\1", line) for line in text.splitlines()]
    return "\n".join(lines)


def _fragments(language: str) -> set[str]:
    """The words of English sentences between their values, long enough to be told from the words of the language."""
    forms = [f for form in sentences("en").forms.values() for f in ([form] if isinstance(form, str) else form.values())]
    parts = {part.strip(" .,;:?!()`…") for form in forms for part in re.split(r"\{\w+\}", form)}
    parts |= {"yes", "none", "nothing", "unlimited", "empty", "wins", "bank", "rule", "players"}
    return {part for part in parts if len(part) > 3}


def names_of(model: GameModel) -> Iterator[tuple[str, str]]:
    """The names a player may meet, with the address that may have the word instead.

    A code such as `e06` and a proper name, written with a capital letter, need none.
    """
    things = (*model.kinds, *model.sorts, *model.places, *model.tallies, *model.markers, *model.options)
    found = [(thing.name, thing.name) for thing in things]
    found += [(value, f"{kind.name}.{value}") for kind in model.kinds for value in kind.values]
    found += [(dim.name, f"{place.name}.{dim.name}") for place in model.places for dim in place.dims]
    found += [(answer.name, f"{o.name}.{answer.name}") for o in model.options for answer in o.answers]
    found += [(line.name, f"score.{line.name}") for line in model.score]
    for deed in model.deeds:
        bullets = [s.address for s in statements(deed.block) if isinstance(s, Bullet) and "#" not in s.address]
        found += [(deed.name, deed.name), *((address.rpartition(".")[2], address) for address in bullets)]
        found += [(name, f"{deed.name}.{name}") for name in (*deed.choices, *(p.name for p in deed.params))]
    return ((name, address) for name, address in found if re.search(r"[^\W\d_]{2}", name) and name[0].islower())


def _reasons(model: GameModel) -> Iterator[tuple[str, str]]:
    for deed in model.deeds:
        for statement in statements(deed.block):
            if isinstance(statement, OnlyIf) and statement.reason is not None:
                longest = max((p for p in statement.reason.parts if isinstance(p, str)), key=len, default="")
                if len(longest) > 8:
                    yield statement.address, longest
