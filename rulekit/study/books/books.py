"""Rulebooks: a text becomes blocks with addresses such as `3` or `b1`, by an index that knows a short hash of each.

Comes in: the text of a rulebook, and its index (as TOML), or the headings of its sections, from which an index is made.
Goes out: sections with their passages, and the blocks that the index does not know. An index holds titles and hashes, never
words; blocks are found by hash, so neither their order nor the layout of the pages matters. Nothing here opens files.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator

from attrs import frozen

from rulekit.diagnostics import Checked, Diagnostic, Span
from rulekit.wording import sentence

_MARK = re.compile(r"\s*(?:[-–—•◆*·‣▪●○◇♦►]\s+)+")
_NO_TEXT = re.compile(r"!\[[^\[\]\n]*\]\([^()\n]*\)|<[^<>\n]*>")
_EMPHASIS = re.compile(r"[*_#`]+")
_WORD = re.compile(r"[^\W_]+")
_ORDINAL = re.compile(r"\s*\((\d{1,2})\)\s*$")
_HASH = re.compile(r"[0-9a-f]{8}(?: [0-9a-f]{8})*")
_LISTS = (("paragraphs", ""), ("bullets", "b"), ("captions", "c"), ("entries", "x"))
WORDS_SHOWN = 5
LONGEST_TITLE = 30


@frozen
class Block:
    """A piece of a text: what stands between blank lines, or one bullet. `line` is where it begins."""

    line: int
    bullet: bool
    text: str

    @property
    def start(self) -> str:
        """Its first words, enough to find it."""
        return " ".join(_EMPHASIS.sub("", _NO_TEXT.sub(" ", self.text[:500])).split()[:WORDS_SHOWN])


@frozen
class Chapter:
    """A section of a rulebook: its title, and the hashes of what lies at each place (one, or two where a page cuts it)."""

    title: str
    places: tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class Index:
    """What is known of a rulebook. `name` is the one in the game's `source` line."""

    source: str
    name: str
    chapters: tuple[Chapter, ...]
    furniture: frozenset[str] = frozenset()


@frozen
class Passage:
    """A paragraph, bullet, caption or entry; without `block` it is not in the text."""

    chapter: Chapter
    place: str
    block: Block | None


@frozen
class Book:
    """A text as its index sees it."""

    passages: tuple[Passage, ...]
    unknown: tuple[Block, ...]


# ---- words ---------------------------------------------------------------------------------------
def words(text: str) -> tuple[str, ...]:
    """Return the words of a text without marks, accents and capitals.

    >>> words("**Échanger** 1 à 3\\n_éléments_")
    ('echanger', '1', 'a', '3', 'elements')
    """
    plain = unicodedata.normalize("NFKD", _NO_TEXT.sub(" ", text)).casefold()
    return tuple(_WORD.findall("".join(c for c in plain if not unicodedata.combining(c))))


def digest(text: str) -> str:
    """Return a short hash of the words of a text."""
    return hashlib.sha256(" ".join(words(text)).encode()).hexdigest()[:8]


def _numbered(title: str) -> tuple[str, int]:
    """Return a title, and which of its name it is: `Il gioco (2)` is the second."""
    found = _ORDINAL.search(title)
    return (title[: found.start()], int(found[1])) if found else (title, 1)


def _is_begun(title: str) -> bool:
    return title.rstrip().endswith("…")


def _beginnings(title: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (title[:count] for count in range(1, min(len(title), LONGEST_TITLE) + 1))


@frozen
class Contents:
    """The chapters of an index by their titles."""

    whole: dict[tuple[int, tuple[str, ...]], Chapter]
    begun: dict[tuple[int, tuple[str, ...]], Chapter]
    beginnings: dict[tuple[int, tuple[str, ...]], Chapter]

    def chapter(self, title: str) -> Chapter | None:
        """Return the chapter a title means; on both sides `…` stands for the rest of a heading."""
        bare, number = _numbered(title)
        said = words(bare)
        if (number, said) in self.whole:
            return self.whole[number, said]
        if _is_begun(bare):
            return self.beginnings.get((number, said))
        return next((self.begun[number, b] for b in _beginnings(said) if (number, b) in self.begun), None)


def contents(index: Index) -> Contents:
    """Look chapters up by title."""
    found = Contents({}, {}, {})
    for chapter in index.chapters:
        bare, number = _numbered(chapter.title)
        found.whole.setdefault((number, words(bare)), chapter)
        if _is_begun(bare):
            found.begun.setdefault((number, words(bare)), chapter)
        for beginning in _beginnings(words(bare)):
            found.beginnings.setdefault((number, beginning), chapter)
    return found


# ---- blocks --------------------------------------------------------------------------------------
def blocks(text: str) -> tuple[Block, ...]:
    """Cut a text at blank lines and bullets; what has no letter is left out."""
    found: list[tuple[int, bool, list[str]]] = []
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        mark = _MARK.match(line)
        if not line.strip():
            inside = False
        elif mark or not inside:
            found.append((number, mark is not None, [line[mark.end() :] if mark else line]))
            inside = True
        else:
            found[-1][2].append(line)
    made = (Block(number, bullet, "\n".join(lines)) for number, bullet, lines in found)
    return tuple(block for block in made if any(c.isalpha() for c in _NO_TEXT.sub(" ", block.text)))


@frozen
class Headings:
    """Titles by their words; those that end in `…` by the beginning they give."""

    whole: dict[tuple[str, ...], str]
    begun: dict[tuple[str, ...], str]

    def title(self, line: str) -> str | None:
        """Return the title that a line is."""
        there = words(line[:500])
        if there in self.whole:
            return self.whole[there]
        return next((self.begun[b] for b in _beginnings(there) if b in self.begun), None)

    def split(self, block: Block) -> tuple[str, Block | None] | None:
        """Return a heading with what follows it in the same block; None if the block is no heading."""
        first, _, rest = block.text.partition("\n")
        for line, after in ((block.text, ""), (first, rest)):
            title = None if block.bullet else self.title(line)
            if title is not None:
                return title, Block(block.line + 1, False, after) if words(after) else None
        return None


def headings(titles: Iterable[str]) -> Headings:
    """Titles to look for in a text."""
    whole: dict[tuple[str, ...], str] = {}
    begun: dict[tuple[str, ...], str] = {}
    for title in titles:
        bare = _numbered(title)[0]
        (begun if _is_begun(bare) else whole).setdefault(words(bare), title)
    return Headings(whole, begun)


# ---- with an index -------------------------------------------------------------------------------
def read_book(text: str, index: Index) -> Book:
    """Find the passages of an index in a text."""
    known = {h for chapter in index.chapters for _, hashes in chapter.places for h in hashes} | index.furniture
    titles = headings(chapter.title for chapter in index.chapters)
    found: dict[str, Block] = {}
    unknown: list[Block] = []
    for block in blocks(text):
        heading = None if digest(block.text) in known else titles.split(block)
        rest = heading[1] if heading else block
        if rest is not None and digest(rest.text) in known:
            found.setdefault(digest(rest.text), rest)
        elif rest is not None:
            unknown.append(rest)
    passages = (
        Passage(chapter, place, next((found[h] for h in hashes if h in found), None))
        for chapter in index.chapters
        for place, hashes in chapter.places
    )
    return Book(tuple(passages), tuple(unknown))


# ---- making an index -----------------------------------------------------------------------------
def make_index(text: str, source: str, name: str, titles: Iterable[str]) -> Index:
    """Index a text by the headings of its sections: paragraphs and bullets are counted under each."""
    wanted = tuple(titles)
    known = headings(wanted)
    under: dict[str, list[Block]] = {}
    met: dict[tuple[str, ...], int] = {}
    open_: list[Block] = []
    for block in blocks(text):
        heading = known.split(block)
        if heading is None:
            open_.append(block)
            continue
        title, rest = _of_its_name(heading[0], wanted, met), heading[1]
        open_ = under.setdefault(title, [])
        open_ += [rest] if rest else []
    return Index(source, name, tuple(Chapter(title, tuple(_counted(parts))) for title, parts in under.items()))


def _of_its_name(title: str, titles: tuple[str, ...], met: dict[tuple[str, ...], int]) -> str:
    """Return the second heading of a name is that of the section `name (2)`, if there is one."""
    bare = words(_numbered(title)[0])
    met[bare] = met.get(bare, 0) + 1
    return next((t for t in titles if words(_numbered(t)[0]) == bare and _numbered(t)[1] == met[bare]), title)


def _counted(parts: list[Block]) -> Iterator[tuple[str, tuple[str, ...]]]:
    paragraphs = [block for block in parts if not block.bullet]
    bullets = [block for block in parts if block.bullet]
    yield from ((str(n), (digest(block.text),)) for n, block in enumerate(paragraphs, 1))
    yield from ((f"b{n}", (digest(block.text),)) for n, block in enumerate(bullets, 1))


# ---- an index as TOML ----------------------------------------------------------------------------
def index_to_toml(index: Index) -> str:
    """Write an index."""
    lines = ["# A rulebook's sections: a short hash of each paragraph, bullet, caption and entry, never its words."]
    lines += [f'source = "{index.source}"', f"name = {_quoted(index.name)}"]
    lines += [_listed("furniture", sorted(index.furniture))]
    for chapter in index.chapters:
        lines += ["", "[[section]]", f"title = {_quoted(chapter.title)}"]
        for key, sign in _LISTS:
            hashes = [" ".join(of) for place, of in chapter.places if place.rstrip("0123456789") == sign]
            lines += [_listed(key, hashes)] if hashes else []
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else " " for c in escaped) + '"'


def _listed(key: str, hashes: list[str]) -> str:
    rows = [", ".join(f'"{h}"' for h in hashes[n : n + 8]) for n in range(0, len(hashes), 8)]
    return f"{key} = [{''.join(rows)}]" if len(rows) < 2 else f"{key} = [\n" + "".join(f"  {row},\n" for row in rows) + "]"


def index_from_toml(text: str, path: str) -> Checked[Index]:
    """Read an index; a text that is none gives a finding."""
    try:
        data = tomllib.loads(text)
        index = Index(
            _string(data, "source"),
            _string(data, "name"),
            tuple(_chapter(section) for section in data.get("section", [])),
            frozenset(h for of in _hashes(data, "furniture") for h in of),
        )
    except RecursionError:
        return _no_index(sentence("too many parts lie inside each other"), path)
    except (ValueError, TypeError, AttributeError) as error:
        return _no_index(str(error), path)
    return Checked(index)


def _no_index(why: str, path: str) -> Checked[Index]:
    message = sentence("this is no index of a rulebook: {why}", why=why)
    return Checked(
        None, (Diagnostic("RK592", message, Span(path, 0, 0, 0, 0), hint=sentence("look at one that comes with rulekit")),)
    )


def _string(data: dict[str, object], key: str) -> str:
    value = data.get(key)
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"`{key}` is missing")
    return value


def _chapter(section: dict[str, object]) -> Chapter:
    title = _string(section, "title")
    places = ((f"{sign}{n}", of) for key, sign in _LISTS for n, of in enumerate(_hashes(section, key), 1))
    return Chapter(title, tuple(places))


def _hashes(data: dict[str, object], key: str) -> list[tuple[str, ...]]:
    value = data.get(key, [])
    if not isinstance(value, list) or not all(isinstance(h, str) and _HASH.fullmatch(h) for h in value):
        raise ValueError(f"`{key}` is a list of hashes with eight signs each")
    return [tuple(h.split()) for h in value]
