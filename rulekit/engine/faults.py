"""How play stops when the rules themselves are at fault: not a refusal of a move, but the end of the game as it is written."""

from __future__ import annotations

from attrs import frozen

from rulekit.diagnostics import Diagnostic, finding
from rulekit.program.program import Rule
from rulekit.wording import Sentence, sentence, worded

STOPPED = -1  # at a table, instead of how many moves there are: the game cannot go on there


class Stop(Exception):
    """Raised deep inside a running rule; the engine adds where, unless the node or the rule is known."""

    def __init__(
        self,
        code: str,
        message: str,
        hint: str | None = None,
        /,
        node: int | None = None,
        rule: Rule | None = None,
        **values: object,
    ) -> None:
        self.code, self.node, self.rule = code, node, rule
        self.message, self.hint = worded(message, values), None if hint is None else worded(hint, values)
        super().__init__(self.message)


class ChanceNeeded(Exception):
    """A chance point was reached whose outcome is to be given from outside: one of `count`."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


@frozen
class Fault(Exception):
    """A game that cannot go on: what happened, and the rule at which it did."""

    code: str
    message: Sentence
    rule: Rule
    hint: Sentence | None = None

    @property
    def sentence(self) -> Sentence:
        """The fault in one line: `RK523: a division by zero (at buy.price)`."""
        where = self.rule.address
        if not where:
            return sentence("{code}: {message}", code=self.code, message=self.message)
        return sentence("{code}: {message} (at {address})", code=self.code, message=self.message, address=where)

    def diagnostic(self) -> Diagnostic:
        """Return the fault as a finding about the rule file."""
        return finding(self.code, self.rule.span, self.placed, self.hint)

    @property
    def placed(self) -> Sentence:
        """What happened, and at which rule."""
        if not self.rule.address:
            return self.message
        return sentence("{message} (at `{address}`)", message=self.message, address=self.rule.address)
