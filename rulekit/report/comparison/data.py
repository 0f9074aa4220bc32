"""A comparison as JSON: verdict, differences, witnesses and blame, each with rule addresses and citations."""

from __future__ import annotations

from attrs import asdict

from rulekit.report.comparison.report_data import RuleTold, Saying, Told, WitnessTold


def comparison_data(told: Told) -> dict[str, object]:
    """Plain data for JSON."""
    rules = {r.number: r for r in told.rules}
    return {
        "first": told.headings[0], "second": told.headings[1], "verdict": told.verdict, "summary": list(told.summary),
        "players": list(told.players), "proved_equal": list(told.proved), "renamed": list(told.renamed),
        "differences": [_difference(r) for r in told.rules],
        "witnesses": [_witness(w, rules) for w in told.witnesses],
        "blame": [_blame(w, rules) for w in told.witnesses],
        "searched": list(told.searched),
    }  # fmt: skip


def _difference(rule: RuleTold) -> dict[str, object]:
    data = asdict(rule)
    return data | {"address": _address(rule), "citations": _citations(rule), "first": data.pop("one"), "second": data.pop("two")}


def _witness(witness: WitnessTold, rules: dict[int, RuleTold]) -> dict[str, object]:
    data = asdict(witness)
    data["first"], data["second"] = data.pop("one"), data.pop("two")
    blamed = [rules[n] for n in witness.blame]
    return data | {"rules": [_address(r) for r in blamed], "citations": [c for r in blamed for c in _citations(r)]}


def _blame(witness: WitnessTold, rules: dict[int, RuleTold]) -> dict[str, object]:
    found = [rules[n] for n in witness.blame]
    return {
        "witness": witness.number, "differences": list(witness.blame), "rules": [_address(r) for r in found],
        "citations": [c for r in found for c in _citations(r)],
    }  # fmt: skip


def _sides(rule: RuleTold) -> list[Saying]:
    return [side for side in (rule.one, rule.two) if side is not None]


def _address(rule: RuleTold) -> str:
    return next((s.address for s in _sides(rule)), "")


def _citations(rule: RuleTold) -> list[str]:
    return list(dict.fromkeys(c for s in _sides(rule) for c in s.citations))
