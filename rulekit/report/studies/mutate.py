"""What came of changing one thing at a time, to read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from rulekit.model.mutations.mutations import Mutation
from rulekit.report.text import clean
from rulekit.report.wording import Telling
from rulekit.study.mutate.summary import Comparison, Key, Summary
from rulekit.wording import Sentence, numbered, sentence

ENGLISH = Telling()


def summary_lines(
    title: str, summary: Summary, played: bool = True, listing: bool = True, tell: Telling = ENGLISH
) -> Iterator[str]:
    """Counts, and, `listing` them, the changes nothing notices. `played`: locked plays were among those who might."""
    shown = summary.unnoticed if listing else ()
    yield tell(_heading(clean(title), summary))
    noticed = sentence("noticed {part}", part=_part(summary.checker + summary.examples + summary.plays, summary.share))
    yield f"  {tell(noticed)}"
    yield f"    {tell(_by(summary, played))}"
    if played:
        part = _part(summary.checker + summary.examples, summary.share_without_plays)
        yield f"    {tell(sentence('without locked plays {part}', part=part))}"
    if summary.given_up:
        count = len(summary.given_up)
        yield f"    {tell(sentence('given up, since they took too long or too much memory, {count}:', count=count))}"
        yield from (f"      {mutation_line(m, tell)}" for m in summary.given_up)
    nothing = sentence("nothing notices {count}", count=len(summary.unnoticed))
    yield f"  {tell(sentence('{what}:', what=nothing) if shown else nothing)}"
    yield from (f"    {mutation_line(m, tell)}" for m in shown)
    yield from _crashes(summary, tell)


def _heading(title: str, summary: Summary) -> Sentence:
    changes = numbered(summary.made, "{count} change, one at a time", "{count} changes, one at a time")
    left = summary.planned - summary.tried
    if left:
        changes = sentence("{changes} (stopped: {left} were not tried)", changes=changes, left=left)
    return sentence("{name}: {what}", name=title, what=changes)


def _by(summary: Summary, played: bool) -> Sentence:
    by = sentence("by the checker {checker}, by an example {examples}", checker=summary.checker, examples=summary.examples)
    return sentence("{by}, by locked plays alone {plays}", by=by, plays=summary.plays) if played else by


def _crashes(summary: Summary, tell: Telling) -> Iterator[str]:
    if summary.crashes:
        count = numbered(
            len(summary.crashes),
            "{count} change made rulekit itself fail, which is a mistake in rulekit:",
            "{count} changes made rulekit itself fail, which is a mistake in rulekit:",
        )
        yield f"  {tell(count)}"
        yield from (f"    {mutation_line(m, tell)} ({clean(error)})" for m, error in summary.crashes)


def mutation_line(mutation: Mutation, tell: Telling = ENGLISH) -> str:
    """Return one change: where it is, the rule, what was changed."""
    span = mutation.span
    what = sentence("{address}: {what}", address=mutation.address, what=mutation.text)
    return clean(f"{PurePath(span.path).name}:{span.line} {tell(what)}")


def _part(count: int, share: float) -> str:
    return f"{count} ({int(share)} %)"


def comparison_lines(comparison: Comparison, page: str, heading: str, tell: Telling = ENGLISH) -> Iterator[str]:
    """Yield what a list of known changes lacks, ready to be put into it, and what has to go from it: rows as the list has them,
    which is in English."""
    of_page = {"page": clean(page)}
    if comparison.unlisted:
        lacking = sentence("not in {page} under `{heading}`, or without a reason:", **of_page, heading=clean(heading))
        yield f"  {tell(lacking)}"
        yield from _rows([(m.address, m.text) for m in comparison.unlisted], " |")
    if comparison.noticed:
        yield f"  {tell(sentence('in {page}, but noticed now:', **of_page))}"
        yield from _rows(comparison.noticed)
    if comparison.unknown:
        yield f"  {tell(sentence('in {page}, but there is no such change:', **of_page))}"
        yield from _rows(comparison.unknown)


def _rows(keys: Sequence[Key], more: str = "") -> Iterator[str]:
    yield from (clean(f"    | {address} | {change} |{more}") for address, change in keys)
