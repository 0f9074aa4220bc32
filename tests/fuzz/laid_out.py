"""Random layouts, looks and words for good games: valid and half-valid ones, with texts that might break a page."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

from attrs import frozen

from rulekit.drawings import names as drawings
from rulekit.model.declare.suiting import OF_LAYOUTS, OF_PIECES, OF_PLACES
from rulekit.model.model import Dim, GameModel, Marker, Place, Tally
from rulekit.model.types import KindType, PlayerType
from rulekit.pipeline import check_game
from rulekit.syntax.keywords import shape_words

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^(layout|look)\b.*\n(?:[ \t]+.*\n|\n(?=[ \t]))*", re.MULTILINE)
ODD = (
    "<script>document.title = 'caught'</script>",
    "'><img src=x onerror=\\\"document.title = 'caught'\\\">",
    "</title></svg><script>document.title = 'caught'</script>",
    "</style><svg onload=alert(1)>",
    "javascript:alert(1)",
    "url(//example.org/x) red;position:fixed;inset:0",
    "&lt;b&gt;&amp;&#60;i&#62;",
    "שלום עולם",
    "\u202eback to front",
    "مرحبا بالعالم",
    "W" * 3000,
    "m" * 60 + " " + "i" * 60,
    "a\u200b\u200d\u2060\ufeffb",
    "👩‍👩‍👧‍👦👨🏽‍🚀🏳️‍🌈🇫🇷",
    "e" + "\u0301" * 300,
    "漢字かな交じり文",
    "--\\#\\#--",
    "\\{x\\}",
    "\t tab",
    "",
)
WORDS_OF_LIES = tuple(shape_words("lies", "en"))
GAMES = ("cafe-del-gatto", "cafe-international", "bon-appetit", "espresso-doppio")


@frozen
class Base:
    """A good game without its layouts, and its model: the names that layouts may use."""

    text: str
    model: GameModel


@cache
def bases() -> tuple[Base, ...]:
    """The games that are laid out: bundled ones, examples, and a small one with a bit of everything."""
    files = [*(ROOT / "rules" / f"{name}.cafe" for name in GAMES), *sorted((ROOT / "examples" / "games").glob("*.cafe"))]
    texts = [BLOCK.sub("", path.read_text(encoding="utf-8")) for path in files]
    found = []
    for text in texts:
        checked = check_game(text, "base.cafe")
        assert checked.value is not None, [str(one.message) for one in checked.diagnostics]
        found.append(Base(text, checked.value))
    return tuple(found)


def case(seed: int, number: int) -> str:
    """The text of a game with layouts, looks and words of its own."""
    dice = random.Random(f"laid out {seed}:{number}")
    base = dice.choices(bases(), [1, 1, 3, 2] + [3] * (len(bases()) - 4))[0]
    made = _Maker(base.model, dice, dice.random() < 0.4)
    blocks = [*made.layouts(), *([made.looks()] if dice.random() < 0.8 else []), *([made.words()] if dice.random() < 0.4 else [])]
    return f"{base.text.rstrip()}\n\n" + "\n".join(blocks)


@frozen
class _Maker:
    model: GameModel
    dice: random.Random
    messy: bool  # many mistakes: most of such files are not drawn, but told what is wrong

    def odd(self) -> str:
        return self.dice.choice(ODD)

    def one(self, *some: str) -> str:
        return self.dice.choice(some) if some else "x"

    # ---- values ----------------------------------------------------------------------------------
    def value(self, dim: Dim, told: tuple[str, ...]) -> str:
        """A value for an index, sometimes of something else, sometimes `each`."""
        roll = self.dice.random()
        if roll < 0.12:
            return "each"
        if self.messy and roll < 0.2 and told:
            return self.one(*told)
        if self.messy and roll < 0.23:
            return self.one("none", "7", "0", "starter", "p", "x", "milk")
        match dim.domain.type:
            case PlayerType():
                return self.one("viewer", "starter", "next(viewer)", *(("p", "p", "p") if "p" in told else ()))
            case KindType(kind=name):
                return self.one(*next(kind.values for kind in self.model.kinds if kind.name == name))
        return str(self.dice.randint(0 if self.messy else 1, 6 if self.messy else 3))

    def indexed(self, name: str, dims: tuple[Dim, ...], told: tuple[str, ...]) -> str:
        """A family with all of its indices, or with some, or none."""
        count = len(dims) if not self.messy or self.dice.random() < 0.75 else self.dice.randint(0, len(dims))
        inside = ", ".join(self.value(dim, told) for dim in dims[:count])
        return f"{name}[{inside}]" if inside else name

    def family(self, family: Place | Tally | Marker, told: tuple[str, ...]) -> str:
        return self.indexed(family.name, family.dims, told)

    def truth(self, told: tuple[str, ...]) -> str:
        tests = ["viewer is starter", "yes", "no", "viewer is not starter"]
        tests += [f"{self.indexed(p.name, p.dims, told)} is not empty" for p in self.model.places]
        tests += [f"{self.indexed(t.name, t.dims, told)} > {self.dice.randint(0, 3)}" for t in self.model.tallies]
        return self.one(*tests, *(("p is viewer", "p is viewer") if "p" in told else ()))

    def content(self, told: tuple[str, ...], areas: tuple[str, ...]) -> str:
        """What stands in a cell: things of the game, headings, texts, nonsense."""
        dice, model = self.dice, self.model
        ways: list[Callable[[], str]] = [
            lambda: "",
            lambda: f'"{self.odd()}"',
            lambda: f"each {self.one(*(k.name for k in model.kinds), 'player')}",
        ]
        ways += [lambda: self.one(*(p.name for p in model.places))] if model.places else []
        families = [f for some in (model.places, model.tallies, model.markers) for f in some]
        ways += [lambda: self.family(dice.choice(families), told)] * 8 if families else []
        if model.tallies:
            ways.append(lambda: f"bank({self.one(*(t.name for t in model.tallies))})")
        if areas:
            ways += [lambda: self.one(*areas)] * 2
        names = [*(k.name for k in model.kinds), *(v for k in model.kinds for v in k.values), *(s.name for s in model.sorts)]
        names += [*(t.name for t in model.tables), *(d.name for d in model.defines if not d.params or self.messy), *told]
        ways += [lambda: self.one(*names)] * 3
        ways += [lambda: f"count({self.one(*(p.name for p in model.places), 'box')})"]
        ways += [lambda: f'"{self.odd()}{{{self.one(*names)}}}"']
        number = f"count({self.one(*(p.name for p in model.places), 'box')})"
        ways += [lambda: f'"{{{number} {self.one(*names)}}}[{{{number}: {self.odd()}/# {self.odd()}}}]"']
        if self.messy and model.defines:
            ways.append(lambda: f"{self.dice.choice(model.defines).name}({self.one('p', 'viewer', '1', *names)})")
        return dice.choice(ways)()

    def cell(self, told: tuple[str, ...], areas: tuple[str, ...]) -> str:
        content = self.content(told, areas)
        if content and self.dice.random() < 0.12:
            content += f" if {self.truth(told)}"
        if content and self.messy and self.dice.random() < 0.1:
            content += self.one(" turned", f" turned if {self.truth(told)}")
        return content

    # ---- layouts ---------------------------------------------------------------------------------
    def row(self, told: tuple[str, ...], areas: tuple[str, ...], wide: int, indent: str) -> str:
        cells = [self.cell(told, areas) for _ in range(wide)]
        if wide > 1 and self.dice.random() < 0.2:
            cells[1] = cells[0]
        return f"{indent}| {' | '.join(cells)} |\n"

    def rows(self, told: tuple[str, ...], areas: tuple[str, ...], deep: int = 0) -> str:
        wide, dice = self.dice.choice((1, 1, 2, 2, 3, 4, 12)), self.dice
        indent, found = "  " * (deep + 1), ""
        for _ in range(dice.choice((1, 1, 2, 3))):
            if dice.random() < 0.25 and deep < 2:
                over = self.one("1..3", "1..4", "1..300", "players", *(k.name for k in self.model.kinds))
                name = f"i{deep}"
                where = f" where {name} is not {name}" if dice.random() < 0.05 else ""
                head = f"{indent}for each {name} in {over}{where}\n" if over[0] in "1p" else f"{indent}for each {over}{where}\n"
                found += head + self.row((*told, name, over), areas, wide, indent + "  ")
            else:
                found += self.row(told, areas, wide, indent)
        return found

    def layouts(self) -> list[str]:
        """The middle, what lies before players, faces, areas inside each other."""
        dice, model = self.dice, self.model
        areas = tuple(f"a{n}" for n in range(dice.choice((0, 0, 1, 2, 3))))
        calls = tuple(f"{name}(viewer)" if dice.random() < 0.1 else name for name in areas)
        found = []
        if dice.random() < 0.9:
            found.append(f"layout\n{self.rows((), calls)}{self.last()}")
        if dice.random() < 0.8:
            found.append(f"layout of player p\n{self.rows(('p', 'p'), calls[1:])}")
        if model.sorts and dice.random() < 0.3:
            sort = dice.choice(model.sorts)
            found.append(f"layout of {sort.name}\n{self.rows(tuple(a.name for a in sort.attributes), ())}")
        for n, name in enumerate(areas):
            family = (
                f": {self.one(*(p.name for p in model.places))}" if model.places and self.messy and dice.random() < 0.3 else ""
            )
            param = "(q: player)" if "(viewer)" in calls[n] else ""
            inner = calls[n + 1 :] if dice.random() < 0.95 else calls
            found.append(f"layout {name}{param}{family}\n{self.rows(('q',) if param else (), inner)}{self.last()}")
        return found

    def last(self) -> str:
        lists = [a.name for kind in self.model.kinds for a in kind.attributes]
        joined = f"  joined by {self.one(*lists)}\n" if lists and self.dice.random() < 0.1 else ""
        things = [p.name for p in self.model.places] + [t.name for t in self.model.tallies]
        return joined + (f"  without {self.one(*things)}\n" if things and self.dice.random() < 0.1 else "")

    # ---- looks and words -------------------------------------------------------------------------
    def named(self) -> list[str]:
        model = self.model
        names = [*(s.name for s in model.sorts), *(p.name for p in model.places), *(t.name for t in model.tallies)]
        return [*names, *(v for kind in model.kinds for v in kind.values), *(kind.name for kind in model.kinds)]

    def looks(self) -> str:
        """Rows with columns that suit their thing, more often than not."""
        columns = [c for c in ("colour", "icon", "text", "shape", "lies", "printed") if self.dice.random() < 0.6]
        rows = ["name", *columns]
        lines = [f"  | {' | '.join(rows)} |\n"]
        for name in self.dice.sample(self.named(), min(len(self.named()), self.dice.randint(1, 9))):
            lines.append(f"  | {name} | {' | '.join(self.look(name, column) for column in columns)} |\n")
        return "look\n" + "".join(lines) if columns else ""

    def look(self, name: str, column: str) -> str:
        dice, sort = self.dice, next((s for s in self.model.sorts if s.name == name), None)
        place = next((p for p in self.model.places if p.name == name), None)
        own = [a.name for a in sort.attributes] if sort else [d.name for d in place.dims] if place else []
        taken = f'"{{{self.one(*own)}}}"' if own else '""'
        if dice.random() < 0.3:
            return ""
        match column:
            case "colour":
                return self.one("gold", "tan", '"#12ab34"', "RED", taken, *((f'"{self.odd()}"',) if dice.random() < 0.05 else ()))
            case "icon":
                return self.one(*dice.sample(drawings(), 2), taken, f'"{self.odd()}"', "cofee")
            case "shape":
                return self.one(*(OF_PLACES if place else OF_PIECES), *((taken, *OF_LAYOUTS) if dice.random() < 0.05 else ()))
            case "lies":
                ways = self.one(*WORDS_OF_LIES), self.one(*WORDS_OF_LIES)
                return ", ".join(ways[: 1 if dice.random() < 0.7 else 2]) if place else ""
            case "printed":
                return self.one(taken, f'"{self.odd()}"', "none") if place else ""
        return self.one(taken, f'"{self.odd()}"', f'"{self.odd()}{taken[1:-1]}"')

    def words(self) -> str:
        """What things are called: odd words for them."""
        names = self.dice.sample(self.named(), min(len(self.named()), self.dice.randint(1, 6)))
        return "words en\n  | name | one |\n" + "".join(f'  | {name} | "{self.odd()}" |\n' for name in names)
