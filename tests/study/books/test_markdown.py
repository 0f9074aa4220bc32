"""A small part of Markdown as data."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from rulekit.study.books.markdown import Block, Heading, Listing, Paragraph, Run, part_data, parts_of, plain, runs_of

PAGE = """# A *fine* title

Two lines
of one paragraph.

* first `code`
  goes on
* second

1. one
2. two
```cafe start
cafe en

# no heading
```
The end.
"""


def test_a_page_is_cut_into_its_parts() -> None:
    heading, paragraph, bullets, numbers, block, end = parts_of(PAGE)
    assert heading == Heading(1, (Run("plain", "A "), Run("emphasis", "fine"), Run("plain", " title")))
    assert paragraph == Paragraph((Run("plain", "Two lines of one paragraph."),))
    assert isinstance(bullets, Listing) and not bullets.ordered
    assert [plain(item) for item in bullets.items] == ["first code goes on", "second"]
    assert isinstance(numbers, Listing) and numbers.ordered and len(numbers.items) == 2
    assert block == Block(("cafe", "start"), "cafe en\n\n# no heading\n", 13)
    assert end == Paragraph((Run("plain", "The end."),))


def test_a_longer_fence_holds_shorter_ones() -> None:
    (block,) = parts_of("````markdown\n```cafe\nx\n```\n````\n")
    assert isinstance(block, Block) and block.text == "```cafe\nx\n```\n"


def test_a_fence_that_is_not_closed_goes_to_the_end() -> None:
    (block,) = parts_of("```check\ngoal\n")
    assert block == Block(("check",), "goal\n", 2)


def test_stars_that_emphasise_nothing_stay() -> None:
    assert runs_of("2 * 3 * 4") == (Run("plain", "2 * 3 * 4"),)
    assert runs_of("**all** of `a * b`") == (Run("strong", "all"), Run("plain", " of "), Run("code", "a * b"))


def test_html_is_text() -> None:
    (paragraph,) = parts_of("<script>alert(1)</script>")
    assert part_data(paragraph) == {"kind": "paragraph", "runs": [{"style": "plain", "text": "<script>alert(1)</script>"}]}


@given(st.text(alphabet="#*-`1. \nabc|<", max_size=80))
def test_any_text_gives_parts(text: str) -> None:
    for part in parts_of(text):
        assert part_data(part)["kind"] in ("heading", "paragraph", "list", "block")
