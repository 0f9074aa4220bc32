"""How the parts of a scene look: shapes, colours, icons and short texts from the game's `look` tables; what nothing is said of
looks as its shape in the rules says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from attrs import define, field

from rulekit.colours import colour
from rulekit.engine.view import SeenNumber, SeenPiece, SeenPlace, View
from rulekit.model import expressions as exprs
from rulekit.model.analysis.folding import Folder
from rulekit.model.expressions import Const, Expr
from rulekit.model.faults import Impossible, Unknown
from rulekit.model.model import Look
from rulekit.model.model_walk import described, put_in
from rulekit.model.types import DescriptionType, KindType, ListType, PictureType, PieceType, PlayerType, Type, innermost
from rulekit.program.program import Cells, CellValue, as_number, as_picture, as_several
from rulekit.report.scene.scene import Drawn, Number, Part, Picture, Pieces, Spot, Words
from rulekit.report.table.arranged import Arranged
from rulekit.report.table.looks import FIELD, SEATS, Painter, painter
from rulekit.report.words import Namer

LIES = {"bag": "row", "deck": "stack", "pile": "stack", "row": "row", "hand": "fan", "spot": "inside"}
NOTHING = Look("", "", "")
NO_VIEW = View(None, 0, None, (), (), ())


@define
class SceneLooks:
    """Knows the looks of one game in one language."""

    namer: Namer
    folder: Folder
    painter: Painter = field(init=False)
    looks: Mapping[str, Look] = field(init=False)
    _empty: dict[tuple[str, tuple[int, ...]], Spot] = field(factory=dict)

    def __attrs_post_init__(self) -> None:
        self.painter, self.looks = painter(self.namer), dict(self.namer.model.looks)

    # ---- names -----------------------------------------------------------------------------------
    def of(self, name: str, told: Mapping[str, tuple[Type, CellValue]] | None = None) -> Drawn:
        """Return how a thing looks, by its name; `told`: its indices, whose looks it may take."""
        look = self.looks.get(name, NOTHING)
        return Drawn(look.text, self._of_index(look.icon, told, "icon"), self._of_index(look.colour, told, "colour"), look.shape)

    def _of_index(self, wanted: str, told: Mapping[str, tuple[Type, CellValue]] | None, column: str) -> str:
        found = FIELD.fullmatch(wanted)
        if found is None:
            return colour(wanted) if column == "colour" else wanted
        kind, value = (told or {}).get(found.group(1), (None, None))
        if kind is None:
            return ""
        return self.painter.value_style(kind, value) if column == "colour" else self.value_look(kind, value).icon

    def value_look(self, kind: Type, value: CellValue) -> Drawn:
        """Return how a value of a kind looks, or a player."""
        of = innermost(kind)
        if isinstance(of, PlayerType) and isinstance(value, int):
            return Drawn(colour=SEATS[value % len(SEATS)])
        if isinstance(of, KindType) and isinstance(value, int):
            return self.of(next(k.values for k in self.namer.layout.kinds if k.name == of.kind)[value])
        return Drawn()

    def heading(self, name: str) -> Words:
        """Return a name as a heading."""
        word = self.namer.say("points_heading") if name == "score" and not self.namer.has_word(name) else self.namer.word(name, 2)
        short = name.partition(".")[2] if name.startswith("score.") and not self.namer.has_word(name) else ""
        return Words(self.namer.word(short) if short else word, self.of(name), heading=True)

    # ---- places ----------------------------------------------------------------------------------
    def lies(self, name: str) -> str:
        """Return how the pieces of a place lie."""
        return self.looks.get(name, NOTHING).lies or LIES[self.shape(name)]

    def family_lies(self, name: str) -> str:
        """Return how the places of a family lie to each other; empty: in rows."""
        return self.looks.get(name, NOTHING).laid

    def is_tilted(self, piece: SeenPiece) -> bool:
        """Return whether a piece is turned on its side."""
        wanted = self.looks.get(piece.sort, NOTHING).tilted
        return bool(wanted and dict(piece.attrs).get(wanted))

    def shape(self, name: str) -> str:
        """Return the shape of a family of places in the rules: bag, deck, pile, row, hand or spot."""
        return next((p.shape for p in self.namer.layout.places if p.name == name), "bag")

    def piece_shape(self, piece: SeenPiece) -> str:
        """Return the shape of a piece, perhaps that of a value it has; empty: nothing is said."""
        wanted = self.looks.get(piece.sort, NOTHING).shape
        found = FIELD.fullmatch(wanted)
        if found is None:
            return wanted
        kinds = self.namer.kinds(piece.sort)
        return self.value_look(kinds[found.group(1)], dict(piece.attrs).get(found.group(1))).shape

    def spot(self, seen: SeenPlace) -> Spot:
        """Return a place as it looks."""
        key = (seen.place, seen.indices)
        if key not in self._empty:
            self._empty[key] = self._bare(seen)
        bare = self._empty[key]
        lies = "stack" if bare.lies == "row" and seen.pieces is None else bare.lies
        return Spot(seen, bare.look, lies, bare.printed)

    def _bare(self, seen: SeenPlace) -> Spot:
        look = self.looks.get(seen.place, NOTHING)
        printed = None
        if look.printed is not None:
            told = zip(self.namer.dims(seen.place), seen.indices, strict=True)
            bound = {n: Const(dim.type, index) for n, (dim, index) in enumerate(told)}
            printed = tuple(word for part in look.printed.parts for word in self._printed(part, bound))
        return Spot(seen, self.of(seen.place, self.indices(seen)), self.lies(seen.place), printed)

    def indices(self, seen: SeenPlace | SeenNumber) -> dict[str, tuple[Type, CellValue]]:
        """Return the indices of one of a family by their names."""
        dims = self.namer.dims(seen.place if isinstance(seen, SeenPlace) else seen.name)
        used = dims[1:] if isinstance(seen, SeenNumber) and seen.bank else dims
        return {d.name: (d.type, i) for d, i in zip(used, seen.indices, strict=False)}

    def _printed(self, part: str | Expr | exprs.AnyTextPart, bound: Mapping[int, Expr]) -> Iterator[Words]:
        if isinstance(part, str):
            yield Words(part)
        elif not isinstance(part, exprs.TextPart):
            try:
                value = self.folder.value(put_in(part, bound))
            except (Unknown, Impossible):
                return
            of = part.type.of if isinstance(part.type, ListType) else part.type
            for one in value if isinstance(value, tuple) else (value,):
                yield Words(self.namer.value(of, one), self.value_look(of, one))

    def listed(self, seen: SeenPlace, attribute: str) -> Iterator[tuple[KindType, tuple[int, ...]]]:
        """Yield the values that a list of an index's kind names, with their kind."""
        for dim, index in zip(self.namer.dims(seen.place), seen.indices, strict=True):
            kind = next((k for k in self.namer.model.kinds if dim.type == KindType(k.name)), None)
            found = next((a for a in kind.attributes if a.name == attribute), None) if kind is not None else None
            of = innermost(found.domain.type) if found is not None else None
            if found is not None and isinstance(of, KindType) and index < len(found.values):
                value = self.folder.value(found.values[index])
                yield of, tuple(v for v in (value if isinstance(value, tuple) else (value,)) if isinstance(v, int))

    # ---- numbers and values ----------------------------------------------------------------------
    def number(self, seen: SeenNumber) -> Part:
        """Return a tally, a bank or a marker."""
        arranged = Arranged(self.namer, NO_VIEW)
        kind = arranged.type_of(seen)
        look = self.of(seen.name, self.indices(seen))
        text = arranged.number_text(seen)
        if (
            kind is not None
            and isinstance(innermost(kind), KindType | PlayerType)
            and isinstance(seen.value, int)
            and not seen.hidden
        ):
            return Words(text, self.value_look(kind, seen.value), seen=seen)
        if kind is not None and isinstance(innermost(kind), PieceType) and isinstance(seen.value, SeenPiece):
            return Pieces((seen.value,), seen)
        owner = None if seen.bank else arranged.owner(seen.name, seen.indices)
        return Number(seen.name, text, look, seen, owner)

    def value(self, expr: Expr, kind: Type, value: CellValue, cells: Cells) -> Part:
        """Return the value of an expression."""
        if value is None:
            return Words("")
        of = innermost(kind)
        if isinstance(of, PieceType):
            pieces = value if isinstance(value, tuple) else (value,)
            return Pieces(tuple(self.namer.describe(as_number(piece), cells) for piece in pieces))
        if isinstance(of, PictureType):
            return Picture(
                tuple(None if cell is None else tuple(self._piece(of.sort, one) for one in cell) for cell in as_picture(value))
            )
        if isinstance(of, DescriptionType):
            told = [
                one for one in (as_several(value) if isinstance(kind, ListType) else (value,)) if one
            ]  # what fits everything says nothing
            return Picture(tuple((self._piece(of.sort, one),) for one in told)) if told else Words("")
        text = self.namer.value(kind, value, cells)
        if isinstance(of, KindType | PlayerType) and not isinstance(kind, ListType):
            return Words(text, self.value_look(of, value), heading=isinstance(expr, Const))
        name = _name_of(expr)
        return Number(name, text, self.of(name, self._told(expr))) if name else Words(text)

    def _piece(self, sort: str, description: CellValue) -> SeenPiece:
        return SeenPiece(sort, tuple(described(description)))

    def _told(self, expr: Expr) -> dict[str, tuple[Type, CellValue]]:
        """Return what a definition is told, by the names of its parameters."""
        if not isinstance(expr, exprs.Apply):
            return {}
        params = next(d.params for d in self.namer.model.defines if d.name == expr.define)
        pairs = zip(params, expr.args, strict=True)
        return {p.name: (a.type, a.value) for p, a in pairs if isinstance(a, Const)}


def _name_of(expr: Expr) -> str:
    match expr:
        case exprs.Apply(define=name):
            return name
        case exprs.AttrOf(attr=name):
            return name
        case exprs.ScoreOf(line=line):
            return "score" if line is None else f"score.{line}"
        case exprs.Lookup(table=name):
            return name
    return ""
