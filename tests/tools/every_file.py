"""Every valid file of rules there is: bundled and example files, blocks of the documentation, games in the tests, made ones.

Tests make their games in many ways; with RULEKIT_KEEP_GAMES=FOLDER they leave in that folder what they have read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from attrs import define

from rulekit import pipeline
from rulekit.diagnostics import Checked
from rulekit.model.model import GameModel
from rulekit.model.mutations.mutations import mutated
from rulekit.study.mutate.trial import Bench, Job
from rulekit.syntax import ast
from rulekit.syntax import parse as syntax
from rulekit.syntax.ast import File
from rulekit.syntax.keywords import languages
from rulekit.syntax.printing.printer import to_text
from rulekit.syntax.tree.walking import below, names_below
from rulekit.tools.io.library import head_of
from tests.docs.blocks import GAME, ROOT, pages, rules
from tests.engine.games import seeded_game

MADE = 200
EVERY = 20  # of the mutations of a game, one in so many is taken
LONGEST = 50_000  # longer texts are bombs of the fuzzer, which have tests of their own
Shape = frozenset[tuple[str, str]]


@define(slots=False, frozen=True)
class Game:
    """A game and its changes as texts, and where it was found."""

    where: str
    text: str
    changes: tuple[str, ...] = ()

    @property
    def valid(self) -> bool:
        """Whether it passes the checker."""
        return self._checked().ok

    @property
    def model(self) -> GameModel:
        """What the checker makes of it; it has to be valid."""
        model = self._checked().value
        assert model is not None, self.where
        return model

    def _checked(self) -> Checked[GameModel]:
        return pipeline.check_game(self.text, "game.cafe", tuple((text, f"{n}.cafe") for n, text in enumerate(self.changes)))

    @cached_property
    def shape(self) -> Shape:
        """What stands in what: two games of one shape are written with the same means, and differ in names, numbers and order."""
        trees = [syntax.parse(text, "game.cafe").value for text in (self.text, *self.changes)]
        nodes = [node for tree in trees for node in below(tree)]
        inside = ((node, inner) for node in nodes for inner in _children(node))
        return frozenset((type(node).__name__, type(inner).__name__) for node, inner in inside)

    def written(self, folder: Path) -> list[str]:
        """Write its files to a folder; gives what names it on a command line."""
        names = [f"{name}.cafe" for name in ("game", *(f"change-{n}" for n, _ in enumerate(self.changes)))]
        for name, text in zip(names, (self.text, *self.changes), strict=True):
            (folder / name).write_text(text, encoding="utf-8")
        return [names[0], *(word for name in names[1:] for word in ("--with", name))]


def _children(node: object) -> Iterator[ast.Node]:
    """Yield the nodes right below a node."""
    for part in node if isinstance(node, tuple) else (getattr(node, name) for name in names_below(type(node))):
        if isinstance(part, ast.Node):
            yield part
        elif isinstance(part, tuple):
            yield from _children(part)


def every_file(folder: Path | None = None) -> Iterator[Game]:
    """All of them, each text once; those of the tests if they were kept in a folder."""
    seen = set()
    for game in (*kept_files(), *documented(), *(tested(folder) if folder else ()), *made(range(MADE)), *mutants()):
        key = (game.text, game.changes)
        if key not in seen and game.valid:
            yield game
        seen.add(key)


def kept_files() -> Iterator[Game]:
    """The games that come along, each alone and with each of its changes."""
    paths = [*sorted(ROOT.glob("rules/*.cafe")), *sorted(ROOT.glob("examples/*/*.cafe"))]
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    heads = {path: head_of(text) for path, text in texts.items()}
    games = {head.name: texts[path] for path, head in heads.items() if not head.of}
    for path, head in heads.items():
        where = str(path.relative_to(ROOT))
        yield Game(where, games[head.of], (texts[path],)) if head.of else Game(where, texts[path])


def documented() -> Iterator[Game]:
    """The blocks of the documentation that are not wrong on purpose."""
    for page in pages():
        yield from (Game(case.where, case.text, case.changes) for case in rules(page) if case.wrong is None)


def tested(folder: Path) -> Iterator[Game]:
    """The games that tests have read, kept in a folder while they ran."""
    for path in sorted(folder.glob("*.json")):
        kept = json.loads(path.read_text(encoding="utf-8"))
        yield Game(kept["where"], kept["text"], tuple(kept["changes"]))


def keep_what_is_read(patch: pytest.MonkeyPatch, folder: Path) -> None:
    """From now on, keep every game that is parsed or checked."""
    parse, check = syntax.parse, pipeline.check_game
    folder = folder.absolute()
    folder.mkdir(parents=True, exist_ok=True)

    def parsed(text: str, path: str) -> Checked[File]:
        _keep(folder, text)
        return parse(text, path)

    def checked(text: str, path: str, changes: tuple[pipeline.Source, ...] = (), *more: Any, **named: Any) -> Checked[GameModel]:
        _keep(folder, text, [change for change, _ in changes])
        return check(text, path, changes, *more, **named)

    for module, name, wrapped in ((syntax, "parse", parsed), (pipeline, "parse", parsed), (pipeline, "check_game", checked)):
        patch.setattr(module, name, wrapped)


def _keep(folder: Path, text: str, changes: Iterable[str] = ()) -> None:
    data = {"text": text, "changes": list(changes), "where": os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]}
    if len(text) < LONGEST and GAME.search(text) and data["where"]:
        name = sha256(json.dumps([text, data["changes"]]).encode()).hexdigest()[:24]
        (folder / f"{name}.json").write_text(json.dumps(data), encoding="utf-8")


def made(numbers: Iterable[int]) -> Iterator[Game]:
    """Games made by dice."""
    yield from (Game(f"made:{n}", seeded_game(n)) for n in numbers)


def mutants() -> Iterator[Game]:
    """The games that come along with one thing changed, each in the words of one of the four languages."""
    for game in kept_files():
        if not game.changes:
            bench = Bench(Job(((game.text, "game.cafe"),)))
            for n, mutation in enumerate(bench.mutations[::EVERY]):
                (tree,) = mutated(bench.trees, mutation)
                language = languages()[n % len(languages())]
                yield Game(f"mutant:{game.where}:{n * EVERY}", to_text(tree, language))
