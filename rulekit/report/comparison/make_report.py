"""From a comparison to what is told of it: labels, summary, rules, witnesses, what was searched."""

from __future__ import annotations

from rulekit.compare.result import IN_A, LATENT, NONE, OBSERVABLE, Comparison, Tried
from rulekit.report.comparison.report_data import RuleTold, Told
from rulekit.report.comparison.rules import Speaker, in_order, renamed_told, rules_told
from rulekit.report.comparison.witness import witness_told
from rulekit.report.text import amount, plural


def tell(comparison: Comparison, one: Speaker, two: Speaker, title: str, headings: tuple[str, str]) -> Told:
    """Return all that is to be told."""
    rules, numbers, labels = rules_told(comparison, one, two), in_order(comparison), (one.label, two.label)
    witnesses = tuple(witness_told(comparison, n, w, one, two) for n, w in enumerate(comparison.witnesses, 1))
    return Told(
        title, labels, headings, comparison.verdict, tuple(_summary(comparison, rules)),
        renamed_told(comparison.rules.renamed), rules, witnesses, tuple(_tried(t, numbers, labels) for t in comparison.tried),
        comparison.players, comparison.proved,
    )  # fmt: skip


def _summary(comparison: Comparison, rules: tuple[RuleTold, ...]) -> list[str]:
    """Return the answer in a few sentences: exactly what was shown."""
    playing = [r for r in rules if r.plays]
    shown = [r for r in playing if r.shown is not None]
    if not rules:
        said = ["The rules are the same."] if not comparison.rules.renamed else ["The rules are the same, in other words."]
    else:
        said = [f"The rules differ in {plural(len(rules), 'place')}."]
    match comparison.verdict:
        case None:
            said.append("No number of players suits both games, so nothing was played.")
        case x if x == OBSERVABLE:
            matter = f"{len(shown)} of {plural(len(playing), 'difference')} that could matter"
            said.append(f"It shows in play: {plural(len(comparison.witnesses), 'play')} found, for {matter}.")
        case x if x == LATENT:
            said.append("Moves, turns and results were not seen to differ; something else does.")
        case x if x == NONE and comparison.proved == comparison.players:
            said.append(f"Play is proved equal for {_listed(comparison.players)} players: every position was visited.")
        case _:
            said.append(f"No difference in play was found, in {amount(comparison.games, comparison.looks)}.")
            if comparison.proved:
                said.append(f"For {_listed(comparison.proved)} players play is proved equal.")
    if comparison.players and comparison.rules.a.name != comparison.rules.b.name:
        said.append("These are two files of their own: a move that leaves no choice counts as none.")
    unneeded = [in_order(comparison)[d.number] for d in comparison.unneeded] if comparison.witnesses else []
    if unneeded and not comparison.rules.independent:
        said.append(f"No play needed {'difference' if len(unneeded) == 1 else 'differences'} {_listed(tuple(sorted(unneeded)))}.")
    if comparison.late:
        said.append("The search was ended by its limit of time.")
    return said


def _listed(numbers: tuple[int, ...]) -> str:
    return " and ".join(filter(None, (", ".join(map(str, numbers[:-1])), str(numbers[-1]))))


def _tried(tried: Tried, numbers: dict[int, int], labels: tuple[str, str]) -> str:
    what = "the whole games" if tried.number is None else _alone(tried, numbers[tried.number], labels)
    by_count = []
    for one in tried.searched:
        if one.looks:
            games = "every position, " if one.everything else f"{plural(one.games, 'random game')}, " if one.games else ""
            by_count.append(f"{plural(one.players, 'player')}: {games}{plural(one.looks, 'decision')}")
    none = "no time was left" if tried.searched else "cannot be played apart"
    return f"{what}: {'; '.join(by_count) or none}"


def _alone(tried: Tried, number: int, labels: tuple[str, str]) -> str:
    return f"difference {number}, all else as in {labels[0] if tried.between == IN_A else labels[1]}"
