"""How things of a game are called in its rulebook: nouns with their articles, places, players, variables.

Comes in: a name with its indices. Goes out: a noun phrase. Expressions as a whole are told in `things`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import dropwhile
from typing import Any, Self

from attrs import evolve, frozen

from rulekit.model import expressions as exprs
from rulekit.model import rules
from rulekit.model.analysis.game_index import statements
from rulekit.model.model import Define, Dim, GameModel
from rulekit.model.types import KindType, ListType, OptionalType, PieceType, PlayerType, Type
from rulekit.report.rulebook.prose.phrases import Phrases, Plural, phrases
from rulekit.report.sentences import ENGLISH
from rulekit.report.words import Namer

YOU = ""


@frozen
class Voice:
    """Who speaks of what: words, phrases, what variables are called, and who `me` is (YOU, or a noun phrase)."""

    namer: Namer
    say: Phrases

    model: GameModel
    defines: Mapping[str, Define]
    deed: str = ""
    called: Mapping[tuple[str, int], str] = {}
    me: str = YOU
    also: exprs.Expr | None = None  # the expression that is `me` too

    def calling(self, kind: str, index: int, name: str) -> Self:
        """Return the same voice with a name for a local or bound variable."""
        return evolve(self, called={**self.called, (kind, index): name})

    # ---- nouns -----------------------------------------------------------------------------------
    def one(self, name: str, owner: str = "") -> str:
        """Return a name in the singular; of attributes in the number they are named in."""
        if not name:
            return self.say("piece_noun")
        return self.namer.within(owner, name, 2 if name.endswith("s") else 1) if owner else self.namer.place(name)

    def many(self, name: str) -> str:
        """Return a name in the plural; of pieces of any sort if there is none."""
        word = self.namer.word(name, 2) if name else self.say("pieces_noun")
        own = self.namer.words.get(name)
        if self.namer.language != ENGLISH or (own and own.many):
            return word
        head, link, rest = self._headed(word)
        return f"{plural(head)}{link}{rest}"

    def _headed(self, word: str) -> tuple[str, str, str]:
        """Return an English name cut at its first preposition: `place`, ` for `, `a table`."""
        parts = re.split(rf"( (?:{'|'.join(self.say.verbs['prepositions'].split())}) )", word, maxsplit=1)
        return (parts[0], parts[1], parts[2]) if len(parts) == 3 else (word, "", "")

    def counted(self, name: str, count: int) -> str:
        """`2 coins`."""
        if not self.namer.say.is_one(abs(count)):
            return f"{count} {self.many(name)}"
        word = self.one(name)
        bare = self.namer.language == ENGLISH and not self.namer.has_word(name) and not word.endswith("ss")
        return f"{count} {word.removesuffix('s') if bare else word}"

    def the(self, word: str) -> str:
        """Return a noun with the definite article; English plurals keep their verb."""
        if word.split(" ", 1)[0] in self.say.verbs["bare"].split():
            return Plural(word) if self.is_many(word) else word
        if self._leads(word):
            return self.say("quoted", text=word)
        return self.say.noun("the", word, self.is_many(word))

    def is_many(self, word: str) -> bool:
        """Return whether a word of the game is a plural, as far as its ending tells."""
        if self.say.language != ENGLISH:
            return self.say.ends_many(word)
        head = self._headed(word)[0]
        return any(w.endswith("s") and not w.endswith(("ss", "us", "'s")) for w in head.split())

    # ---- players ---------------------------------------------------------------------------------
    def myself(self) -> str:
        """Return the player who acts."""
        return self.me or self.say("you")

    def owned(self, player: exprs.Expr, word: str, several: bool = False) -> str:
        """Return what somebody has: `your cup`, `Luna's cup`."""
        many = several or self.is_many(word)
        if self.is_me(player) and self.me == YOU:
            return self.say.noun("your", word, many)
        if self.is_me(player):
            return self.say.noun("their", word, many)
        far = isinstance(player, exprs.Builtin) and not isinstance(player.args[0], exprs.Me)
        key = "owned_far" if far else "owned"
        text = self.say(key, who=self.person(player), what=word, the=self.say.noun("the", word, many))
        return Plural(text) if many else text

    def is_me(self, player: exprs.Expr) -> bool:
        """Return whether a player is the one who acts."""
        return isinstance(player, exprs.Me) or (self.also is not None and player == self.also)

    def person(self, player: exprs.Expr) -> str:
        """Return a player."""
        match player:
            case exprs.Me():
                return self.myself()
            case exprs.Active():
                return self.say("active")
            case exprs.Starter():
                return self.say("starter")
            case exprs.Builtin(function="next" | "previous" as name, args=(exprs.Me(),)):
                return self.say(name)
            case exprs.Builtin(function="next" | "previous" as name, args=(exprs.Local() | exprs.Bound() as of,)) if (
                self.is_unnamed(of)
            ):
                return self.say(f"{name}_of_that")
            case exprs.Builtin(function="next" | "previous" as name, args=(of,)):
                return self.say(f"{name}_of", who=self.person(of))
            case exprs.Const(value=int(seat)):
                return self.namer.player(seat)
            case exprs.Local() | exprs.Bound():
                return self.variable(player)
            case exprs.MarkerOf(marker=name, indices=()) if self.is_label(name):
                return self.say("noted_as", what=self.one(name))
        return self.thing(player)

    def is_label(self, name: str) -> bool:
        """Return whether the word of a marker ends in the air: `mouse laid by`."""
        return self.one(name).split()[-1] in self.say.verbs["prepositions"].split()

    def thing(self, expr: exprs.Expr) -> str:
        """Return an expression as a noun phrase; see `things`."""
        raise NotImplementedError

    def cond(self, expr: exprs.Expr, yes: bool = True) -> str:
        """Return a condition as a clause; see `conditions`."""
        raise NotImplementedError

    # ---- variables -------------------------------------------------------------------------------
    def variable(self, expr: exprs.Local | exprs.Bound) -> str:
        """Return a local or bound variable."""
        kind = "local" if isinstance(expr, exprs.Local) else "bound"
        known = self.called.get((kind, expr.index))
        if known is not None:
            return known
        name = self.name_of(expr.name, expr.type)
        return name if name[:1] in "“«" or len(name) == 1 else self.the(name)

    def name_of(self, name: str, kind: Type) -> str:
        """Return what a variable is called, without article."""
        inner = kind.of if isinstance(kind, OptionalType | ListType) else kind
        address = f"{self.deed}.{name}"
        if self.namer.has_word(address):
            return self._label(name)
        if isinstance(inner, PlayerType) and (len(name) < 4 or self.namer.translated):
            return self.say("player_noun")
        unsaid = len(name) < 3 or self.namer.translated
        if isinstance(inner, KindType | PieceType) and unsaid and not isinstance(kind, ListType):
            return self.one(inner.kind if isinstance(inner, KindType) else inner.sort)
        if isinstance(kind, ListType) and self.namer.word(name) not in self._plurals(inner):
            return self.say("quoted", text=self.namer.word(name))
        known = self.namer.has_word(name) or not self.namer.translated
        return self.namer.word(name) if known else self.say("quoted", text=self.namer.word(name))

    def _plurals(self, kind: Type) -> tuple[str, ...]:
        """Return how many of a kind or sort are called."""
        own = kind.kind if isinstance(kind, KindType) else kind.sort if isinstance(kind, PieceType) else ""
        return (own, self.many(own)) if own else ()

    def is_unnamed(self, variable: exprs.Local | exprs.Bound) -> bool:
        """Return whether a variable goes by its own name: not by `every drink` or `this player`."""
        return ("local" if isinstance(variable, exprs.Local) else "bound", variable.index) not in self.called

    def _leads(self, word: str) -> bool:
        """Return whether a word of a choice begins like `to space`: it is for moves, not for sentences."""
        return word.split(" ", 1)[0] in self.say.verbs["prepositions"].split()

    def _label(self, name: str) -> str:
        """Return the word of a choice as a noun: `to space` becomes `space`, and `other space` if another choice is called so."""
        word = self.namer.word(f"{self.deed}.{name}")
        if not self._leads(word):
            return word
        noun, others = self._noun(name), self._chosen_before(name)
        return self.say.noun("other", noun) if noun in map(self._noun, others) else noun or self.say("quoted", text=word)

    def _noun(self, name: str) -> str:
        """Return the word of a choice without the small words it begins with."""
        words = self.namer.word(f"{self.deed}.{name}").split()
        small = {*self.say.verbs["prepositions"].split(), *self.say.verbs["articles"].split()}
        return " ".join(dropwhile(small.__contains__, words))

    def _chosen_before(self, name: str) -> list[str]:
        """Return the choices of the deed that come before one."""
        block = next((d.block for d in self.model.deeds if d.name == self.deed), ())
        picks = [p.name for s in statements(block) if isinstance(s, rules.Choose) for p in s.picks]
        return picks[: picks.index(name)] if name in picks else []

    # ---- places ----------------------------------------------------------------------------------
    def place(self, name: str, indices: Sequence[exprs.Expr] = ()) -> str:
        """Return a place of a family: `your cup for the drink`, `space 3`."""
        declared = next((p for p in self.model.places if p.name == name), None)
        return self.family(self.place_word(name), declared.dims if declared else (), indices)

    def place_word(self, name: str) -> str:
        """Return what a place is called; a bare participle is said of the pieces: `done cards`."""
        word = self.one(name)
        verbal = word.endswith(tuple(self.say.verbs["participles"].split())) and not self.namer.has_word(name)
        return f"{word} {self.many(self.pieces_of(name))}" if verbal and " " not in word else word

    def family(self, word: str, dims: Sequence[Dim], indices: Sequence[exprs.Expr]) -> str:
        """Return one of a family of places, tallies, markers or tables."""
        pairs = list(zip(dims, indices, strict=False))
        owner = next((i for d, i in pairs if isinstance(_bare(d.domain.type), PlayerType)), None)
        rest = [(d, i) for d, i in pairs if i is not owner]
        numbers = [i for d, i in rest if len(d.name) < 2]
        for index in numbers:
            word = self._numbered(word, index)
        known = any(isinstance(i, exprs.Const) or len(getattr(i, "name", "")) == 1 for i in numbers)
        text = self.owned(owner, word) if owner is not None else word if known else self.the(word)
        return self.indexed(text, [self._index(d, i) for d, i in rest if len(d.name) > 1])

    def indexed(self, text: str, told: Sequence[str]) -> str:
        """Return a noun phrase with what it is for."""
        if not told:
            return text
        whole = self.say("for_index", what=text, index=self.say.listed(told))
        return Plural(whole) if isinstance(text, Plural) else whole

    def _numbered(self, word: str, index: exprs.Expr) -> str:
        """`space 3`, `target space`."""
        if not isinstance(index, exprs.Local | exprs.Bound):
            return f"{word} {self.thing(index)}"
        name = self.name_of(index.name, index.type)
        if len(name) == 1:
            return f"{word} {name}"
        return name if f" {name}".endswith(f" {word}") else self.say("numbered", what=word, n=name)

    def _index(self, dim: Dim, index: exprs.Expr) -> str:
        value = self.thing(index)
        if isinstance(index, exprs.Const) and not isinstance(_bare(dim.domain.type), KindType):
            return f"{self.one(dim.name)} {value}"
        return value

    def pieces_of(self, name: str) -> str:
        """Return the sort of pieces that lie in a place, by its name."""
        return next((p.sort for p in self.model.places if p.name == name), "")

    # ---- last resort -----------------------------------------------------------------------------
    def formula(self, expr: exprs.Expr) -> str:
        """Return what stands for a value that no sentence can tell."""
        return self.say("worked_out")


def plural(word: str) -> str:
    """Return an English noun in the plural.

    >>> [plural(word) for word in ("cup", "box", "party", "tray", "spaces")]
    ['cups', 'boxes', 'parties', 'trays', 'spaces']
    """
    if word.endswith("s"):
        return word if not word.endswith("ss") else f"{word}es"
    if word.endswith(("x", "ch", "sh", "z")):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search("[^aeiou]y$", word) else f"{word}s"


def _bare(kind: Type) -> Type:
    return kind.of if isinstance(kind, OptionalType) else kind


def voice_parts(namer: Namer, model: GameModel) -> dict[str, Any]:
    """Return what a voice needs, for a model with its options in force."""
    return {
        "namer": namer,
        "say": phrases(namer.language),
        "model": model,
        "defines": {define.name: define for define in model.defines},
    }
