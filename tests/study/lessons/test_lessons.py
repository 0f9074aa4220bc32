"""A page of Markdown becomes a lesson."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from rulekit.study.books.markdown import Block, Heading, Paragraph, plain
from rulekit.study.lessons.goals import NoErrors
from rulekit.study.lessons.lessons import lesson_from

PAGE = """# Tea

Read this.

```cafe start
cafe en
```

```cafe
cafe it
```

## Task

Do that.

### With care

```check
goal "It works."
  no errors
```

```cafe solution
cafe de
```

## Later

Well done.
"""


def test_a_lesson_has_its_parts() -> None:
    lesson = lesson_from(PAGE, "12-tea", "en")
    assert (lesson.number, lesson.title, lesson.game) == (12, "Tea", None)
    assert (lesson.start, lesson.solution) == ("cafe en\n", "cafe de\n")
    assert lesson.mistakes == () and [goal.conditions for goal in lesson.goals] == [(NoErrors(),)]


def test_the_section_with_the_goals_is_the_task() -> None:
    lesson = lesson_from(PAGE)
    assert [plain(p.runs) for p in lesson.task if isinstance(p, Paragraph | Heading)] == ["Task", "Do that.", "With care"]
    shown = [part.text for part in lesson.parts if isinstance(part, Block)]
    assert shown == ["cafe en\n", "cafe it\n"]
    assert [plain(p.runs) for p in lesson.parts if isinstance(p, Paragraph | Heading)] == ["Read this.", "Later", "Well done."]


def test_a_page_can_build_it_from_plain_data() -> None:
    data: dict[str, Any] = lesson_from(PAGE, "12-tea").to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["parts"][1] == {"kind": "block", "language": "cafe", "role": "start", "text": "cafe en\n"}
    assert data["goals"] == [{"goal": "It works.", "runs": [{"style": "plain", "text": "It works."}]}]


def test_what_is_missing_is_told() -> None:
    told = [mistake.text for mistake in lesson_from("nothing").mistakes]
    assert told == [
        "there is no title",
        "there is no block `cafe start`",
        "there is no block `cafe solution`",
        "there is no block `check`",
    ]
    assert [m.text for m in lesson_from(PAGE + "```cafe start\n```\n").mistakes] == ["there are 2 blocks `cafe start`"]


@given(st.text(max_size=100), st.integers(0, len(PAGE)))
def test_any_text_gives_a_lesson(text: str, at: int) -> None:
    json.dumps(lesson_from(PAGE[:at] + text + PAGE[at:], text).to_dict())
