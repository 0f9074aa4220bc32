"""The blocks of a documentation page that can be run: files of rules, wrong files, commands with their output.

A page comes in, cases go out. `cafe` blocks are whole files. A `cafe fragment` holds declarations: those whose names are
known replace the ones of the last whole file above, the others are added; what follows builds on the result. A
`cafe wrong RK301` block is a whole file or a fragment that has this finding; nothing builds on it.
Files of changes are tried on the last whole game with their game's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from attrs import field, frozen

ROOT = Path(__file__).parents[2]
ALONE = ("setup", "play", "score", "winner", "look")
_FENCE = re.compile(r"^```(?P<info>[^\n`]+)\n(?P<text>.*?)^```$", re.M | re.S)
_HEAD = re.compile(r"^(?P<keyword>\w+)[ \t]*(?P<name>\w*)")
GAME = re.compile(r"^(?:game|jeu|gioco|Spiel) (\w+)", re.M)
_CHANGES = re.compile(r"^(?:(?:variant|reading|words|look)\b[^\n]*? of|variante \w+ de) (\w+)", re.M)


@frozen
class Rules:
    """A text of rules: it must be in order (or have the finding `wrong`), with its changes if there are any."""

    where: str
    text: str
    changes: tuple[str, ...] = ()
    wrong: str | None = None


@frozen
class Command:
    """One command with the output the page shows."""

    line: str
    output: str

    @property
    def pattern(self) -> re.Pattern[str]:
        """The output as a pattern: `…` stands for anything."""
        return re.compile(re.escape(self.output).replace("…", ".*"), re.S)


@frozen
class Session:
    """Commands typed one after the other in one folder; `files` are the rule files of the page so far."""

    where: str
    commands: tuple[Command, ...]
    files: dict[str, str] = field(eq=False)


def pages() -> tuple[Path, ...]:
    """Every page whose blocks are run; error pages have their own tests."""
    pages = sorted((ROOT / "docs").rglob("*.md"))
    return (ROOT / "README.md", *(p for p in pages if p.parent.name != "errors"))


def rules(page: Path) -> list[Rules]:
    """All texts of rules on a page."""
    return [case for case in cases(page) if isinstance(case, Rules)]


def sessions(page: Path) -> list[Session]:
    """All blocks with commands on a page."""
    return [case for case in cases(page) if isinstance(case, Session) and case.commands]


def cases(page: Path) -> Iterator[Rules | Session]:
    """Go through a page from top to bottom."""
    text = page.read_text(encoding="utf-8")
    games = bundled_games()
    files: dict[str, str] = {}
    last = ""
    for fence in _FENCE.finditer(text):
        where = f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, fence.start()) + 1}"
        kind, *more = fence["info"].split()
        body = fence["text"]
        if kind == "sh":
            yield Session(where, tuple(_commands(body)), dict(files))
        if kind != "cafe":
            continue
        whole = body if body.startswith("cafe ") else splice(last, body)
        changed = _CHANGES.search(whole)
        base = games[changed[1]] if changed else None
        wrong = more[1] if more[:1] == ["wrong"] else None
        yield Rules(where, base or whole, (whole,) if base else (), wrong)
        if wrong is None:
            files[file_name(whole)] = whole
        if wrong is None and base is None:
            last = whole
            games[GAME.search(whole)[1]] = whole  # type: ignore[index]


def bundled_games() -> dict[str, str]:
    """The games that come along, by name: files of changes on a page may be for them."""
    paths = [*(ROOT / "rules").glob("*.cafe"), *(ROOT / "examples" / "games").glob("*.cafe")]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    return {head[1]: text for text in texts if (head := GAME.search(text))}


def file_name(text: str) -> str:
    """The name of a file on the page: that of the game or change, with hyphens."""
    head = re.search(r"^(?:game|jeu|gioco|Spiel|variante?|reading|words) (\w+)", text, re.M)
    assert head is not None, text
    return head[1].replace("_", "-") + ".cafe"


def splice(base: str, fragment: str) -> str:
    """Put declarations into a file: known ones are replaced, new ones added at the end."""
    parts = dict(declarations(base))
    parts.update(declarations(fragment))
    return "\n".join(parts.values())


def declarations(text: str) -> Iterator[tuple[tuple[str, str], str]]:
    """Cut a file into its declarations, each with the comments before it and a key."""
    part: list[str] = []
    key = None
    for line in text.splitlines(keepends=True):
        if line[0] not in " \n" and key is not None:
            yield key, "".join(part)
            part, key = [], None
        head = _HEAD.match(line)
        if head is not None:
            key = (head["keyword"], "" if head["keyword"] in ALONE else head["name"])
        part.append(line)
    if key is not None:
        yield key, "".join(part)


def _commands(body: str) -> Iterator[Command]:
    for part in re.split(r"^\$ ", body, flags=re.M)[1:]:
        line, _, output = part.partition("\n")
        if line.startswith("rulekit "):
            yield Command(line, output.strip("\n"))
