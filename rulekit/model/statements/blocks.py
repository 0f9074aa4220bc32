"""Blocks and the statements that hold blocks.

A label gives a rule its address; what has none bears that of the rule around it.
"""

from __future__ import annotations

from attrs import evolve

from rulekit.model import rules
from rulekit.model.names import citations
from rulekit.model.scope import UNKNOWN, Scope
from rulekit.model.statements.deed import Here, known, label_address
from rulekit.model.statements.single_lines import Made, number, simple, truth
from rulekit.model.types import PLAYER
from rulekit.model.typing.calls import bound, source
from rulekit.model.typing.operators import expect
from rulekit.model.typing.standard_functions import element
from rulekit.syntax import ast
from rulekit.wording import sentence

MOST_NAMES = 200
NO_ME_IN_UNTIL = sentence("the end of a loop is tested for nobody in particular; `active` is who would move")


def block(here: Here, scope: Scope, statements: ast.Block, first_labelled: bool = False) -> tuple[rules.Block, Scope]:
    """Read a block; what it declares is seen by what follows. `first_labelled`: the first line bears a bullet's label."""
    out: list[rules.Statement] = []
    for i, node in enumerate(statements):
        made, scope = statement(here, scope, node, first_labelled and i == 0)
        if len(scope.names) > MOST_NAMES:
            _too_many_names(here, node)
            break
        if made is not None:
            out.append(made)
    return tuple(out), scope


def _too_many_names(here: Here, node: ast.Statement) -> None:
    """Report a deed where one has to know too many names at once; the rest of the block is not read."""
    if not here.deed.crowded:
        here.deed.crowded = True
        hint = sentence("up to {most} names may be seen in one place; divide it into several actions or steps", most=MOST_NAMES)
        here.w.report("RK232", node.span, "`{name}` has too many names", hint, name=here.deed.name)


def _unlabelled(here: Here, scope: Scope, subject: ast.Expr) -> None:
    """Report a rule whose name lacks its colon: it reads as if somebody of that name did it."""
    w = here.w
    if not isinstance(subject, ast.Ident) or subject.std or subject.text in scope.names or w.what(subject.text) is not None:
        return
    near = w.suggestions.nearest(subject.text, scope.names)
    if not near and subject.text not in w.missed:
        hint = sentence("if it is the name of the rule, put a colon behind it: `{name}:`", name=subject.text)
        w.unknown("RK201", subject, (), "nothing here is called `{name}`", hint, name=subject.text)


def statement(here: Here, scope: Scope, node: ast.Statement, labelled: bool = False) -> Made:
    """Read one statement; a subject becomes an `As` around it."""
    if node.label is not None:
        here, labelled = here.at(label_address(here, node.label)), True
    subject = getattr(node.act, "subject", None)
    if subject is None:
        return _with_place(here, node, _act(here, scope, node, labelled))
    _unlabelled(here, scope, subject)
    player = expect(here.w, here.w.expr(scope, subject), PLAYER, subject.span, sentence("who does something"))
    inner = Scope(scope.numbering, scope.names, None, scope.example)
    made, after = _with_place(here, node, _act(here, inner, node, labelled))
    scope = Scope(scope.numbering, after.names, scope.me, scope.example)
    if made is None or not known(player):
        return None, scope
    return rules.As(here.address, player, (made,), span=node.span), scope


def _with_place(here: Here, node: ast.Statement, read: Made) -> Made:
    """Return a statement with its citations and its place, which all have."""
    made, scope = read
    cites = citations(here.w, here.deed.section, node.cites)
    return None if made is None else evolve(made, cites=cites, span=node.span), scope


def _act(here: Here, scope: Scope, node: ast.Statement, labelled: bool) -> Made:
    match node.act:
        case ast.Group() as act:  # what it declares is seen by what follows
            inside, scope = block(here, scope, act.block)
            return rules.Group(here.address, inside), scope
        case ast.If() as act:
            return _if(here, scope, act), scope
        case ast.ForEach() as act:
            return _for_each(here, scope, act), scope
        case ast.OneOf() as act:
            return _one_of(here, scope, act), scope
        case ast.May() as act:
            return _may(here, scope, act), scope
        case ast.Repeat() as act:
            return _repeat(here, scope, act), scope
        case ast.Turns() as act:
            return _turns(here, scope, act), scope
        case ast.Secretly() as act:
            inside, _ = block(here, scope, act.block)
            return rules.Secretly(here.address, inside), scope
        case ast.Tell():  # read with the other texts, when all rules are known
            return None, scope
        case act:
            return simple(here, scope, node, act, labelled)


def _may(here: Here, scope: Scope, act: ast.May) -> rules.Statement | None:
    limit = None if act.limit is None else number(here.w, scope, act.limit, sentence("how often"))
    inside, _ = block(here, scope, act.block)
    made = rules.May(here.address, act.often, limit, inside)
    return made if known(limit) else None


def _if(here: Here, scope: Scope, act: ast.If) -> rules.Statement | None:
    branches = []
    for test, inner in act.branches:
        condition = truth(here.w, scope, test, "if")
        inside, _ = block(here, scope, inner)
        branches.append(rules.Branch(condition, inside))
    otherwise, _ = block(here, scope, act.otherwise)
    made = rules.If(here.address, tuple(branches), otherwise)
    return made if known(*(b.test for b in branches)) else None


def _for_each(here: Here, scope: Scope, act: ast.ForEach) -> rules.Statement | None:
    w, loops = here.w, []
    for binder in act.binders:
        over = source(w, scope, binder.name, binder.source)
        scope, index = bound(w, scope, binder.name, element(over.type) or UNKNOWN, local=True)
        here.deed.names.setdefault(binder.name.text, scope.names[binder.name.text])
        loops.append(rules.Loop(index, binder.name.text, over))
    where = None if act.where is None else truth(w, scope, act.where, "where")
    inside, _ = block(here, scope, act.block)
    made = rules.ForEach(here.address, tuple(loops), where, inside)
    return made if known(where, *(loop.source for loop in loops)) else None


def _one_of(here: Here, scope: Scope, act: ast.OneOf) -> rules.Statement | None:
    bullets = []
    for n, bullet in enumerate(act.bullets, 1):
        cites = citations(here.w, here.deed.section, bullet.cites)
        if bullet.label is None:
            inside, _ = block(here, scope, bullet.block)
            bullets.append(rules.Bullet(f"{here.address}#{n}", False, cites, inside, bullet.span))
        else:
            there = here.at(label_address(here, bullet.label))
            inside, _ = block(there, scope, bullet.block, first_labelled=True)
            bullets.append(rules.Bullet(there.address, True, cites, inside, bullet.span))
    return rules.OneOf(here.address, tuple(bullets))


def _repeat(here: Here, scope: Scope, act: ast.Repeat) -> rules.Statement | None:
    w = here.w
    until = None if act.until is None else truth(w, scope, act.until, "until")
    times = None if act.times is None else number(w, scope, act.times, sentence("how often"))
    inside, _ = block(here, scope, act.block)
    made = rules.Repeat(here.address, until, times, inside)
    return made if known(until, times) else None


def _turns(here: Here, scope: Scope, act: ast.Turns) -> rules.Statement | None:
    w, nobody = here.w, scope.without_me(NO_ME_IN_UNTIL)
    start = expect(w, w.expr(scope, act.start), PLAYER, act.start.span, sentence("who begins"))
    where = None if act.where is None else truth(w, nobody, act.where, "where")
    until = None if act.until is None else truth(w, nobody, act.until, "until")
    inside, _ = block(here, scope, act.block)
    made = rules.Turns(here.address, act.whole, start, where, until, inside)
    return made if known(start, where, until) else None
