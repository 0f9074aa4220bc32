"""Habits from elsewhere: words of languages for computers, keywords of another language, a label without its colon.

Which words people try, and in which language, stands under `habits` in `keywords.toml`.
"""

from __future__ import annotations

import re

from rulekit.diagnostics import Diagnostic, finding
from rulekit.syntax.keywords import Keyword, languages, vocabulary
from rulekit.syntax.layout import Lexeme, ends_at, keywords_at
from rulekit.syntax.mistakes.stopped_parse import VERBS, Trouble, beginnings, begun
from rulekit.wording import sentence

COUNTING = {"+=": ("+", "GAIN"), "++": ("+", "GAIN"), "-=": ("-", "PAY"), "--": ("-", "PAY")}
DECLARING = frozenset({"GAME", "KIND", "ACTION"})


def first_word(t: Trouble) -> Lexeme | None:
    """Return the first word of the statement: after a bullet's dash and a label."""
    line = list(t.line)
    if line and line[0].kind == "HOLE":
        line = line[1:]
    if len(line) > 2 and line[0].kind == "NAME" and line[1].kind == "COLON":
        line = line[2:]
    return line[0] if line else None


def counting(t: Trouble) -> Diagnostic | None:
    """`coins += 1`, `x++`."""
    start = next((at for at in (t.start, t.start - 1) if t.lines.text[at : at + 2] in COUNTING), None)
    if t.kind != "unexpected" or start is None:
        return None
    sign = t.lines.text[start : start + 2]
    mark, verb = COUNTING[sign]
    hint = sentence("write `set x to x {mark} 1`; of a tally, `{verb} 1 x`", mark=mark, verb=t.spelling(verb))
    return finding("RK118", t.lines.span(start, start + 2), "`{word}` is not used", hint, word=sign)


def habit(t: Trouble) -> Diagnostic | None:
    """`while`, `roll`, `sort`, `end turn`."""
    first = first_word(t)
    if t.kind != "unexpected" or first is None or not t.expected >= VERBS or first.kind != "NAME":
        return None
    if first.text in deeds(t):
        return None
    for phrase, meant in t.words.habits.items():
        found = re.compile(re.escape(phrase).replace("\\ ", "[ \\t]+") + r"\b").match(t.lines.text, first.start)
        if found and meant in HINTS:
            place = t.lines.span(first.start, found.end())
            return finding("RK108", place, "`{word}` is not a statement", HINTS[meant], word=phrase)
    return None


HINTS = {
    "while": sentence("write `repeat until` and what has to hold at the end"),
    "roll": sentence("chance decides with `choose n in 1..6 at random`"),
    "sort": sentence("pieces need no sorting: ask for what counts, as with `max(card.rank for card in hand[me])`"),
    "print": sentence('`announce` puts a sentence into the log, as in `announce "The last round begins."`'),
    "discard": sentence("say what goes where, as in `move card to pile`"),
    "return": sentence("an action or a step ends with its last line; a value is worked out with `define`"),
    "end_turn": sentence("a turn ends after its last line; `next turn` names who comes next if it is not the neighbour"),
}


def foreign(t: Trouble) -> Diagnostic | None:
    """Return a keyword of another language than the file's."""
    if t.kind != "unexpected":
        return None
    first = first_word(t)
    if first is not None and first.kind == "NAME" and t.expected >= VERBS:
        found = _foreign(t, first.start, t.expected | beginnings(t.words.language))
        if found is not None:
            return _in_our_words(t, "RK108", first.start, found)
    if t.lexeme.kind != "NAME" or t.meant(t.text) is not None:
        return None
    found = _foreign(t, t.start, t.expected)
    code = "RK106" if t.expected >= DECLARING else "RK109"
    return _in_our_words(t, code, t.start, found) if found is not None else None


def _foreign(t: Trouble, at: int, wanted: frozenset[str]) -> Keyword | None:
    """Find the longest keyword of any other language that stands here and would be understood in the file's own."""
    elsewhere = (k for language in languages() for k in keywords_at(t.lines.text, at, vocabulary(language)))
    understood = (k for k in elsewhere if k.terminal in wanted and k.spelling not in t.words.spellings[k.terminal])
    return max(understood, key=lambda k: len(k.spelling), default=None)


def _in_our_words(t: Trouble, code: str, at: int, found: Keyword) -> Diagnostic:
    place = t.lines.span(at, ends_at(found, t.lines.text, at) or at)
    message = sentence("`{word}` is no word of this file's language", word=found.spelling)
    return finding(code, place, message, "write `{word}`", word=t.spelling(found.terminal))


def replaced(t: Trouble) -> Diagnostic | None:
    """`replace take` without the kind of thing."""
    if t.expected != {"DOT"} or len(t.line) < 2 or t.line[0].kind != "REPLACE":
        return None
    word, name = t.line[0].text, t.line[1]
    hint = sentence("write what it is before its name, as in `{word} action {name}`", word=word, name=name.text)
    if name.text in (*t.words.spellings["LOOK"], *t.words.spellings["WORDS"]):
        hint = sentence("write `look` or `words` alone: a row there takes the place of the one that the game has")
    if t.lexeme.kind == "EQUAL":
        hint = sentence(
            "an option is answered with `with {name} = …`; a part of something has an address with a dot", name=name.text
        )
    return finding("RK109", t.at(name), "`{word}` does not say what `{name}` is", hint, word=word, name=name.text)


def laid(t: Trouble) -> Diagnostic | None:
    """`layout player p` without `of`."""
    words = [one.text for one in t.line[:2]]
    if t.kind != "unexpected" or len(words) < 2 or t.line[0].kind != "LAYOUT" or t.last is not t.line[1]:
        return None
    if t.lexeme.kind != "NAME":
        return None
    hint = sentence("write `{word}`", word=f"{words[0]} {t.spelling('OF')} {words[1]} {t.text}")
    return finding("RK109", t.span, "`{word}` cannot stand here", hint, word=t.text)


def label(t: Trouble) -> Diagnostic | None:
    """`mix shuffle deck`: the name of a rule without its colon."""
    first = first_word(t)
    if t.kind != "unexpected" or first is None or first is t.lexeme or not t.expected >= VERBS or first.kind != "NAME":
        return None
    found = begun(t, t.start)
    if found is None:
        return None
    end = ends_at(found, t.lines.text, t.start) or t.end
    rest = t.lines.text[end : t.lines.text.find("\n", end)]
    if not rest.split("#")[0].strip():
        return None
    hint = sentence("write `{name}: {word} …`", name=first.text, word=found.spelling)
    return finding("RK108", t.at(first), "after the name of a rule there must be a colon", hint)


def effect(t: Trouble) -> Diagnostic | None:
    """`define q = announce "x"`: a definition does nothing."""
    verb = t.last
    if t.kind != "unexpected" or verb is None or t.line[0].kind != "DEFINE" or all(x.kind != "EQUAL" for x in t.line):
        return None
    found = begun(t, verb.start)
    if found is None:
        return None
    hint = sentence("put `{word}` into an action or a step; a definition says what something is", word=found.spelling)
    return finding("RK109", t.at(verb), "a definition does nothing", hint)


def deeds(t: Trouble) -> list[str]:
    """Name the actions and steps that the file declares."""
    heads = "|".join(re.escape(word) for kind in ("ACTION", "STEP") for word in t.words.spellings[kind])
    return re.findall(rf"^(?:{heads})[ \t]+`?(\w+)", t.lines.text, re.MULTILINE)


HABIT_EXPLANATIONS = (counting, foreign, replaced, laid, habit, label, effect)
