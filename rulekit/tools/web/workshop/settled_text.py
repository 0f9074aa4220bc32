"""What the options were set to, written into a file: into the line that says it already, else below all others.

Comes in: a text that can be read, and settings as `--set` takes them. Goes out: the text, with nothing else changed.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulekit.syntax import ast
from rulekit.syntax.keywords import vocabulary
from rulekit.syntax.parse import parse

SPELT = {"yes": "YES", "no": "NO", "unlimited": "UNLIMITED"}  # values that are keywords


def settled_text(text: str, settings: Mapping[str, str]) -> str:
    """Return a text that says by itself what its options were set to."""
    read = parse(text, "")
    file = read.value
    if file is None or not read.ok:
        return text
    words = vocabulary(file.language).spellings
    values = {name: words[SPELT[value]][0] if value in SPELT else value for name, value in settings.items()}
    places = {item.option.text: item.value.span for item in file.items if isinstance(item, ast.With)}
    declared = {item.name.text: item.default.span for item in file.items if isinstance(item, ast.Option)}
    places = declared | places
    spots = sorted(((places[name], value) for name, value in values.items() if name in places), key=lambda p: -p[0].start)
    for span, value in spots:
        text = text[: span.start] + value + text[span.end :]
    new = [f"{words['WITH'][0]} {name} = {value}\n" for name, value in values.items() if name not in places]
    return text.rstrip("\n") + "\n\n" + "".join(new) if new else text
