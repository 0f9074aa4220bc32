"""Which name was meant: a misspelt one and those that are known come in, the nearest go out.

One search for all stages. It compares only so many letters: a text full of misspelt names gets hints for the first of them.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import SequenceMatcher
from heapq import nlargest

from attrs import Factory, define

from rulekit.wording import Sentence, either, quoted, sentence

MOST_LETTERS = 3_000_000  # pairs of letters compared for one text; a thousand misspelt names among a hundred known need fewer


@define
class Suggestions:
    """The hints for one text, as long as there is work `left` for them."""

    left: int = Factory(lambda: MOST_LETTERS)

    def nearest(self, name: str, known: Iterable[str], most: int = 1, alike: float = 0.6) -> list[str]:
        """Return the known names most like this one, the nearest first; none when too much has been compared."""
        if self.left <= 0:
            return []
        matcher = SequenceMatcher(None, "", name)
        found: dict[str, float] = {}
        for other in known:
            if self.left <= 0:
                break
            matcher.set_seq1(other)
            if other != name and self._is_near(matcher, alike, len(other), len(name)):
                found[other] = matcher.ratio()
        return [other for _, other in nlargest(most, ((ratio, other) for other, ratio in found.items() if ratio >= alike))]

    def _is_near(self, matcher: SequenceMatcher[str], alike: float, one: int, two: int) -> bool:
        """Return whether two names of so many letters may be alike; what looking costs is taken from what is left."""
        self.left -= 2
        if matcher.real_quick_ratio() < alike:
            return False
        self.left -= one
        if matcher.quick_ratio() < alike:
            return False
        self.left -= one * two
        return self.left > 0

    def hint(self, name: str, known: Iterable[str], most: int = 2, alike: float = 0.6) -> Sentence | None:
        """Return the sentence that suggests them."""
        near = self.nearest(name, known, most, alike)
        return sentence("did you mean {some}?", some=either(quoted(near))) if near else None
