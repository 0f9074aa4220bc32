"""From a comparison to what is told of it: labels, summary, rules, witnesses, what was searched."""

from __future__ import annotations

from rulekit.compare.result import IN_A, LATENT, NONE, OBSERVABLE, Comparison, Tried
from rulekit.model.model import ARGUABLE, SLIP
from rulekit.report.comparison.report_data import RuleTold, Told, in_language
from rulekit.report.comparison.rules import Speaker, in_order, renamed_told, rules_told, weaker_told
from rulekit.report.comparison.witness import witness_told
from rulekit.report.text import amount, of_players, random_games
from rulekit.wording import Sentence, numbered, sentence, together


def tell(comparison: Comparison, one: Speaker, two: Speaker, title: str, headings: tuple[str, str]) -> Told:
    """Return all that is to be told."""
    rules, numbers, labels = rules_told(comparison, one, two), in_order(comparison), (one.label, two.label)
    weaker = weaker_told(comparison, one, two)
    witnesses = tuple(witness_told(comparison, n, w, one, two) for n, w in enumerate(comparison.witnesses, 1))
    told = Told(
        title, labels, headings, comparison.verdict, tuple(_summary(comparison, rules, weaker)),
        renamed_told(comparison.rules.renamed), rules, witnesses,
        tuple(_tried(t, numbers, labels) for t in comparison.tried), comparison.players, comparison.proved, weaker,
    )  # fmt: skip
    return in_language(told, one.namer.language)


def _summary(comparison: Comparison, rules: tuple[RuleTold, ...], weaker: tuple[RuleTold, ...]) -> list[Sentence]:
    """Return the answer in a few sentences: exactly what was shown."""
    playing = [r for r in rules if r.plays]
    shown = [r for r in playing if r.parts_both]
    if not rules:
        same = sentence("The rules are the same.")
        said = [sentence("The rules are the same, in other words.") if comparison.rules.renamed else same]
    else:
        said = [numbered(len(rules), "The rules differ in {count} place.", "The rules differ in {count} places.")]
    said += _in_force(rules) + _not_in_force(weaker)
    match comparison.verdict:
        case None:
            said.append(sentence("No number of players suits both games, so nothing was played."))
        case x if x == OBSERVABLE:
            matter = numbered(
                len(playing),
                "{shown} of {count} difference that could matter",
                "{shown} of {count} differences that could matter",
                shown=len(shown),
            )
            plays = numbered(len(comparison.parting), "{count} play", "{count} plays")
            said.append(sentence("It shows in play: {plays} found, for {matter}.", plays=plays, matter=matter))
            said += _without_effect(len(rules) - len(playing))
        case x if x == LATENT:
            said.append(sentence("Moves, turns and results were not seen to differ; something else does."))
        case x if x == NONE and comparison.proved == comparison.players:
            said.append(
                sentence(
                    "Play is proved equal for {listed} players: every position was visited.", listed=_listed(comparison.players)
                )
            )
        case _:
            said.append(
                sentence("No difference in play was found, in {amount}.", amount=amount(comparison.games, comparison.looks))
            )
            if comparison.proved:
                said.append(sentence("For {listed} players play is proved equal.", listed=_listed(comparison.proved)))
    said += _of_mixtures(len(comparison.witnesses) - len(comparison.parting))
    if comparison.players and comparison.rules.a.name != comparison.rules.b.name:
        said.append(sentence("These are two files of their own: a move that leaves no choice counts as none."))
    unneeded = [in_order(comparison)[d.number] for d in comparison.unneeded] if comparison.witnesses else []
    if unneeded and not comparison.rules.independent:
        numbers = _listed(tuple(sorted(unneeded)))
        none = numbered(
            len(unneeded), "No play needed difference {numbers}.", "No play needed differences {numbers}.", numbers=numbers
        )
        said.append(none)
    if comparison.late:
        said.append(sentence("The search was ended by its limit of time."))
    return said


def _in_force(rules: tuple[RuleTold, ...]) -> list[Sentence]:
    """Return how many of the differences are arguable, and how many are slips, if there are any."""
    arguable, slips = (sum(rule.strength == strength for rule in rules) for strength in (ARGUABLE, SLIP))
    said = [numbered(arguable, "{count} of them is only arguable.", "{count} of them are only arguable.")] if arguable else []
    return said + (
        [numbered(slips, "{count} of them is a slip of the pen.", "{count} of them are slips of the pen.")] if slips else []
    )


def _not_in_force(weaker: tuple[RuleTold, ...]) -> list[Sentence]:
    """Return how many more there are that change nothing in play."""
    arguable, slips = (sum(rule.strength == strength for rule in weaker) for strength in (ARGUABLE, SLIP))
    more = numbered(arguable, "{count} more is arguable, and not in force.", "{count} more are arguable, and not in force.")
    pen = numbered(slips, "{count} is a slip of the pen, and not in force.", "{count} are slips of the pen, and not in force.")
    return [said for count, said in ((arguable, more), (slips, pen)) if count]


def _of_mixtures(count: int) -> list[Sentence]:
    """Return how many plays part the games only if some of the differences are left out."""
    said = numbered(
        count,
        "{count} more shows a difference alone, with all else as in one of the games; the two themselves do not part there.",
        "{count} more show a difference alone, with all else as in one of the games; the two themselves do not part there.",
    )
    return [said] if count else []


def _without_effect(count: int) -> list[Sentence]:
    """Return how many differences are left, which no play can show alone: a new option, an example."""
    return [numbered(count, "One more changes nothing by itself.", "{count} more change nothing by themselves.")] if count else []


def _listed(numbers: tuple[int, ...]) -> str:
    return together([str(number) for number in numbers])


def _tried(tried: Tried, numbers: dict[int, int], labels: tuple[str, str]) -> str:
    what = sentence("the whole games") if tried.number is None else _alone(tried, numbers[tried.number], labels)
    by_count: list[Sentence] = []
    for one in tried.searched:
        if one.looks:
            looks = [numbered(one.looks, "{count} decision", "{count} decisions")]
            if one.everything:
                looks = [sentence("every position"), *looks]
            elif one.games:
                looks = [random_games(one.games), *looks]
            players = of_players(one.players)
            by_count.append(sentence("{players}: {looks}", players=players, looks=tuple(looks)))
    none = sentence("no time was left") if tried.searched else sentence("cannot be played apart")
    searched = by_count[0] if by_count else none
    for more in by_count[1:]:
        searched = sentence("{hint}; {more}", hint=searched, more=more)
    return sentence("{what}: {searched}", what=what, searched=searched)


def _alone(tried: Tried, number: int, labels: tuple[str, str]) -> str:
    return sentence(
        "difference {number}, all else as in {label}", number=number, label=labels[0] if tried.between == IN_A else labels[1]
    )
