# ruff: noqa: E501
"""Every construct of the language becomes its node."""

from __future__ import annotations

import pytest

from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from tests.syntax.shown import items, shown, shown_expr, shown_item, shown_statement

EXPRESSIONS = {
    "1": "1",
    "x": "x",
    "players": ":players",
    "`players`": "players",
    "yes": "Truth(yes)",
    "no": "Truth(no)",
    "none": "NoneValue()",
    "empty": "Empty()",
    "me": "Me()",
    "unlimited": "Unlimited()",
    "[]": "ListLiteral([])",
    "[1, x]": "ListLiteral([1 x])",
    "a[1, b]": "Index(a [1 b])",
    "a[1].b": "Field(Index(a [1]) b)",
    "menu.latte.3": "Field(Field(menu latte) 3)",
    "f()": "Call(f [])",
    "f(1, row: 2)": "Call(f [1 Named(row 2)])",
    "1 + 2 * 3": "Binary(+ 1 Binary(* 2 3))",
    "1 - 2 - 3": "Binary(- Binary(- 1 2) 3)",
    "-x div 2 mod 3": "Binary(mod Binary(div Unary(- x) 2) 3)",
    "1..n + 1": "Binary(.. 1 Binary(+ n 1))",
    "a is b": "Binary(is a b)",
    "a is not empty": "Binary('is not' a Empty())",
    "a in 1..3": "Binary(in a Binary(.. 1 3))",
    "a not in b": "Binary('not in' a b)",
    "a < 1 or b >= 2 and not c": "Binary(or Binary(< a 1) Binary(and Binary(>= b 2) Unary(not c)))",
    "if a then b else if c then d else e": "Conditional(a b Conditional(c d e))",
    "p can buy": "Can(p Deed(buy []) yes)",
    "p cannot buy(milk, row: 3)": "Can(p Deed(buy [milk Named(row 3)]) no)",
    "sum(t.value for t in S, side where t.value > 1)": (
        "Collect(:sum Field(t value) [Binder(t S) Binder(side ~)] Binary(> Field(t value) 1))"
    ),
    "count(x in S where x is 1)": "Collect(:count ~ [Binder(x S)] Binary(is x 1))",
    "any(p in players where p can buy)": "Collect(:any ~ [Binder(p :players)] Can(p Deed(buy []) yes))",
    "every(side where ok(side))": "Collect(:every ~ [Binder(side ~)] Call(ok [side]))",
    "first(x in S, y in T where x is y)": "Collect(:first ~ [Binder(x S) Binder(y T)] Binary(is x y))",
    "count(x in S)": "Collect(:count ~ [Binder(x S)] ~)",
    "list(x in 1..3)": "Collect(:list ~ [Binder(x Binary(.. 1 3))] ~)",
    "any(x in S)": "Call(:any [Binary(in x S)])",
    "f(x in S)": "Call(f [Binary(in x S)])",
    "count((x in S))": "Call(:count [Binary(in x S)])",
    '"plain"': "Text([plain])",
    '""': "Text([])",
    '"your {drink} is {1 + n}!"': "Text(['your ' drink ' is ' Binary(+ 1 n) !])",
    r'"\{x} \"q\" \\ \n"': "Text(['{x} \"q\" \\\\ \\n'])",
}


@pytest.mark.parametrize(("text", "expected"), EXPRESSIONS.items())
def test_expression(text: str, expected: str) -> None:
    assert shown_expr(text) == expected


STATEMENTS = {
    "choose x in S where x > 1": "Choose(~ [Pick(~ x S)] Binary(> x 1) no)",
    "p chooses drink": "Choose(p [Pick(~ drink ~)] ~ no)",
    "choose some xs in S, 2 ys in T": "Choose(~ [Pick(Amount(some ~ ~) xs S) Pick(Amount(exactly 2 ~) ys T)] ~ no)",
    "choose 1..3 xs in S": "Choose(~ [Pick(Amount(between 1 3) xs S)] ~ no)",
    "choose up to n + 1 xs in S": "Choose(~ [Pick(Amount(upto ~ Binary(+ n 1)) xs S)] ~ no)",
    "choose (n) xs in S": "Choose(~ [Pick(Amount(exactly n ~) xs S)] ~ no)",
    "choose n in 1..6 at random": "Choose(~ [Pick(~ n Binary(.. 1 6))] ~ yes)",
    "choose n in 1..6, private": "Choose(~ [Pick(~ n Binary(.. 1 6))] ~ no yes)",
    "choose x in S where x > 1, private": "Choose(~ [Pick(~ x S)] Binary(> x 1) no yes)",
    "choose private in S, private in T, private": "Choose(~ [Pick(~ private S) Pick(~ private T)] ~ no yes)",
    'only if a because "no {a}"': "OnlyIf(a Text(['no ' a]))",
    "only if a": "OnlyIf(a ~)",
    "let x = 1": "Let(x 1)",
    "set m[me].up to 1": "Set(Field(Index(m [Me()]) up) 1)",
    "move x to P": "Move(~ x no P)",
    "p moves x under P": "Move(p x yes P)",
    "draw 2 from P to Q": "Draw(~ 2 P no Q)",
    "draw n - 1 from P under Q[me]": "Draw(~ Binary(- n 1) P yes Index(Q [Me()]))",
    "fill P[me] to 5 from Q": "Fill(Index(P [Me()]) 5 Q)",
    "deal all from P to hand": "Deal(~ P hand)",
    "deal 3 from P to hand": "Deal(3 P hand)",
    "shuffle P": "Shuffle(P)",
    "reveal P[me]": "Reveal(Index(P [Me()]) ~)",
    "reveal x to next(me)": "Reveal(x Call(:next [Me()]))",
    'announce "no {a}"': "Announce(Text(['no ' a]) ~)",
    'announce "no" to p': "Announce(Text([no]) p)",
    "gain 1 coins": "Gain(~ 1 coins [])",
    "next(me) pays 2 goods[wood] to me": "Pay(Call(:next [Me()]) 2 goods [wood] Me())",
    "do buy(milk)": "Do(~ Deed(buy [milk]) no)",
    "p does buy if able": "Do(p Deed(buy []) yes)",
    "next turn next(me)": "NextTurn(Call(:next [Me()]))",
    "end game": "EndGame()",
    "may do x": "May(~ once ~ [Statement(~ Do(~ Deed(x []) no) [])])",
    "may repeatedly\n  do x": "May(~ repeatedly ~ [Statement(~ Do(~ Deed(x []) no) [])])",
    "p may up to 2 times do x": "May(p upto 2 [Statement(~ Do(~ Deed(x []) no) [])])",
    "repeat\n  end game": "Repeat(~ ~ [Statement(~ EndGame() [])])",
    "repeat until a\n  end game": "Repeat(a ~ [Statement(~ EndGame() [])])",
    "repeat 3 times\n  end game": "Repeat(~ 3 [Statement(~ EndGame() [])])",
    "turns from p\n  end game": "Turns(no p ~ ~ [Statement(~ EndGame() [])])",
    "rounds from p where a until b\n  end game": "Turns(yes p a b [Statement(~ EndGame() [])])",
    "everyone secretly\n  end game": "Secretly([Statement(~ EndGame() [])])",
    "for each x in S, side where a\n  end game": "ForEach([Binder(x S) Binder(side ~)] a [Statement(~ EndGame() [])])",
    "if a\n  end game": "If([[a [Statement(~ EndGame() [])]]] [])",
    "if a\n  end game\nelse if b\n  end game\nelse\n  shuffle P": (
        "If([[a [Statement(~ EndGame() [])]] [b [Statement(~ EndGame() [])]]] [Statement(~ Shuffle(P) [])])"
    ),
    "one of\n  - pass:\n  - end game": "OneOf(~ [Bullet(pass [] []) Bullet(~ [Statement(~ EndGame() [])] [])])",
    "one of\n  - stop: only if a   @b1\n    do x": (
        "OneOf(~ [Bullet(stop [Statement(~ OnlyIf(a ~) []) Statement(~ Do(~ Deed(x []) no) [])] [Cite(~ ~ b1)])])"
    ),
    "one of\n  - may do x": "OneOf(~ [Bullet(~ [Statement(~ May(~ once ~ [Statement(~ Do(~ Deed(x []) no) [])]) [])] [])])",
}


@pytest.mark.parametrize(("text", "expected"), STATEMENTS.items())
def test_statement(text: str, expected: str) -> None:
    assert shown_statement(text) == f"Statement(~ {expected} [])"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("price: pay 1 coins   @b2", "Statement(price Pay(~ 1 coins [] ~) [Cite(~ ~ b2)])"),
        ("moves:\n  end game", "Statement(moves Group([Statement(~ EndGame() [])]) [])"),
        ("nothing:", "Statement(nothing Group([]) [])"),
        ("if a   @1\n  end game\nelse   @2\n  end game", None),
        ('only if a   @1\n    because "b"   @2', "Statement(~ OnlyIf(a Text([b])) [Cite(~ ~ 1) Cite(~ ~ 2)])"),
    ],
)
def test_labels_and_citations(text: str, expected: str | None) -> None:
    found = shown_statement(text)
    assert found == expected if expected else found.endswith("[Cite(~ ~ 1) Cite(~ ~ 2)])")


DECLARATIONS = {
    'game nim "Nim"\n  by "A", "B"\n  players 2..5\n  age 8\n  minutes 30\n  source en "S"': (
        "Game(nim Nim [By([A B] []) PlayersLine(2 5 []) Age(8 []) Minutes(30 []) Source(en S [])] [])"
    ),
    'variant v of nim "V"\n  players 2\n  why "w"\n  over u': "OverlayHead(variant v nim V [PlayersLine(2 2 []) Why(w []) Over(u [])] [])",
    'reading en of nim "V"': "OverlayHead(reading en nim V [] [])",
    'section prep\n  en "H"\n  fr "T"': "Section(prep [Heading(en H []) Heading(fr T [])] [])",
    'remark "r"   @en 3': "Remark(r [Cite(en ~ 3)])",
    "kind side: milk, coffee": "Kind(side [milk coffee] [] [] [])",
    "kind d\n  c: list of side\n  up\n  | d | c |": (
        "Kind(d [] [Attribute(c TypeExpr(ListType(side) no) ~ []) Attribute(up ~ ~ [])] "
        "[Row([Cell([[d]] ~ []) Cell([[c]] ~ [])] [])] [])"
    ),
    "piece t in s[d]\n  up: player = starter\n  | 1 |\n  total 36   @2": (
        "Piece(t Index(s [d]) [Attribute(up TypeExpr(NamedType(:player) no) :starter [])] "
        "[Row([Cell([[1]] ~ [])] [])] Total(36 [Cite(~ ~ 2)]) [])"
    ),
    "place cup[player, d]: pile of t, open, refilled from discard": (
        "Place(cup [Dim(~ NamedType(:player)) Dim(~ NamedType(d))] pile t open discard [])"
    ),
    "place h[player]: hand of t, others": "Place(h [Dim(~ NamedType(:player))] hand t others ~ [])",
    "tally coins[player] bank 45": "Tally(coins [Dim(~ NamedType(:player))] 45 [])",
    "tally points[player]": "Tally(points [Dim(~ NamedType(:player))] ~ [])",
    "marker owner: player or none": "Marker(owner [] TypeExpr(NamedType(:player) yes) ~ ~ [])",
    "marker heap[n: 1..4]: low - 1..high, others = 2 * n": (
        "Marker(heap [Dim(n RangeType(1 4))] TypeExpr(RangeType(Binary(- low 1) high) no) others Binary(* 2 n) [])"
    ),
    'option tip "Q?" = 1 among 0..5, unlimited': "Option(tip Q? 1 [OptionValue(0 5) OptionValue(Unlimited() ~)] [] [])",
    'option a "Q?" = yes\n  - yes "m"   @1\n  - no': "Option(a Q? Truth(yes) [] [Answer(Truth(yes) m [Cite(~ ~ 1)]) Answer(Truth(no) ~ [])] [])",
    "table m[d, s: 1..3]: number\n  | a | - | each | 1, 2 / cup brown | |": (
        "Table(m [Dim(~ NamedType(d)) Dim(s RangeType(1 3))] TypeExpr(NamedType(:number) no) "
        "[Row([Cell([[a]] ~ []) Cell([] Hole() []) Cell([] Each() []) Cell([[1 2] [Described([cup brown])]] ~ []) Cell([] ~ [])] [])] [])"
    ),
    "table m[d]: picture of t\n  | 1 @b1 | 2 |   @b2": (
        "Table(m [Dim(~ NamedType(d))] TypeExpr(PictureType(t) no) [Row([Cell([[1]] ~ [Cite(~ ~ b1)]) Cell([[2]] ~ [])] [Cite(~ ~ b2)])] [])"
    ),
    "define p(side, row: 1..5) = 1": "Define(p [Param(side ~) Param(row TypeExpr(RangeType(1 5) no))] 1 [])",
    "setup\n  end game": "Setup([Statement(~ EndGame() [])] [])",
    "play\n  end game": "Play([Statement(~ EndGame() [])] [])",
    "action pass": "Action(pass [] [] [])",
    "action buy(side)\n  end game": "Action(buy [Param(side ~)] [Statement(~ EndGame() [])] [])",
    "step s(p: player or none)\n  end game": "Step(s [Param(p TypeExpr(NamedType(:player) yes))] [Statement(~ EndGame() [])] [])",
    "score p\n  sugar: 1   @1": "Score(p [ScoreLine(sugar 1 [Cite(~ ~ 1)])] [])",
    "winner p\n  most 1\n  fewest 2\n  only if a": "Winner(p [Criterion(most 1 []) Criterion(fewest 2 []) Criterion(only_if a [])] [])",
    'example e "T"   @1\n  players a, b\n  with o = 3\n  at turn.scoring\n  given x is 1\n  when a does buy(1)\n  then a in winners': (
        "Example(e T [Seats([a b] []) With(o 3 []) At(Address([turn scoring]) []) Given([Fact(Binary(is x 1) [])]) "
        "When([Event(a Deed(buy [1]) [])]) Then(~ [Check(Binary(in a :winners) ~ [])])] [Cite(~ ~ 1)])"
    ),
    'example e "T"\n  then at turn.end\n    a cannot buy because buy.price   @2\n    b': (
        "Example(e T [Then(Address([turn end]) [Check(Can(a Deed(buy []) no) Address([buy price]) [Cite(~ ~ 2)]) Check(b ~ [])])] [])"
    ),
    "words fr of nim\n  | name |": "Words(fr nim [Row([Cell([[:name]] ~ [])] [])] [])",
    "look\n  | name |": "Look(~ [Row([Cell([[:name]] ~ [])] [])] [])",
    "with tip = no": "With(tip Truth(no) [])",
    "replace kind a: b": "Replace(Kind(a [b] [] [] []) [])",
    "replace buy.sugar\n  end game": "ReplaceRule(Address([buy sugar]) [Statement(~ EndGame() [])] [])",
    "replace menu.latte   @1\n  | 1 |": "ReplaceRow(Address([menu latte]) Row([Cell([[1]] ~ [])] []) [Cite(~ ~ 1)])",
    "replace menu.latte.3 = 2": "ReplaceValue(Address([menu latte 3]) 2 [])",
    "replace score.sugar = 1": "ReplaceValue(Address([score sugar]) 1 [])",
    "remove example.x": "Remove(Address([example x]) [])",
    "after setup.purse\n  end game": "Insert(yes Address([setup purse]) [Statement(~ EndGame() [])] [])",
    "before play.x\n  end game": "Insert(no Address([play x]) [Statement(~ EndGame() [])] [])",
    "add to turn.choice\n  - do x": "AddTo(Address([turn choice]) [Bullet(~ [Statement(~ Do(~ Deed(x []) no) [])] [])] [] [] [])",
    "add to menu\n  | 1 |": "AddTo(Address([menu]) [] [Row([Cell([[1]] ~ [])] [])] [] [])",
    "add to score\n  s: 1": "AddTo(Address([score]) [] [] [ScoreLine(s 1 [])] [])",
}


@pytest.mark.parametrize(("text", "expected"), DECLARATIONS.items())
def test_declaration(text: str, expected: str) -> None:
    assert shown_item(text) == expected


CITATIONS = {
    "@b1": "Cite(~ ~ b1)",
    "@en 3 fr 2": "Cite(en ~ 3) Cite(fr ~ 2)",
    "@sugar.1": "Cite(~ sugar 1)",
    "@en tokens.9 fr tokens.8 @c2": "Cite(en tokens 9) Cite(fr tokens 8) Cite(~ ~ c2)",
    '@assumed "so" @ruling "why not"': "Assumed(so) Ruling('why not')",
}


@pytest.mark.parametrize(("text", "expected"), CITATIONS.items())
def test_citation(text: str, expected: str) -> None:
    (item,) = items(f"define a = 1   {text}")
    assert isinstance(item, ast.Define)
    assert shown(item.cites) == f"[{expected}]"


@pytest.mark.parametrize(
    "text",
    [
        "define a = 1 +\n  2",
        "define a =\n  1 + 2",
        "define a = (1\n+ 2)",
        "define a = 1 + # why\n\n  2",
    ],
)
def test_line_goes_on(text: str) -> None:
    assert shown_item(text) == "Define(a [] Binary(+ 1 2) [])"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n  and b", "Binary(and a b)"),
        ("a   # first\n  # second\n  or b", "Binary(or a b)"),
        ("if a then\n  b else\n  c", "Conditional(a b c)"),
        ("f(a,\n  b)", "Call(f [a b])"),
        ("count(x in S\n  where x)", "Collect(:count ~ [Binder(x S)] x)"),
    ],
)
def test_joined_lines(text: str, expected: str) -> None:
    assert shown_expr(text) == expected


def test_citation_on_a_line_of_its_own() -> None:
    assert shown_item("kind a: b,\n  c\n  @1") == "Kind(a [b c] [] [] [Cite(~ ~ 1)])"


# ---- words where they can stand ------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("action place\n  table: end game", "Action(place [] [Statement(table EndGame() [])] [])"),
        ("kind kind: piece, row", "Kind(kind [piece row] [] [] [])"),
        (
            "define row(at, to: 1..2) = at.in.if + to",
            "Define(row [Param(at ~) Param(to TypeExpr(RangeType(1 2) no))] Binary(+ Field(Field(at in) if) to) [])",
        ),
        ("define `if` = `me`", "Define(if [] me [])"),
        ("step fill(side)\n  do fill(side)", "Step(fill [Param(side ~)] [Statement(~ Do(~ Deed(fill [side]) no) [])] [])"),
        ("tally bank[player] bank bank", "Tally(bank [Dim(~ NamedType(:player))] :bank [])"),
    ],
)
def test_keyword_is_a_name_where_it_cannot_stand(text: str, expected: str) -> None:
    assert shown_item(text.replace("tally bank", "tally `bank`")) == expected


def test_words_of_another_language() -> None:
    assert shown_expr("combien(x dans S où x n'est pas vide)", "fr") == shown_expr("count(x in S where x is not empty)")


def test_windows_line_ends() -> None:
    assert (
        parse("cafe en\r\nplay\r\n  if a\r\n    end game\r\n", "x").value
        == parse("cafe en\nplay\n  if a\n    end game\n", "x").value
    )


def test_no_line_end_at_the_end() -> None:
    assert parse("cafe en\nplay\n  end game", "x").ok
    assert parse("# first\n\ncafe en   # language\nplay\n  end game\n   \n\t\n", "x").ok


# ---- places --------------------------------------------------------------------------------------
def test_spans_are_exact() -> None:
    text = 'cafe en\n\nplay\n  price: pay 1 + 2 coins   @en 3 fr 2\n  only if a because "né {b.c}"\n'
    tree = parse(text, "x.cafe").value
    assert tree is not None
    (play,) = tree.items
    assert isinstance(play, ast.Play)
    first, second = play.block
    pay, only = first.act, second.act
    assert isinstance(pay, ast.Pay) and isinstance(only, ast.OnlyIf) and only.reason
    inner = only.reason.parts[1]
    assert isinstance(inner, ast.Field)
    nodes = [play, first, first.label, pay, pay.count, pay.tally, *first.cites, only.test, only.reason, inner, inner.name]
    assert [text[n.span.start : n.span.end] for n in nodes if n] == [
        text[9:].rstrip(),
        "price: pay 1 + 2 coins   @en 3 fr 2", "price", "pay 1 + 2 coins", "1 + 2", "coins", "en 3", "fr 2", "a", '"né {b.c}"', "b.c", "c",
    ]  # fmt: skip
    assert (inner.span.line, inner.span.column, inner.span.path) == (5, 26, "x.cafe")
    assert (play.span.line, play.span.column) == (3, 1)


def test_comments_are_kept() -> None:
    tree = parse('cafe en\n# one\nremark "# no"   # two\n\n# three', "x").value
    assert tree is not None
    assert [(c.text, c.span.line, c.span.column) for c in tree.comments] == [("one", 2, 1), ("two", 3, 17), ("three", 5, 1)]
