"""Findings as text: lines, carets, related places, hints; nothing that steers a terminal."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rulekit.diagnostics import NOWHERE, Diagnostic, Label, Severity, Span
from rulekit.pipeline import check_game
from rulekit.report.diagnostics import render, shown_first, summary, to_json
from rulekit.report.text import Paint, clean, width
from rulekit.wording import sentence
from tests.report.snapshots import TextSnapshot

UNKNOWN_NAME = (
    'cafe en\ngame demo "Demo"\n  players 2\n\nkind drink: tea, cocoa\n\nplay\n  do server\n\naction serve\n  choose drnk\n'
)
TWICE = 'cafe en\ngame demo "Demo"\n  players 2\n\nkind drink: tea\nkind drink: cocoa\n\nplay\n  do go\n\naction go\n'
WIDE = 'cafe en\ngame demo "Démo"\n  players 2\n\nplay\n\tdo 🧀🧀 go\n\naction go\n'


@pytest.mark.parametrize("text", [UNKNOWN_NAME, TWICE, WIDE], ids=["unknown_name", "declared_twice", "wide_signs"])
def test_findings_are_readable(text: str, snapshot: SnapshotAssertion) -> None:
    found = check_game(text, "demo.cafe").diagnostics
    said = "\n\n".join(render(d, {"demo.cafe": text}) for d in found)
    assert f"{text}\n{'=' * 40}\n{said}\n\n{summary(found)}\n" == snapshot(extension_class=TextSnapshot)


def test_a_place_without_its_text_is_still_named() -> None:
    finding = Diagnostic(
        "RK999",
        sentence("odd"),
        Span("gone.cafe", 0, 1, 7, 3),
        (Label(Span("gone.cafe", 0, 1, 1, 1), sentence("first here")),),
        sentence("look"),
    )
    assert render(finding, {}).splitlines() == [
        "error[RK999]: odd",
        " --> gone.cafe:7:3",
        " --> gone.cafe:1:1",
        "  first here",
        "  = hint: look",
    ]


def test_a_place_outside_the_text_does_no_harm() -> None:
    for line, column, start, end in ((99, 1, 0, 5), (1, 99, 0, 5), (2, 1, 5, 900), (0, 0, 0, 0), (1, 1, 9, 2)):
        assert "RK999" in render(Diagnostic("RK999", sentence("odd"), Span("a", start, end, line, column)), {"a": "one\ntwo"})


def test_colours_only_where_they_are_wanted() -> None:
    finding = Diagnostic("RK999", sentence("odd"), Span("a", 0, 3, 1, 1), severity=Severity.WARNING)
    assert "\x1b" not in render(finding, {"a": "one"})
    assert "\x1b[1;33m" in render(finding, {"a": "one"}, Paint(True))


def test_nothing_in_a_file_steers_the_terminal() -> None:
    evil = "a\x1b[2Jb\u202ec\x9bd\re"
    finding = Diagnostic(
        "RK999", sentence(evil), Span("a", 0, 3, 1, 1), (Label(Span("a", 0, 1, 1, 1), sentence(evil)),), sentence(evil)
    )
    said = render(finding, {"a": evil})
    assert not set(said) & {"\x1b", "\u202e", "\x9b", "\r"}


def test_json_is_plain() -> None:
    finding = Diagnostic("RK999", sentence("odd"), Span("a", 0, 3, 1, 1), (Label(Span("b", 0, 1, 1, 1), sentence("x")),))
    assert to_json(finding, {})["related"] == [{"text": "x", "path": "b", "line": 1, "column": 1, "start": 0, "end": 1}]


def test_width_counts_columns() -> None:
    assert (width("abc"), width("🧀"), width("e\u0301"), clean("a\tb")) == (3, 2, 1, "a b")


def test_of_too_many_findings_errors_come_first() -> None:
    """A hundred warnings above do not hide the one mistake; where all fit, they stay in the order of the text."""
    mild = Diagnostic("RK201", sentence("odd"), NOWHERE, severity=Severity.WARNING)
    wrong = Diagnostic("RK201", sentence("wrong"), NOWHERE)
    assert shown_first([mild] * 150 + [wrong]) == ([wrong] + [mild] * 99, 51)
    assert shown_first([mild] * 99 + [wrong]) == ([mild] * 99 + [wrong], 0)
