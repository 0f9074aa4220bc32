"""Words with their grammar, and little words made to fit them: `the`, `l'`, `sugli`, `einer`."""

from __future__ import annotations

from attrs import frozen

from rulekit.model.model import Word
from rulekit.syntax.keywords import Forms, LittleWords

GENDERS = ("m", "f", "n")
QUOTES = ("“", "«", "„", "‚", "‘", "»")


@frozen
class Noun:
    """A word or name as it is said. `hidden`: the reader does not see which piece it is."""

    text: str
    gender: str = ""
    many: bool = False
    proper: bool = False
    begins: str = ""  # `vowel` or `consonant`, where the first letter misleads
    hidden: bool = False


def noun(text: str, word: Word | None, gender: str = "", hidden: bool = False) -> Noun:
    """Return a text with the grammar of a word; what is called by something in quotation marks takes no article."""
    marks = word.grammar if word is not None else ()
    own = next((mark for mark in marks if mark in GENDERS), gender)
    begins = next((mark for mark in marks if mark in ("vowel", "consonant")), "")
    return Noun(text, own, "many" in marks, "proper" in marks or text.startswith(QUOTES), begins, hidden)


def with_little(words: LittleWords, little: str, of: Noun, told_of: bool) -> str:
    """Return a noun with a little word before it, as the language wants it."""
    if of.hidden and little in words.unseen:
        *before, little = words.unseen[little].split()
        return " ".join((*before, _close(_form(words, words.forms[little], of), of.text)))
    forms = words.of_somebody.get(little, words.forms[little]) if told_of else words.forms[little]
    return _close(_form(words, forms, of), of.text)


def without_article(words: LittleWords, text: str) -> str:
    """Return the beginning of a sentence without the little words at its end, which belong to what follows: `buy the`."""
    known = {form.strip() for forms in words.forms.values() for form in forms.values()}
    found = text.split()
    while found and found[-1] in known:
        found.pop()
    return " ".join(found)


def _close(form: str, text: str) -> str:
    return f"{form}{text}" if not form or form.endswith("'") else f"{form} {text}"


def _form(words: LittleWords, forms: Forms, of: Noun) -> str:
    begins = _begins(words, of)
    if of.proper:
        return forms.get(f"proper_{begins}", forms.get("proper", ""))
    number, gender = "many_" if of.many else "", of.gender or (words.genders or ("",))[0]
    keys = (f"{number}{gender}_{begins}", f"{number}{begins}", f"{number}{gender}", "many" if of.many else "one")
    return next((forms[key] for key in keys if key in forms), "")


def _begins(words: LittleWords, of: Noun) -> str:
    first = of.text[:1].lower()
    if of.begins != "consonant" and (of.begins == "vowel" or (first and first in words.vowels)):
        return "vowel"
    return "hard" if words.hard is not None and words.hard.match(of.text) else "plain"
