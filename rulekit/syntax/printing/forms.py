"""How each class of the tree is written: one form a class, in the order of the grammar.

Capital letters are a keyword, `{field}` is what stands in a field, `<…>` is left out if a field in it is empty (or `False`), and
what follows a line's end stands below, indented. Behind a colon stands how a field is written: how tightly it must bind
(`{bank:SUM}`), by which verb (`{subject:MOVE}`: with whoever does it), as a keyword (`{shape:WORD}`), or as one of two keywords
(`{under:UNDER/TO}`). What has no form here is printed by a method of the printer.
"""

from __future__ import annotations

import re
from functools import cache

from rulekit.syntax import ast

ANY, OR, AND, NOT, COMPARE, RANGE, SUM, PRODUCT, MINUS, POSTFIX = range(10)
"""How tightly an expression binds, weakest first."""
BINDS = {"RANGE": RANGE, "SUM": SUM, "POSTFIX": POSTFIX}
LEVELS = {
    "or": OR, "and": AND, "+": SUM, "-": SUM, "*": PRODUCT, "div": PRODUCT, "mod": PRODUCT, "..": RANGE,
}  # fmt: skip
LOOSE: dict[type[ast.Node], int] = {ast.Named: ANY, ast.Conditional: ANY, ast.Can: COMPARE}
"""Those expressions with a form that do not bind most tightly."""

FORMS: dict[type[ast.Node], str] = {
    # ---- heads ----
    ast.Game: "GAME {name} {title}\n{head}",
    ast.OverlayHead: "{role:WORD} {name} OF {game} {title}\n{head}",
    ast.By: "BY {names}",
    ast.Age: "AGE {years}",
    ast.Minutes: "MINUTES {minutes}",
    ast.Source: "SOURCE {name} {title}",
    ast.Why: "WHY {text}",
    ast.Over: "OVER {name}",
    ast.Section: "SECTION {name}< IN {part_of}>< {title}>\n{headings}{tells}",
    ast.Heading: "{source} {title}",
    ast.Remark: "REMARK {text}",
    # ---- components ----
    ast.Kind: "KIND {name}<: {values}>\n{attributes}{rows}{tells}",
    ast.Piece: "PIECE {name} IN {start:POSTFIX}\n{attributes}{rows}{total}{tells}",
    ast.Attribute: "{name}<: {type}>< = {initial}>",
    ast.Total: "TOTAL {value}",
    ast.Place: (
        "PLACE {name}<[{dims}]>< {sentence}>: {shape:WORD} OF {sort}<, {sight:WORD}><, REFILLED {refill:POSTFIX}>\n{tells}"
    ),
    ast.Tally: "TALLY {name}<[{dims}]>< {sentence}>< BANK {bank:SUM}>\n{tells}",
    ast.Marker: "MARKER {name}<[{dims}]>< {sentence}>: {type}<, {sight:WORD}>< = {initial}>\n{tells}",
    ast.Dim: "<{name}: >{type}",
    ast.Option: "OPTION {name} {question} = {default}< AMONG {among}>\n{answers}{tells}",
    ast.OptionValue: "{low}<..{high}>",
    ast.Answer: "- {value}< {meaning}>",
    ast.Table: "TABLE {name}<[{dims}]>: {type}\n{rows}{tells}",
    ast.TypeExpr: "{plain}<{optional} OR NONE>",
    ast.NamedType: "{name}",
    ast.RangeType: "{low:SUM}..{high:SUM}",
    ast.ListType: "LISTOF {of}",
    ast.PictureType: "PICTUREOF {of}",
    # ---- rules ----
    ast.Define: "DEFINE {name}<({params})>< {sentence}> = {value}\n{tells}",
    ast.Param: "{name}<: {type}>",
    ast.Setup: "SETUP\n{block}",
    ast.Play: "PLAY\n{block}",
    ast.Action: "ACTION {name}<({params})>< {sentence}>\n{block}",
    ast.Step: "STEP {name}<({params})>< {sentence}>\n{block}",
    ast.Score: "SCORE {player}\n{lines}{tells}",
    ast.ScoreLine: "{name}: {value}\n{tells}",
    ast.Winner: "WINNER {player}\n{criteria}{tells}",
    ast.Criterion: "{how:WORD} {value}",
    # ---- statements ----
    ast.Choose: "{subject:CHOOSE} {picks}< WHERE {where}><{at_random} ATRANDOM><{private}, PRIVATE>",
    ast.Pick: "<{amount} >{name}< IN {source:RANGE}>",
    ast.OnlyIf: "ONLYIF {test}< BECAUSE {reason}>",
    ast.Let: "LET {name} = {value}",
    ast.Set: "SET {target:POSTFIX} TO {value}",
    ast.Move: "{subject:MOVE} {what} {under:UNDER/TO} {to:POSTFIX}",
    ast.Draw: "{subject:DRAW} {count:SUM} FROM {source:POSTFIX} {under:UNDER/TO} {to:POSTFIX}",
    ast.Fill: "FILL {place:POSTFIX} TO {to:SUM} FROM {source:POSTFIX}",
    ast.Shuffle: "SHUFFLE {place:POSTFIX}",
    ast.Gain: "{subject:GAIN} {count:SUM} {tally}<[{indices}]>",
    ast.Pay: "{subject:PAY} {count:SUM} {tally}<[{indices}]>< TO {to:POSTFIX}>",
    ast.Reveal: "REVEAL {what}< TO {to:POSTFIX}>",
    ast.Announce: "ANNOUNCE {text}< TO {to:POSTFIX}>",
    ast.Do: "{subject:DO} {deed}<{if_able} IFABLE>",
    ast.Deed: "{name}<({arguments})>",
    ast.NextTurn: "NEXTTURN {player}",
    ast.EndGame: "ENDGAME",
    ast.ForEach: "FOREACH {binders}< WHERE {where}>\n{block}",
    ast.OneOf: "{subject:ONEOF}\n{tells}{bullets}",
    ast.Repeat: "REPEAT< UNTIL {until}>< {times:SUM} TIMES>\n{block}",
    ast.Turns: "{whole:ROUNDS/TURNS} FROM {start:POSTFIX}< WHERE {where}>< UNTIL {until}>\n{block}",
    ast.Secretly: "SECRETLY\n{block}",
    ast.Group: "\n{block}",
    ast.Tell: "TELL< IN {section}> {text}",
    # ---- examples, words and looks ----
    ast.Example: "EXAMPLE {name} {title}\n{lines}",
    ast.Seats: "PLAYERS {names}",
    ast.With: "WITH {option} = {value}",
    ast.At: "AT {address}",
    ast.Fact: "{value}",
    ast.Event: "{player:DO} {deed}",
    ast.Check: "{value}< BECAUSE {because}>",
    ast.Words: "WORDS {language}< OF {game}>\n{rows}{lines}",
    ast.Look: "LOOK< OF {game}>\n{rows}",
    # ---- layouts ----
    ast.Layout: "LAYOUT {name}<({params})><: {families}>\n{lines}",
    ast.LayoutOf: "LAYOUT< OF {of}>< {player}>\n{lines}",
    ast.LayoutLoop: "FOREACH {binders}< WHERE {where}>\n{lines}",
    ast.Joined: "JOINEDBY {attribute}",
    ast.Without: "WITHOUT {names}",
    ast.LayoutCell: "<{each}EACH ><{value}>< IF {test}><{turned} TURNED>< IF {turned_if}>",
    # ---- changes ----
    ast.Replace: "REPLACE {decl}",
    ast.ReplaceRule: "REPLACE {address}\n{block}",
    ast.ReplaceRow: "REPLACE {address}\n{row}",
    ast.ReplaceValue: "REPLACE {address} = {value}\n{tells}",
    ast.Remove: "REMOVE {address}",
    ast.Insert: "{after:AFTER/BEFORE} {address}\n{block}",
    ast.AddTo: "ADDTO {address}\n{bullets}{rows}{lines}",
    # ---- citations ----
    ast.Assumed: "ASSUMED {why}",
    ast.Ruling: "RULING {why}",
    ast.Arguable: "ARGUABLE {why}",
    ast.Slip: "SLIP {why}",
    # ---- expressions ----
    ast.Number: "{value}",
    ast.Truth: "{value:YES/NO}",
    ast.NoneValue: "NONE",
    ast.Empty: "EMPTY",
    ast.Me: "ME",
    ast.Unlimited: "UNLIMITED",
    ast.Named: "{name}: {value}",
    ast.ListLiteral: "[<{items}>]",
    ast.Index: "{of:POSTFIX}[{indices}]",
    ast.Collect: "{name}(<{value} FOR >{binders}< WHERE {where}>)",
    ast.Binder: "{name}< IN {source:RANGE}>",
    ast.Conditional: "IF {test} THEN {yes} ELSE {no}",
    ast.Can: "{player:RANGE} {able:CAN/CANNOT} {deed}",
}
_PIECES = re.compile(r"<(?P<perhaps>[^>]*)>|\{(?P<field>\w+):?(?P<how>[A-Z/]*)\}|(?P<keyword>[A-Z]{2,})|(?P<plain>[^<{A-Z]+)")


@cache
def pieces(form: str) -> tuple[re.Match[str], ...]:
    """Cut a form, or a part of one, into plain text, keywords, fields, and what stands there perhaps."""
    return tuple(_PIECES.finditer(form))


def binds(node: ast.Node) -> int:
    """Return how tightly an expression binds."""
    if isinstance(node, ast.Binary):
        return LEVELS.get(node.op, COMPARE)
    if isinstance(node, ast.Unary):
        return MINUS if node.op == "-" else NOT
    return LOOSE.get(type(node), POSTFIX)
