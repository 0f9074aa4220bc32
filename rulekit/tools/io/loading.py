"""From words on the command line to a checked model, a program, an engine. Findings end the command as a `Problem`."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from rulekit.debugging import keep_traceback
from rulekit.diagnostics import Checked, errors
from rulekit.tools.io.files import read_text
from rulekit.tools.io.library import Wanted, parts_of, wanted_files
from rulekit.tools.io.problems import Problem, Usage, problem
from rulekit.wording import sentence

if TYPE_CHECKING:
    from rulekit.engine.engine import Engine
    from rulekit.model.model import GameModel
    from rulekit.program.program import Program
    from rulekit.report.words import Namer

Settings = tuple[tuple[str, str], ...]


@frozen
class Spec:
    """A game as it was asked for: name or file, changes, settings."""

    game: str
    changes: tuple[str, ...] = ()
    settings: Settings = ()


@frozen
class Loaded:
    """What came of it: the files, their texts by path, the model and all findings."""

    spec: Spec
    files: Wanted
    texts: dict[str, str] = field(eq=False)
    checked: Checked[GameModel]

    @property
    def model(self) -> GameModel:
        """The model; if there are errors the command ends with them."""
        if self.checked.value is None or not self.checked.ok:
            raise Problem(errors(self.checked.diagnostics) or self.checked.diagnostics, self.texts)
        return self.checked.value

    def sources(self) -> tuple[tuple[str, str], ...]:
        """Return the texts with their paths, the game's first; what came as JSON has none."""
        if not self.texts:
            hint = sentence("name its .cafe file")
            raise problem("RK565", "a game written as JSON cannot be changed any more", str(self.files.game), hint=hint)
        return tuple((self.texts[str(path)], str(path)) for path in (self.files.game, *self.files.changes))


def make_spec(game: str, changes: Iterable[str] = (), settings: Iterable[str] = ()) -> Spec:
    """Read the common flags."""
    pairs = tuple(_setting(s) for s in settings)
    names = [name for name, _ in pairs]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Usage(sentence("--set: `{twice}` is set more than once", twice=twice))
    first, *inside = parts_of(game)
    return Spec(first, (*inside, *changes), pairs)


def _setting(text: str) -> tuple[str, str]:
    name, sign, value = text.partition("=")
    if not sign or not name.strip() or not value.strip():
        raise Usage(sentence("--set wants option=value, not `{name}`", name=text))
    return name.strip().replace("-", "_"), value.strip()


def load(spec: Spec) -> Loaded:
    """Find, read and check."""
    files = wanted_files(spec.game, spec.changes)
    texts = {str(path): read_text(path) for path in (files.game, *files.changes)}
    text = texts[str(files.game)]
    if text.lstrip().startswith("{"):
        return Loaded(spec, files, {}, _from_json(spec, files.game, text))
    from rulekit.pipeline import check_game

    changes = tuple((texts[str(path)], str(path)) for path in files.changes)
    return Loaded(spec, files, texts, check_game(text, str(files.game), changes, spec.settings))


def unchanged(loaded: Loaded) -> GameModel:
    """Return the game of a changed one, without changes and settings."""
    return load(Spec(str(loaded.files.game))).model


def _from_json(spec: Spec, path: Path, text: str) -> Checked[GameModel]:
    from rulekit.model.analysis.references import dangling
    from rulekit.serialize import model_from_json

    if spec.changes or spec.settings:
        hint = sentence("apply --with and --set to its .cafe file and write the model again: `rulekit model GAME`")
        raise problem("RK565", "a game written as JSON cannot be changed any more", path=str(path), hint=hint)
    read = model_from_json(text, str(path))
    model = None if read.value is None else read.value.whole()
    if read.value is not None and model is None:
        raise not_holding(path, next(dangling(read.value.parts)))
    return Checked(model, read.diagnostics)


def not_holding(path: Path, missing: str = "something") -> Problem:
    """Return a model that was not written by us, or was changed since."""
    return problem(
        "RK570",
        "this model does not hold together: {missing} is named in it and is not there",
        path=str(path),
        hint="write it again from its .cafe file: `rulekit model GAME`",
        missing=missing,
    )


# ---- ready to play -------------------------------------------------------------------------------
def program_of(loaded: Loaded, players: int | None = None) -> Program:
    """Return the program for so many players (none said: the fewest)."""
    lowered = lowered_for(loaded, loaded.model.players[0] if players is None else players)
    if lowered.value is None:
        raise Problem(lowered.diagnostics, loaded.texts)
    return lowered.value


def lowered_for(loaded: Loaded, players: int) -> Checked[Program]:
    """Return the program for so many players, or why there is none."""
    from rulekit.program.lower import lower

    with holding_together(loaded):
        return lower(loaded.model, players)


def engine_of(loaded: Loaded, players: int | None = None) -> Engine:
    """Return an engine for so many players."""
    from rulekit.engine.engine import Engine

    program = program_of(loaded, players)
    with holding_together(loaded):
        return Engine(program)


@contextmanager
def holding_together(loaded: Loaded) -> Iterator[None]:
    """A border: a model from JSON was not checked by us; if it breaks a later stage, that is the file's fault."""
    try:
        yield
    except (Problem, Usage, OSError, EOFError):
        raise
    except Exception as error:
        from rulekit.engine.faults import Fault

        if loaded.texts or isinstance(error, Fault):
            raise
        keep_traceback()
        raise not_holding(loaded.files.game) from None


def namer_of(loaded: Loaded, engine: Engine, language: str | None = None, told: Sequence[str] = ()) -> Namer:
    """Return the words of the game in a language, in its own where it has none in that one, with the players' names."""
    from rulekit.report.told.language import told_in
    from rulekit.report.words import make_namer

    model, layout = loaded.model, engine.program.layout
    spoken = told_in(model, language_of(model, language))
    if told and len(told) != layout.players:
        raise Usage(sentence("--names wants {players} names with commas between them", players=layout.players))
    return make_namer(model, layout, spoken, told, engine)


def language_of(model: GameModel, language: str | None) -> str:
    """Return the language to speak: rulekit has sentences in it, or the game has words; the game's own if none is wanted."""
    from rulekit.report.sentences import ENGLISH
    from rulekit.report.sentences import languages as spoken
    from rulekit.report.told.language import languages

    known = sorted({*spoken(), *languages(model)})
    if language is not None and language not in known:
        raise problem(
            "RK567",
            "neither rulekit nor `{model}` speaks the language `{language}`",
            hint="there is {some}; for another one add a table `words {language}` to the game",
            model=model.name,
            language=language,
            some=", ".join(known),
        )
    return language or (model.language if model.language in known else ENGLISH)


def names_of(text: str | None) -> tuple[str, ...]:
    """Return the names behind `--names`: none empty, no two alike."""
    names = tuple(n.strip() for n in text.split(",")) if text is not None else ()
    if not all(names):
        raise Usage(sentence("--names wants names with commas between them"))
    twice = next((n for i, n in enumerate(names) if n.lower() in [m.lower() for m in names[:i]]), None)
    if twice is not None:
        raise Usage(sentence("--names: two players cannot both be called `{twice}`", twice=twice))
    return names


def heading(loaded: Loaded, title: str = "") -> str:
    """Return the game's title (or the one given) with the changes and settings in force: `Café del Gatto +fr, must_act = no`."""
    from rulekit.report.text import clean

    model = loaded.model
    changes = "".join(f" +{path.stem.rpartition('.')[2]}" for path in loaded.files.changes)
    settings = "".join(f", {name} = {value}" for name, value in loaded.spec.settings)
    return clean((title or model.title or model.name.replace("_", " ")) + changes + settings)


def spec_data(spec: Spec, files: Wanted) -> dict[str, object]:
    """Return how a game was asked for, to be kept in a saved game."""
    from rulekit.tools.io.library import is_path

    game = str(Path(spec.game).absolute()) if is_path(spec.game) else spec.game
    changes = [str(Path(c).absolute()) if is_path(c) else c for c in spec.changes]
    return {"game": game, "with": changes, "set": [f"{n}={v}" for n, v in spec.settings]}


def spec_from(text: str) -> Spec | None:
    """Return how the game of a saved game was asked for, if it says so."""
    try:
        data = json.loads(text)["loaded"]
        strings = [data["game"], *data["with"], *data["set"]]
        if all(isinstance(s, str) for s in strings):
            return make_spec(data["game"], data["with"], data["set"])
    except (ValueError, KeyError, TypeError, RecursionError, Usage):
        pass
    return None
