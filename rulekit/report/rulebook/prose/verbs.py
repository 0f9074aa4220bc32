"""Verbs and adjectives in the words of a game, made to fit what they are said of.

Comes in: the words of a definition or a marker, and a subject. Goes out: the same words for `you`, for several, or denied.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.report.rulebook.prose.phrases import Phrases, Plural


def pairs(say: Phrases, name: str) -> dict[str, str]:
    """Return a list of words with another form: `is:are has:have`."""
    return dict(pair.split(":") for pair in say.verbs[name].split())


def conjugated(say: Phrases, words: Sequence[str], subject: str, yes: bool = True) -> str:
    """Return a verb and what follows, for a subject: `you have`, `does not hold`."""
    forms = pairs(say, "you") if subject == say("you_subject") else pairs(say, "many") if isinstance(subject, Plural) else {}
    verb, *rest = words
    if yes:
        return " ".join((forms.get(verb, _bare(say, verb) if forms else verb), *agreed(say, rest, subject)))
    if say.verbs["negation"]:
        return " ".join((say.verbs["negation"].format(forms.get(verb, verb)), *agreed(say, rest, subject)))
    return " ".join((_denied(say, verb, forms), *rest))


def _denied(say: Phrases, verb: str, forms: dict[str, str]) -> str:
    """Return an English verb with `not`."""
    past = pairs(say, "past")
    if verb == "can":
        return "cannot"
    if verb in say.verbs["auxiliary"].split():
        return f"{forms.get(verb, verb)} not"
    return f"did not {past[verb]}" if verb in past else f"{'do' if forms else 'does'} not {verb.removesuffix('s')}"


def _bare(say: Phrases, verb: str) -> str:
    """Return an English verb without the ending of the third person."""
    own = say.verbs["negation"] or verb in say.verbs["auxiliary"].split() or verb in pairs(say, "past")
    return verb if own else verb.removesuffix("s")


def agreed(say: Phrases, words: Sequence[str], subject: str) -> list[str]:
    """Return words of which the first may be a participle: `mis de côté` becomes `mise de côté` for `ta boisson`."""
    noun = next((w for w in subject.split() if w not in say.verbs["determiners"].split()), subject)
    at = (1 if say.gender(noun) == "f" else 0) + (2 if isinstance(subject, Plural) else 0)
    for forms in (entry.split(":") for entry in say.verbs.get("agreement", "").split()):
        if at and words and words[0].endswith(forms[0]):
            return [words[0].removesuffix(forms[0]) + forms[at], *words[1:]]
    return list(words)
