"""A menu at the keyboard: a letter for every move, and which move is meant by what somebody types.

Letters rather than numbers, because the moves themselves speak of numbers: asked for a row, who types 3 means row 3. Letters that
are commands are left out, and so are pairs of letters that are words of a move; so a letter never means two things.

Comes in: the moves of a menu and a line. Goes out: the moves that are meant.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise, product
from string import ascii_lowercase

from attrs import evolve, frozen

from rulekit.engine.moves import Move
from rulekit.program.program import CellValue
from rulekit.report.sentences import Sentences
from rulekit.report.text import plain
from rulekit.report.words import Namer

COMMANDS = "s t"  # with the words for leaving, taking back and help, which each language has
WORD = re.compile(r"[\w-]+")


@frozen
class Menu:
    """The moves of one decision: as they are said, with their letters, and by the names in the rule file."""

    texts: tuple[str, ...]
    letters: tuple[str, ...]
    names: tuple[frozenset[str], ...]
    sentences: bool = False  # moves are said in sentences, which begin with a capital

    def line(self, number: int) -> str:
        """Return a move as it stands in the menu, with its letter."""
        text = self.texts[number]
        return f"{self.letters[number]:>4}  {text[:1].upper() + text[1:] if self.sentences else text}"

    def is_letter(self, typed: str) -> bool:
        """Return whether a move is meant by its letter or number, not by its words."""
        said = plain(typed).strip()
        counts = said.startswith("#") or (said.isdecimal() and not self.have_numbers())
        return said in self.letters or (counts and bool(self.meant(said)))

    def meant(self, typed: str) -> list[int]:
        """Return the moves that a line can mean: one letter, `#` and a number, else words; several are not told apart by it."""
        said = plain(typed).strip()
        if said in self.letters:
            return [self.letters.index(said)]
        if said.startswith("#") or (said.isdecimal() and not self.have_numbers()):
            number = said.lstrip("#").strip()
            return [int(number) - 1] if number.isdecimal() and len(number) < 7 and 0 < int(number) <= len(self.texts) else []
        return self.with_words(said)

    def have_numbers(self) -> bool:
        """Return whether moves speak of numbers: then a number that is typed means one of those."""
        return any(char.isdecimal() for text in self.texts for char in text)

    def with_part(self, typed: str) -> list[int]:
        """Return the moves whose sentences have these words, one behind the other."""
        said = _words(typed)
        return [n for n, text in enumerate(self.texts) if said and _has_part(_words(text), said)]

    def with_words(self, typed: str) -> list[int]:
        """Return the moves that are said so; else those with a part that is said so, else with all the words, else beginnings."""
        said = _words(typed)
        lists = [_words(text) for text in self.texts]
        counts = [Counter(words) | Counter(names) for words, names in zip(lists, self.names, strict=True)]
        ways: tuple[Callable[[int], bool], ...] = (
            lambda n: lists[n] == said,
            lambda n: _has_part(lists[n], said),
            lambda n: Counter(said) <= counts[n] and _have_order(lists[n], said),
            lambda n: (
                all(any(_begins(part, word) for part in counts[n]) for word in said)
                and Counter(_numbers(said)) <= counts[n]
                and _have_order(lists[n], said)
            ),
            lambda n: all(word in plain(self.texts[n]) and not word.isdecimal() for word in said),
        )
        found = ([n for n in range(len(self.texts)) if way(n)] for way in ways if said)
        return next((some for some in found if some), [])


def _has_part(words: list[str], said: list[str]) -> bool:
    return any(words[at : at + len(said)] == said for at in range(len(words)))


def _numbers(words: Iterable[str]) -> list[str]:
    return [word for word in words if word.isdecimal()]


def _have_order(words: list[str], said: list[str]) -> bool:
    """Return whether numbers stand as in the sentence: column 1, row 2 is not column 2, row 1, nor the 1 of a tile in row 2."""
    there, numbers = _numbers(words), _numbers(said)
    rest = iter(there)
    for word, number in pairwise(said):
        behind = [n for part, n in pairwise(words) if n.isdecimal() and not part.isdecimal() and part.startswith(word)]
        if number.isdecimal() and behind and number not in behind:
            return False
    return bool(Counter(numbers) - Counter(there)) or all(number in rest for number in numbers)


def _words(text: str) -> list[str]:
    return WORD.findall(plain(text))


def _begins(part: str, word: str) -> bool:
    """Return whether a word is the beginning of another; a number has to be whole."""
    return part == word or (part.startswith(word) and not word.lstrip("-").isdecimal())


def make_menu(namer: Namer, moves: Sequence[Move], cells: Sequence[CellValue] | None, say: Sentences | None = None) -> Menu:
    """Return the menu of a decision. `say`: who plays types the commands of another language than the game's."""
    texts = tuple(namer.moves(moves, cells))
    raw = evolve(namer, words={}, texts=None)
    names = tuple(frozenset(_names(raw, move, cells)) for move in moves)
    taken = {word for text in texts for word in _words(text)} | {word for some in names for word in some}
    return Menu(texts, letters(say or namer.say, len(moves), taken), names, namer.speaks)


def _names(raw: Namer, move: Move, cells: Sequence[CellValue] | None) -> Iterator[str]:
    """Yield what a move names in the rule file: `north_east`, and its words."""
    for text in (*move.actions, *(raw.value(pick.type, pick.value, cells) for pick in move.picks)):
        yield plain(text).replace(" ", "_")
        yield from _words(text.replace("_", " "))


def letters(say: Sentences, count: int, taken: set[str]) -> tuple[str, ...]:
    """Return so many different names of one letter or more: no commands, and beyond one letter no words of the moves."""
    words = (plain(say(key)) for key in ("typed_quit", "typed_undo", "typed_help"))
    commands = {*COMMANDS.split(), *(word for text in words for word in text.split())}
    found: list[str] = []
    length = 1
    while len(found) < count:
        made = ("".join(some) for some in product(ascii_lowercase, repeat=length))
        found += [name for name in made if name not in commands and (length == 1 or name not in taken)]
        length += 1
    return tuple(found[:count])
