"""What came of many mutations: how many were made, who noticed them, and which ones nothing notices.

A list of known ones, each with a reason, can be held against them. It is a Markdown page with a table `address | change |
reason` under a heading for each game.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import frozen

from rulekit.model.mutations.mutations import Mutation
from rulekit.study.mutate.trial import CHECKER, CRASH, EXAMPLES, NEVER_ENDS, NOTHING, PLAYS, SAME, TOO_MUCH, Verdict

Key = tuple[str, str]
_ROW = re.compile(r"\|(?P<address>[^|]*)\|(?P<change>.*)\|(?P<reason>[^|]*)\|$")


@frozen
class Summary:
    """Mutations that were to be tried, and those that were. Those whose rule is not in force do not count as made.

    Those in `given_up` are among the noticed: they took longer or more memory than allowed, so a slow machine can add to them.
    """

    planned: int
    tried: int
    made: int
    checker: int
    examples: int
    plays: int
    unnoticed: tuple[Mutation, ...]
    crashes: tuple[tuple[Mutation, str], ...]
    noticed: tuple[Mutation, ...]
    given_up: tuple[Mutation, ...]

    @property
    def stopped(self) -> bool:
        """Whether not all were tried."""
        return self.tried < self.planned

    @property
    def share(self) -> float:
        """How many of a hundred were noticed."""
        return _share(len(self.noticed), self.made)

    @property
    def share_without_plays(self) -> float:
        """How many of a hundred the checker and the examples notice."""
        return _share(self.checker + self.examples, self.made)

    def to_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "planned": self.planned, "tried": self.tried, "stopped": self.stopped, "made": self.made,
            "noticed": {CHECKER: self.checker, EXAMPLES: self.examples, PLAYS: self.plays},
            "share": round(self.share, 1), "share_without_plays": round(self.share_without_plays, 1),
            "unnoticed": [_data(m) for m in self.unnoticed], "given_up": [_data(m) for m in self.given_up],
            "crashes": [_data(m) | {"error": error} for m, error in self.crashes],
        }  # fmt: skip


def _share(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def _data(mutation: Mutation) -> dict[str, object]:
    span = mutation.span
    return {
        "address": mutation.address, "change": mutation.text, "sort": mutation.sort, "file": span.path, "line": span.line,
    }  # fmt: skip


def summarise(mutations: Sequence[Mutation], planned: int, verdicts: Iterable[Verdict]) -> Summary:
    """Put verdicts together, in the order of the text."""
    tried = sorted(verdicts, key=lambda v: v.number)
    made = [v for v in tried if v.noticed != SAME]
    counts = Counter(v.noticed for v in made)
    return Summary(
        planned=planned, tried=len(tried), made=len(made),
        checker=counts[CHECKER], examples=counts[EXAMPLES], plays=counts[PLAYS],
        unnoticed=tuple(mutations[v.number] for v in made if v.noticed == NOTHING),
        crashes=tuple((mutations[v.number], v.by) for v in made if v.noticed == CRASH),
        noticed=tuple(mutations[v.number] for v in made if v.noticed in (CHECKER, EXAMPLES, PLAYS)),
        given_up=tuple(mutations[v.number] for v in made if v.by in (NEVER_ENDS, TOO_MUCH)),
    )  # fmt: skip


# ---- a list of known ones ------------------------------------------------------------------------
@frozen
class Comparison:
    """A summary held against a list: what is missing in it, what it names though it is noticed, or though it is not there."""

    unlisted: tuple[Mutation, ...]
    noticed: tuple[Key, ...]
    unknown: tuple[Key, ...]

    @property
    def ok(self) -> bool:
        """Whether list and game agree."""
        return not (self.unlisted or self.noticed or self.unknown)


def listed(page: str, heading: str) -> dict[Key, str]:
    """Return the rows under a heading of a page: address and change with the reason.

    >>> listed("## tea\\n| address | change | reason |\\n|---|---|---|\\n| sip | without `end game` | it ends anyway |", "tea")
    {('sip', 'without `end game`'): 'it ends anyway'}
    """
    rows: dict[Key, str] = {}
    inside = False
    for line in page.splitlines():
        if line.startswith("#"):
            inside = line.lstrip("#").strip() == heading
        row = _ROW.match(line.strip()) if inside else None
        if row and not set(line) <= set("|-: ") and row["address"].strip() != "address":
            rows[row["address"].strip(), row["change"].strip()] = row["reason"].strip()
    return rows


def compare(summary: Summary, mutations: Sequence[Mutation], known: dict[Key, str]) -> Comparison:
    """Hold a summary against a list; a row without a reason does not count."""
    there = {(m.address, m.text) for m in mutations}
    noticed = {(m.address, m.text) for m in summary.noticed}
    return Comparison(
        unlisted=tuple(m for m in summary.unnoticed if not known.get((m.address, m.text))),
        noticed=tuple(key for key in known if key in noticed),
        unknown=tuple(key for key in known if key not in there),
    )
