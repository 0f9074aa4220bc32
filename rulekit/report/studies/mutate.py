"""What came of changing one thing at a time, to read."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from rulekit.model.mutations.mutations import Mutation
from rulekit.report.text import clean, plural
from rulekit.study.mutate.summary import Comparison, Summary


def summary_lines(title: str, summary: Summary, played: bool = True, listing: bool = True) -> Iterator[str]:
    """Counts, and, `listing` them, the changes nothing notices. `played`: locked plays were among those who might."""
    shown = summary.unnoticed if listing else ()
    left = summary.planned - summary.tried
    stopped = f" (stopped: {left} were not tried)" if left else ""
    yield f"{clean(title)}: {plural(summary.made, 'change')}, one at a time{stopped}"
    yield f"  noticed {_part(summary.checker + summary.examples + summary.plays, summary.share)}"
    alone = f", by locked plays alone {summary.plays}" if played else ""
    yield f"    by the checker {summary.checker}, by an example {summary.examples}{alone}"
    if played:
        yield f"    without locked plays {_part(summary.checker + summary.examples, summary.share_without_plays)}"
    if summary.given_up:
        yield f"    given up, since they took too long or too much memory, {len(summary.given_up)}:"
        yield from (f"      {line}" for line in map(mutation_line, summary.given_up))
    yield f"  nothing notices {len(summary.unnoticed)}" + (":" if shown else "")
    yield from (f"    {line}" for line in map(mutation_line, shown))
    if summary.crashes:
        yield f"  {plural(len(summary.crashes), 'change')} made rulekit itself fail, which is a mistake in rulekit:"
        yield from (f"    {mutation_line(m)} ({clean(error)})" for m, error in summary.crashes)


def mutation_line(mutation: Mutation) -> str:
    """Return one change: where it is, the rule, what was changed."""
    span = mutation.span
    return clean(f"{PurePath(span.path).name}:{span.line} {mutation.address}: {mutation.text}")


def _part(count: int, share: float) -> str:
    return f"{count} ({int(share)} %)"


def comparison_lines(comparison: Comparison, page: str, heading: str) -> Iterator[str]:
    """Yield what a list of known changes lacks, ready to be put into it, and what has to go from it."""
    if comparison.unlisted:
        yield f"  not in {clean(page)} under `{clean(heading)}`, or without a reason:"
        yield from (clean(f"    | {m.address} | {m.text} | |") for m in comparison.unlisted)
    if comparison.noticed:
        yield f"  in {clean(page)}, but noticed now:"
        yield from (clean(f"    | {address} | {change} |") for address, change in comparison.noticed)
    if comparison.unknown:
        yield f"  in {clean(page)}, but there is no such change:"
        yield from (clean(f"    | {address} | {change} |") for address, change in comparison.unknown)
