"""Beginnings of declarations for the editor: the words of a language come in, templates to fill in go out.

In a template `<WORD>` stands for a keyword and `<word>` for a standard name, both by what they are called in `keywords.toml`;
`${…}` is a field to fill in, with what stands there until then.
"""

from __future__ import annotations

import re

from rulekit.syntax.keywords import Vocabulary

TEMPLATES = {
    "KIND": "<KIND> ${fruit}: ${apple}, ${pear}",
    "PLACE": "<PLACE> ${stand}: <ROW> <OF> ${card}",
    "TALLY": "<TALLY> ${coins}[<player>] <BANK> ${30}",
    "MARKER": "<MARKER> ${turn_count}: ${0}..${10} = ${0}",
    "OPTION": '<OPTION> ${room} "${How many?}" = ${3} <AMONG> ${2}..${6}',
    "DEFINE": "<DEFINE> ${wealth}(p: <player>) = ${coins}[p]",
    "ACTION": "<ACTION> ${take}\n\t<CHOOSE> ${card} <IN> ${stand}\n\t<MOVE> ${card} <TO> ${basket}[<ME>]",
    "STEP": "<STEP> ${refill}\n\t<FILL> ${stand} <TO> ${3} <FROM> ${deck}",
    "EXAMPLE": '<EXAMPLE> ${a_name} "${What it shows}"\n'
    "\t<PLAYERS> ada, bob\n\t<GIVEN> ${coins}[ada] <IS> ${2}\n\t<WHEN> ada <DO> ${take}\n\t<THEN> ${coins}[ada] <IS> ${2}",
}
"""By the keyword that each begins with. A tab is one step of indentation (the editor writes blanks)."""

THIRD_PERSON = ("DO",)
"""Keywords that are written in their last spelling (`ada does`) because somebody is named."""

_HOLE = re.compile(r"<(\w+)>")


def snippets(words: Vocabulary) -> list[dict[str, str]]:
    """Spell the templates in a language."""

    def spelt(found: re.Match[str]) -> str:
        name = found.group(1)
        if name not in words.spellings:
            return words.local[name]
        return words.spellings[name][-1 if name in THIRD_PERSON else 0]

    return [{"terminal": terminal, "template": _HOLE.sub(spelt, template)} for terminal, template in TEMPLATES.items()]
