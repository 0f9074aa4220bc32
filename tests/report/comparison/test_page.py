"""The page of a comparison: well formed, complete, nothing from outside, nothing of a rule file taken for HTML."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from attrs import evolve

from rulekit.diagnostics import Span
from rulekit.report.comparison.lines import comparison_lines
from rulekit.report.comparison.page import marked_lines, page, verdict
from rulekit.report.comparison.report_data import MoveTold, PartTold, Passage, RuleTold, Saying, Told, WitnessTold
from rulekit.report.comparison.rules import source_lines
from rulekit.report.pages.frame import element

VOID = ("meta", "br")
HOSTILE = """</pre><script>alert("1")</script><img src=x onerror='alert(2)'>&amp;"'"""


class Reader(HTMLParser):
    """Reads a page: the tags that are open, every element with its attributes, and the texts by their innermost element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def named(self, tag: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a name."""
        return [attributes for name, attributes in self.elements if name == tag]

    @property
    def said(self) -> str:
        """All that can be read."""
        return "".join(text for tag, text in self.texts if tag not in ("style", "script", "title"))


def rule(number: int, shown: int | None, status: str, section: str = "Turns") -> RuleTold:
    address, passages = f"buy.{number}", (Passage("fr, page 1", "Pay two."),)
    one = Saying(address, ("only if coins > 2   @fr p.1",), f"a.cafe:{number}", (f"fr · page {number}",), passages)
    two = Saying(address, ("only if coins > 3   @en p.1",), f"b.cafe:{number}", (f"en · page {number}",))
    return RuleTold(number, "rule", "changed", section, f"sentence {number}", one, two, True, shown, status)


def play(number: int, moves: int, blame: tuple[int, ...]) -> WitnessTold:
    made = tuple(MoveTold(n, "Ada", f"move {n}", f"change {n}", f"other {n}" if n == 2 else "") for n in range(1, moves + 1))
    one = PartTold("left", "Ada may", ("buy",))
    two = PartTold("right", "Ada may not: too dear", (), ("  rule buy.1 (en · page 1)", "  coins = 3"))
    table, between = ("table", "  of Ada"), "between left and right"
    return WitnessTold(number, True, "moves", "shortest", between, 2, 0, made, table, one, two, blame)


@pytest.mark.parametrize(("told_of", "line"), [(True, "     1. Ada buys tea"), (False, "     1. Ada: buys tea")])
def test_a_sentence_follows_the_name_of_the_player(told_of: bool, line: str) -> None:
    made = (MoveTold(1, "Ada", "buys tea", "", told_of=told_of),)
    shown = evolve(told(), witnesses=(evolve(play(1, 1, (1,)), moves=made),))
    assert line in list(comparison_lines(shown))
    assert f"<strong>Ada</strong>{line[line.index('Ada') + 3 :]}" in page(shown)


def told() -> Told:
    rules = (rule(1, 1, "shows in play 1"), rule(2, None, "not tried by itself", "Score"), rule(3, 2, "shows in play 2"))
    plays = (play(1, 2, (1,)), play(2, 15, (1, 3)))
    return Told("Tea", ("left", "right"), ("Tea +fr", "Tea +en"), "observable", ("The rules differ in 3 places.",),
                ("kind: cup → tasse",), rules, plays, ("the whole games: 2 players",), (2, 3), ())  # fmt: skip


def parts(text: str, tag: str, anchor: str) -> str:
    """A page from an anchor to the end of its element."""
    start = text.index(f'<{tag} id="{anchor}"')
    return text[start : text.index(f"</{tag}>", start)]


def test_the_page_is_well_formed() -> None:
    text = page(told(), "a\n  b", "<svg></svg>")
    reader = Reader(text)
    assert reader.open == [] and text.startswith('<!DOCTYPE html>\n<html lang="en">')
    anchors = [a["id"] for _, a in reader.elements if "id" in a]
    assert len(anchors) == len(set(anchors))


def test_headings_go_down_one_level_at_a_time() -> None:
    levels = [int(tag[1]) for tag, _ in Reader(page(told(), "x")).elements if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))


def test_every_difference_and_every_play_is_there() -> None:
    reader = Reader(page(told()))
    for number in (1, 2, 3):
        for text in (f"{number}. sentence {number}", f"buy.{number} (a.cafe:{number})", f"From: en · page {number}"):
            assert text in reader.said
    anchors = {a.get("id") for _, a in reader.elements}
    assert {"difference-1", "difference-2", "difference-3", "play-1", "play-2"} <= anchors
    for text in (
        "They play differently.",
        "The rules differ in 3 places.",
        "kind: cup → tasse",
        "the whole games: 2 players",
        "Ada may not: too dear",
        "rule buy.1 (en · page 1)",
        "right: other 2",
        "table\n  of Ada",
        "Pay two.",
    ):
        assert text in reader.said


def test_every_link_leads_somewhere() -> None:
    reader = Reader(page(told(), "x"))
    anchors = {f"#{a['id']}" for _, a in reader.elements if "id" in a}
    links = [a["href"] for a in reader.named("a")]
    assert set(links) <= anchors
    assert {"#names", "#rules", "#plays", "#impact", "#searched", "#reading", "#section-1", "#section-2"} <= set(links)


def test_rules_and_plays_lead_to_each_other() -> None:
    text = page(told())
    assert '<p class="status">In play: <a href="#play-2">shows in play 2</a></p>' in parts(text, "article", "difference-3")
    assert '<p class="status">In play: not tried by itself</p>' in parts(text, "article", "difference-2")
    second = text[text.index('id="play-2"') :]
    assert second.index('href="#difference-1"') < second.index('href="#difference-3"') < second.index("Here they part")


def test_a_section_is_one_though_its_rules_are_apart() -> None:
    first = parts(page(told()), "details", "section-1")
    assert 'id="difference-1"' in first and 'id="difference-3"' in first and 'id="difference-2"' not in first


def test_only_the_first_play_is_open_and_only_late_moves_are_unfolded() -> None:
    text = page(told())
    assert '<details id="play-1" class="play" open>' in text and '<details id="play-2" class="play">' in text
    second = text[text.index('id="play-2"') :]
    folded = second[second.index("<details>") : second.index("</details>")]
    assert "The first 3 moves" in folded and "move 3<" in folded and "move 4<" not in folded
    assert '<ol class="moves" start="4">' in second


def test_a_rule_that_one_game_has_alone() -> None:
    alone = evolve(told(), rules=(evolve(rule(1, 1, "shows"), two=None),), witnesses=(play(1, 0, (1,)),))
    said = Reader(page(alone)).said
    assert "Second: rightNothing like it in this game." in said and "None: they part at once." in said


def test_a_play_without_blame_and_one_that_is_latent() -> None:
    hidden = evolve(play(1, 1, ()), observable=False, what="sight")
    said = Reader(page(evolve(told(), rules=(), witnesses=(hidden,)))).said
    assert "Play 1: not traced to single rules – somebody sees something else (latent: no move, turn or result shows it)" in said


def test_why_not_what_the_other_offers() -> None:
    both = evolve(play(1, 1, (1,)), two=PartTold("right", "Ada may instead", ("sell",), ("too dear", "  rule buy.1")))
    text = page(evolve(told(), witnesses=(both,)))
    reasons = '<ul class="lines"><li>too dear</li><li class="in1">rule buy.1</li></ul>'
    assert f"<li>sell</li></ul><p>Why not what the other offers:</p>{reasons}" in text


@pytest.mark.parametrize(
    ("said", "proved", "expected"),
    [
        ("observable", (), "They play differently."),
        ("latent", (), "No move, turn or result was found to differ, but something on the table does."),
        ("none", (2, 3), "They play the same with 2, 3 players: every position was visited."),
        ("none", (2,), "No difference in play was found."),
        (None, (), "Nothing could be played: no number of players suits both."),
    ],
)
def test_the_verdict_claims_no_more_than_was_shown(said: str | None, proved: tuple[int, ...], expected: str) -> None:
    assert verdict(evolve(told(), verdict=said, proved=proved)) == expected


def test_games_that_are_the_same_have_no_empty_parts() -> None:
    same = evolve(told(), verdict="none", renamed=(), rules=(), witnesses=())
    reader = Reader(page(same))
    assert [a["id"] for a in reader.named("h2")] == ["searched", "reading"] and "No play was found." in reader.said


def saying_everywhere(text: str) -> Told:
    """A comparison where all that can come from a file is this text."""
    side = Saying(text, (text,), text, (text,), (Passage(text, text),))
    part = PartTold(text, text, (text,), (text,))
    moves = (MoveTold(1, text, text, text, text),)
    only = WitnessTold(1, True, text, text, text, 2, 1, moves, (text,), part, part, (1,))
    other = evolve(side, lines=(f"{text} x",))
    differs = RuleTold(1, text, text, text, text, side, other, True, 1, text)
    return Told(text, (text, text), (text, text), "observable", (text,), (text,), (differs,), (only,), (text,), (2,), ())


def test_nothing_of_a_rule_file_is_taken_for_html() -> None:
    """The page has the same elements as one with a harmless word, and says the text wherever that says the word."""
    word = "harmless"
    text = page(saying_everywhere(HOSTILE), HOSTILE)
    bad, good = Reader(text), Reader(page(saying_everywhere(word), word))
    assert HOSTILE not in text and bad.open == []
    assert bad.said == good.said.replace(word, HOSTILE)
    assert bad.elements == [(tag, {k: v and v.replace(word, HOSTILE) for k, v in a.items()}) for tag, a in good.elements]


def test_signs_that_steer_are_made_visible() -> None:
    assert element("p", "a\u202eb\x1bc\nd") == "<p>a\ufffdb\ufffdc\nd</p>"
    assert element("p", "a", title='"\u202e') == '<p title="&quot;\ufffd">a</p>'


def test_nothing_is_fetched_and_only_its_own_script_runs() -> None:
    text = page(told(), "x", "<svg></svg>")
    assert "://" not in text and "url(" not in text and "@import" not in text and " src=" not in text
    policy = next(a["content"] for a in Reader(text).named("meta") if a.get("http-equiv") == "Content-Security-Policy")
    style, script = (text[text.index(f"<{name}>") + len(f"<{name}>") : text.index(f"</{name}>")] for name in ("style", "script"))
    own, known = (b64encode(sha256(part.encode()).digest()).decode() for part in (style, script))
    allowed = f"default-src 'none'; style-src 'sha256-{own}'; script-src 'sha256-{known}'; img-src data:; "
    assert policy is not None and policy.startswith(allowed)


def test_impact_and_its_chart_have_a_place() -> None:
    text = page(told(), "wins\n  50 % < 60 %", '<svg viewBox="0 0 1 1"></svg>')
    assert '<figure><svg viewBox="0 0 1 1"></svg></figure>' in text and "wins\n  50 % &lt; 60 %</pre>" in text
    assert 'id="impact"' not in page(told())


def test_words_that_differ_are_marked_and_citations_never() -> None:
    assert marked_lines(("with a = yes   @fr x.1",), ("with a = no  @en y.2",)) == "with a = <mark>yes</mark>   @fr x.1"
    assert marked_lines(("a < b",), ("a < b", "c")) == "a &lt; b"
    assert marked_lines(("all other",), ("nothing = alike + here",)) == "all other"
    assert marked_lines(("a <b> c",), ("a <d> c",)) == "a &lt;<mark>b</mark>&gt; c"


def test_a_table_has_headers() -> None:
    reader = Reader(page(told()))
    assert [a.get("scope") for a in reader.named("th")] == ["col"] * 6 + ["row"] * 2


def test_what_is_told_of_a_rule_is_not_quoted_with_it() -> None:
    text = (
        'step turn  @1\n  tell "One thing."\n       "And another."\n  gain 1 coins\n  spiegare in end "Ancora."\n  pay 1 coins\n'
    )
    span = Span("a.cafe", 0, len(text), 1, 1)
    assert source_lines(span, {"a.cafe": text}) == ("step turn  @1", "  gain 1 coins", "  pay 1 coins")
