"""Mistakes with words: unknown declarations and statements, keywords in the wrong place, missing texts."""

from __future__ import annotations

from rulekit.diagnostics import Diagnostic, finding
from rulekit.suggestions import Suggestions
from rulekit.syntax.layout import LAYOUT, Lexeme
from rulekit.syntax.mistakes.habits import deeds, first_word
from rulekit.syntax.mistakes.stopped_parse import VERBS, Trouble, beginnings
from rulekit.wording import Sentence, sentence

ELSES = frozenset({"ELSE", "ELSEIF"})


def declaration(t: Trouble) -> Diagnostic | None:
    """Return a line in the first column that begins nothing known."""
    if not {"GAME", "KIND", "ACTION"} <= t.expected or t.lexeme.kind in LAYOUT:
        return None
    if t.lexeme.kind != "NAME":
        return finding("RK106", t.span, "no declaration begins with `{word}`", "did you mean to indent this line?", word=t.text)
    meant = t.meant(t.text)
    tried = t.words.foreign.get(t.text)
    near = t.spelling(tried) if tried in t.expected else nearest(t.text, t, t.expected)
    if near is None and meant is not None:
        return finding(
            "RK106",
            t.span,
            "`{word}` begins no declaration",
            "indent this line, so that it belongs to the one above",
            word=t.text,
        )
    hint = (
        sentence("did you mean `{near}`?", near=near)
        if near
        else sentence("lines in the first column begin with a word like `game`, `kind`, `place`, `action` or `step`")
    )
    return finding("RK106", t.span, "`{word}` begins no declaration", hint, word=t.text)


def otherwise(t: Trouble) -> Diagnostic | None:
    """`elif`, an `else` without `if`, an `else` that does not end its line."""
    first = first_word(t)
    if first is not None and t.words.foreign.get(first.text) == "ELSEIF":
        return finding("RK124", t.at(first), "`{word}` is not a word of the language", "write `else if`", word=first.text)
    if first is not None and first.kind == "ELSE" and t.lexeme is not first:
        hint = sentence("end the line after `{word}`, or write `else if` and a condition", word=first.text)
        return finding("RK125", t.span, "nothing may follow `{word}` on its line", hint, word=first.text)
    if first is not None and first.kind == "NAME" and t.meant(first.text) in ELSES and "LET" not in t.expected | {""}:
        return _stray(t, first)
    if t.lexeme.kind == "NAME" and t.meant(t.text) in ELSES:
        return _stray(t, t.lexeme)
    return None


def _stray(t: Trouble, word: Lexeme) -> Diagnostic:
    hint = sentence("it must stand right after the lines of an `if`, in the same column")
    return finding("RK125", t.at(word), "this `{word}` belongs to no `if`", hint, word=word.text)


def verb(t: Trouble) -> Diagnostic | None:
    """Return a line that is no statement: reported at the word that should be the verb."""
    first = first_word(t)
    if t.kind != "unexpected" or first is None or not t.expected >= VERBS or first.kind != "NAME":
        return None
    if t.lexeme.kind == "EQUAL":
        hint = sentence("write `let x = …` for a new name, `set x to …` to change something")
        return finding("RK118", t.span, "`=` alone is not a statement", hint)
    near = nearest(first.text, t, t.expected) or nearest(first.text, t, beginnings(t.words.language))
    if near is not None:
        return finding("RK108", t.at(first), "`{word}` is not a statement", "did you mean `{near}`?", word=first.text, near=near)
    if t.lexeme.kind == "NAME" and t.lexeme is not first:
        if t.meant(t.text) in beginnings(t.words.language):
            hint = sentence("write `{word} {name}`: what is done comes first", word=t.text, name=first.text)
            return finding("RK108", t.at(first), "`{word}` is not a statement", hint, word=first.text)
        near = nearest(t.text, t, VERBS)
        if near is not None:
            return finding("RK108", t.span, "`{word}` is not a statement", "did you mean `{near}`?", word=t.text, near=near)
    return finding("RK108", t.at(first), "`{word}` is not a statement", _meant_deed(first.text, t), word=first.text)


def _meant_deed(word: str, t: Trouble) -> Sentence:
    """Return the hint for a word that is no verb: an action or step that is called so, or nearly so, or how rules begin."""
    known = deeds(t)
    near = [word] if word in known else Suggestions().nearest(word, known, alike=0.75)
    if near:
        return sentence("did you mean `do {name}`?", name=near[0])
    return sentence("a rule begins with a word like `choose`, `move`, `set` or `do`")


def text(t: Trouble) -> Diagnostic | None:
    """Return a missing title, question or reason."""
    if t.expected != {"STRING"}:
        return None
    last = t.last
    after = t.lines.text[last.start : last.end] if last else ""
    place = t.lines.span(last.end, last.end) if last and t.lexeme.kind in LAYOUT else t.span
    hint = sentence('write it between double quotes: `"…"`')
    return finding("RK130", place, "after `{after}` there must be a text in quotes", hint, after=after)


def renamed(t: Trouble) -> Diagnostic | None:
    """Return words that were tried for the bank of a tally and the values of an option."""
    if t.text != t.spelling("FROM"):
        return None
    for terminal in ("BANK", "AMONG"):
        if terminal in t.expected:
            hint = sentence("write `{word}`", word=t.spelling(terminal))
            return finding("RK109", t.span, "`{word}` cannot stand here", hint, word=t.text)
    return None


def else_line(t: Trouble) -> Diagnostic | None:
    """`then` or `else` of a value at the beginning of a line."""
    if t.kind != "unexpected" or not {"THEN", "ELSE"} & t.expected or t.lexeme.kind not in LAYOUT:
        return None
    word = t.spelling("THEN" if "THEN" in t.expected else "ELSE")
    return finding("RK109", t.span, "`{word}` is missing on this line", "a line goes on only if it ends in `{word}`", word=word)


def nearest(word: str, t: Trouble, terminals: frozenset[str]) -> str | None:
    """Find the keyword a misspelt word was meant to be."""
    some = {spelling: spelling for x in terminals if x in t.words.spellings for spelling in t.words.spellings[x]}
    folded = {spelling.lower(): spelling for spelling in some}
    if word.lower() in folded:
        return folded[word.lower()] if folded[word.lower()] != word else None
    begun = [spelling for spelling in some if spelling.startswith(word + " ")]
    if begun:
        return begun[0]
    found = Suggestions().nearest(word.lower(), folded, alike=0.75)
    return folded[found[0]] if found else None


WORD_EXPLANATIONS = (declaration, otherwise, verb, text, renamed, else_line)
