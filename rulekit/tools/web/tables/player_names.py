"""Names of players, as they are taken from strangers: they can be seen, and no two at a table look alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import count

from rulekit.report.sentences import ENGLISH, languages, page_words
from rulekit.tools.web.server.refused import Refused
from rulekit.wording import sentence

LONGEST_NAME = 24
MARKS = 2  # above and below one letter
UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
EMPTY = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U0001d159\U00016fe4")
SELECTORS = re.compile("[\ufe00-\ufe0d\U000e0100-\U000e01ef]")
PICTURES = re.compile("[\U0001f000-\U0001faff]")  # some are newer than the tables of this Python
STYLES, JOINERS = frozenset("\ufe0e\ufe0f"), frozenset("\u200c\u200d")
UNCASED = frozenset({"Lo", "Mn", "Mc"})  # letters that a joiner shapes
SIGNS = frozenset({"So", "Sk", "Sm", "Po", "Nd"})  # what can be a picture, or half of one

# ---- what looks alike ----------------------------------------------------------------------------
ALIKE = str.maketrans(
    "АВЕКМНОРСТУХЅІЈԚԜҮавекмнорстухѕіјԛԝһΑΒΕΖΗΙΚΜΝΟΡΤΥΧαεηικνορτυχγωՕօսհոᎪᏴᏟᎠᎬᏀᎻᎫᏦᏞᎷᏢᏒᏚᎢᏙᏔᏃ01|ǀ",
    "ABEKMHOPCTYXSIJQWYabekmhopctyxsijqwhABEZHIKMNOPTYXaenikvoptuxywOouhnABCDEGHJKLMPRSTVWZolll",
)  # Cyrillic, Greek, Armenian, Cherokee and figures as Latin letters
LATIN = re.compile(
    r"LATIN (?:(SMALL)|CAPITAL)? ?LETTER (?:(SMALL CAPITAL) |DOTLESS |SCRIPT |LONG |BARRED )?([A-Z]|ALPHA)(?: WITH .*)?$"
)


def clean_name(name: object) -> str:
    """Return a name as it is kept, or nothing; one that cannot be seen as it is, is refused."""
    if not isinstance(name, str):
        return ""
    whole = " ".join(unicodedata.normalize("NFC", name).split())
    around = zip(f" {whole[:-1]}", whole, f"{whole[1:]} ", strict=False)
    if any(not _is_seen(before, char, after) for before, char, after in around):
        raise Refused(
            400,
            "name",
            sentence("a name cannot have invisible signs in it"),
            sentence("letters, figures, blanks and pictures are fine"),
        )
    if re.search(f"(?:^|\\s)M|M{{{MARKS + 1}}}", re.sub(r"\S", lambda c: _mark(c.group()), whole)):
        raise Refused(400, "name", sentence("a name cannot have so many marks on one letter"))
    return whole[:LONGEST_NAME].rstrip("".join((" ", *JOINERS)))


def free_name(wanted: str, others: Iterable[str]) -> None:
    """Refuse a name that is taken, or looks like one that is."""
    for other in others:
        if wanted.lower() == other.lower():
            raise Refused(409, "name", sentence("somebody at this table is called so already"))
        if alike(wanted, other):
            raise Refused(409, "name", sentence("this looks like the name of {other}, who sits at this table", other=other))


def default_names(names: list[str], bots: Sequence[str | None] = (), lang: str = ENGLISH) -> list[str]:
    """Return names for all seats, no two alike; those without one are called by what they are: a bot, a player.

    >>> default_names(["Zoe", "", "zoe", ""], [None, "greedy", None, "random"])
    ['Zoe', 'Bot', 'Player 3', 'Bot 2']
    """
    words, taken = page_words(lang), list[str]()
    for seat, name in enumerate(names):
        is_bot = seat < len(bots) and bots[seat] is not None
        if not (name and _free(name, taken)):
            name = next(n for n in _called(words, is_bot, seat) if _free(n, [*taken, *filter(None, names)]))
        taken.append(name)
    return taken


def _called(words: Mapping[str, str], is_bot: bool, seat: int) -> Iterator[str]:
    """Return what somebody without a name may be called."""
    yield words["bot_first"] if is_bot else words["player_number"].format(number=seat + 1)
    form = words["bot_number"] if is_bot else words["player_number"]
    yield from (form.format(number=number) for number in count(2 if is_bot else 1))


def is_default(name: str) -> bool:
    """Return whether a person is called so because nobody has said otherwise.

    >>> is_default("Joueur 2"), is_default("Zoe")
    (True, False)
    """
    return _defaults().fullmatch(name) is not None


@cache
def _defaults() -> re.Pattern[str]:
    forms = {re.escape(page_words(lang)["player_number"]).replace(r"\{number\}", "[0-9]+") for lang in languages()}
    return re.compile("|".join(sorted(forms)))


def alike(one: str, other: str) -> bool:
    """Return whether somebody could take one name for the other.

    >>> alike("Ada", "АDА"), alike("Ian", "lan"), alike("Zoe", "Zoé"), alike("Lan", "Ian")
    (True, True, True, False)
    """
    first, second = _drawn(one), _drawn(other)
    return _joined(first.casefold()) == _joined(second.casefold()) or first.replace("I", "l") == second.replace("I", "l")


def _joined(name: str) -> str:
    """Return two letters that together look like another one."""
    return name.replace("rn", "m").replace("vv", "w")


def _free(name: str, taken: list[str]) -> bool:
    return not any(alike(name, other) for other in taken)


def _is_seen(before: str, char: str, after: str) -> bool:
    """Return whether a sign can be seen where it stands, or makes its neighbours look different."""
    if char in STYLES:
        return unicodedata.category(before) in SIGNS or _is_picture(before)
    if char in JOINERS:
        letters = unicodedata.category(before) in UNCASED and unicodedata.category(after) in UNCASED
        return letters or (char == "\u200d" and (before in STYLES or _is_picture(before)) and _is_picture(after))
    return _is_picture(char) or not (unicodedata.category(char) in UNSEEN or char in EMPTY or SELECTORS.match(char))


def _is_picture(char: str) -> bool:
    return bool(PICTURES.match(char)) or (unicodedata.category(char) == "So" and char not in EMPTY)


def _mark(char: str) -> str:
    return "M" if unicodedata.category(char) in ("Mn", "Me") and char not in STYLES else "-"


def _drawn(name: str) -> str:
    """Return a name as it looks from afar: Latin letters without accents, where there are any like them."""
    apart = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    plain = "".join(_latin(c) for c in apart if not unicodedata.category(c).startswith("M") and c not in JOINERS)
    return plain.translate(ALIKE)


def _latin(char: str) -> str:
    """Return the letter that a Latin letter is made of: ø and ᴏ are drawn like o."""
    found = None if char.isascii() else LATIN.match(unicodedata.name(char, ""))
    if found is None:
        return char
    letter = "A" if found[3] == "ALPHA" else found[3]
    return letter.lower() if found[1] or found[2] else letter
