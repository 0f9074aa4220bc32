"""The games that come with rulekit, and how names on the command line become files.

`bon-appetit` or `bon_appetit` is a bundled game, `cafe-del-gatto+fr` a game with a reading or variant beside it; anything that
is a path is a file. The file of a change alone is checked with the game it changes, if that can be found.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from attrs import frozen

from rulekit.bundle import PACKAGE, bundled
from rulekit.suggestions import Suggestions
from rulekit.tools.io.files import read_text
from rulekit.tools.io.problems import Problem, problem
from rulekit.wording import either, quoted, sentence

EXAMPLES = PACKAGE.parent / "examples" / "games"  # beside the package in a checkout; a wheel has none
_DECLARES = re.compile(r"[^\W\d]\w*|`")


@frozen
class Head:
    """What a file says of itself: `role` game, reading, variant, words (or looks), model, unknown; `of`: the game it changes."""

    role: str
    name: str
    title: str = ""
    of: str = ""
    players: tuple[int, int] | None = None

    @property
    def changes(self) -> bool:
        """Whether it is a change of a game."""
        return bool(self.of)


def head_of(text: str, path: str = "") -> Head:
    """Return the head of a file; only its first declaration is read."""
    if text.lstrip().startswith("{"):
        return Head("model", "")
    from rulekit.syntax import ast
    from rulekit.syntax.parse import parse

    file = parse(_beginning(text), path).value
    for item in file.items if file else ():
        match item:
            case ast.Game(name=name, title=title, head=lines):
                return Head("game", name.text, title, players=_players(lines))
            case ast.OverlayHead(role=role, name=name, title=title, game=game, head=lines):
                return Head(role, name.text, title, game.text, _players(lines))
            case ast.Words(game=ast.Ident(text=of)) | ast.Look(game=ast.Ident(text=of)):
                return Head("words", "", "", of)
    return Head("unknown", "")


@lru_cache(64)
def titles_of(text: str, path: str = "") -> dict[str, str]:
    """Return what a file of changes is called in other languages, as its own words say."""
    from rulekit.syntax import ast
    from rulekit.syntax.parse import parse

    file, name = parse(text, path).value, (head_of(text, path).name,)
    tables = [item for item in file.items if isinstance(item, ast.Words)] if file else []
    titles = ((table.language.text, line) for table in tables for line in table.lines if line.what == "title")
    parts = {language: line.text.parts for language, line in titles if line.address.parts == name}
    return {language: "".join(part for part in said if isinstance(part, str)) for language, said in parts.items()}


def _players(lines: tuple[object, ...]) -> tuple[int, int] | None:
    from rulekit.syntax import ast

    return next(((line.low, line.high) for line in lines if isinstance(line, ast.PlayersLine)), None)


def _beginning(text: str) -> str:
    """Return the lines up to the second declaration."""
    kept: list[str] = []
    declared = 0
    for line in text.splitlines()[:400]:
        if _DECLARES.match(line):
            declared += 1
            if declared > 2:
                break
        kept.append(line)
    return "\n".join(kept) + "\n"


# ---- bundled files -------------------------------------------------------------------------------
def _plain(name: str) -> str:
    return name.strip().lower().replace("_", "-").removesuffix(".cafe")


def bundled_files() -> dict[str, Path]:
    """Return the bundled files by name, `cafe-del-gatto.fr` among them."""
    return {_plain(p.name): p for p in sorted(bundled("rules").glob("*.cafe"))}


def is_path(name: str) -> bool:
    """Return whether a word on the command line means a file rather than a bundled game."""
    if "/" in name or "\\" in name or name.endswith((".cafe", ".json")) or "\0" in name:
        return True
    if _plain(name) in bundled_files():
        return False
    try:
        return Path(name).exists()
    except OSError:
        return True


def find_bundled(name: str, beside: str = "", what: str = "game") -> Path:
    """Return a bundled file by name; `beside` is the game a reading or variant may stand beside (`fr`)."""
    files = bundled_files()
    for wanted in ([f"{_plain(beside)}.{_plain(name)}"] if beside else []) + [_plain(name)]:
        if wanted in files:
            return files[wanted]
    raise _unknown(name, files, what)


def _unknown(name: str, files: dict[str, Path], what: str) -> Problem:
    from difflib import get_close_matches

    near = {f.rpartition(".")[2] if what == "change" else f for f in files if what == "change" or "." not in f}
    of = sorted(f.rpartition(".")[0] for f in files if what == "change" and f.endswith(f".{_plain(name)}"))
    if of:
        return problem(
            "RK561",
            "the change `{name}` belongs to another game: `{of}`",
            hint="try `{of}+{plain}`",
            name=name,
            of=of[0],
            plain=_plain(name),
        )
    examples = {_plain(path.name): path for path in sorted(EXAMPLES.glob("*.cafe"))} if what == "game" else {}
    example = next(iter(get_close_matches(_plain(name), examples, 1, 0.8)), None)
    if example is not None:
        message = sentence("no game called `{name}` comes with rulekit, and there is no such file", name=name)
        return problem("RK561", message, hint=sentence("it is an example: `{file}`", file=_from_here(examples[example])))
    close = get_close_matches(_plain(name), sorted(near), 2, 0.5)
    hint = sentence("did you mean {some}?", some=either(quoted(close))) if close else sentence("`rulekit list` shows them all")
    return problem(
        "RK561",
        sentence("no change called `{name}` comes with rulekit, and there is no such file", name=name)
        if what == "change"
        else sentence("no game called `{name}` comes with rulekit, and there is no such file", name=name),
        hint=hint,
    )


def _from_here(path: Path) -> str:
    """Return a path as it can be typed here: from the folder one is in, if it lies below that."""
    return str(path.relative_to(Path.cwd())) if path.is_relative_to(Path.cwd()) else str(path)


# ---- from words to files -------------------------------------------------------------------------
def parts_of(name: str) -> list[str]:
    """Return a game and its changes, as they are named in one word; a file with a plus in its name is one part.

    >>> parts_of("cafe-del-gatto+fr+mine.cafe")
    ['cafe-del-gatto', 'fr', 'mine.cafe']
    """
    return [name] if os.path.exists(name) else name.split("+")


@frozen
class Wanted:
    """The files a command is about: the game first, then its changes."""

    game: Path
    changes: tuple[Path, ...] = ()


def wanted_files(name: str, changes: tuple[str, ...] = ()) -> Wanted:
    """Find the files for a game and its changes as they are named on the command line."""
    first, *rest = parts_of(name)
    base = Path(first) if is_path(first) else find_bundled(first)
    inside = tuple(_change_file(n, base) for n in rest)
    head = head_of(read_text(base), str(base))
    if head.changes:
        base, inside = _game_file(base, head), (base, *inside)
    return Wanted(base, (*inside, *(_change_file(c, base) for c in changes)))


def _change_file(name: str, base: Path) -> Path:
    return Path(name) if name and is_path(name) else find_bundled(name, base.stem.partition(".")[0], "change")


def _game_file(change: Path, head: Head) -> Path:
    """Return the game that a change is of: beside it, else among the bundled ones."""
    known = []
    for path in _candidates(change):
        try:
            found = head_of(read_text(path), str(path))
        except Problem:
            continue
        if found.role == "game" and found.name == head.of:
            return path
        known += [found.name] if found.role == "game" else []
    near = Suggestions().nearest(head.of, known)
    if near:
        hint = sentence("did you mean {some}?", some=either(quoted(near)))
    else:
        hint = sentence("put the game's file beside it, or name the game first: `rulekit check GAME --with FILE`")
    raise problem("RK562", "this changes the game `{of}`, which was not found", path=str(change), hint=hint, of=head.of)


def readings_beside(game: Path) -> tuple[Path, ...]:
    """Return the readings of a game that lie in its folder."""
    own = head_of(read_text(game), str(game))
    found = []
    with suppress(OSError):
        for path in sorted(p for p in game.parent.glob("*.cafe") if p != game):
            with suppress(Problem):
                head = head_of(read_text(path), str(path))
                found += [path] if (head.role, head.of) == ("reading", own.name) else []
    return tuple(found)


def _candidates(change: Path) -> Iterator[Path]:
    with suppress(OSError):
        yield from sorted(p for p in change.parent.glob("*.cafe") if p != change)
    yield from bundled_files().values()
