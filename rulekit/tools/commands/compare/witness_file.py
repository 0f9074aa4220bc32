"""`rulekit compare --save`: a witness as an example that holds for one of the games and fails for the other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from attrs import evolve, frozen

from rulekit.compare.result import IN_B, Comparison, Witness
from rulekit.compare.rules.differences import Rules
from rulekit.compare.witness.retelling import retelling
from rulekit.model.model import GameModel
from rulekit.pipeline import check_game
from rulekit.report.comparison.example import candidates
from rulekit.report.comparison.example_lines import Candidate, example_file
from rulekit.study.examples.run_examples import run_examples
from rulekit.tools.io.files import write_text
from rulekit.tools.io.loading import Loaded
from rulekit.tools.io.problems import problem
from rulekit.wording import sentence

MOST_CANDIDATES = 40  # candidates for one witness


@frozen
class Kept:
    """An example that was tried on both games: its block, and on which of them it holds (0 or 1)."""

    block: str
    holds: int


def witness_path(name: str) -> Path:
    """Return the file to write: its name ends in .cafe."""
    return Path(name if name.endswith(".cafe") else f"{name}.cafe")


def save_witnesses(
    comparison: Comparison, games: tuple[Loaded, Loaded], name: str, labels: tuple[str, str], force: bool
) -> list[str]:
    """Write all plays that can be written as examples; says of each on which game it holds."""
    path = witness_path(name)
    if not comparison.witnesses:
        return [sentence("nothing is saved: no play was found where the games part")]
    if games[0].model.name != games[1].model.name or any(not g.texts for g in games):
        why = sentence("these plays cannot be saved: an example is written in the names of one game, and these have others")
        raise problem("RK586", why, hint="`--json` or `--html` keep the plays as they are")
    stem = "_".join(re.findall(r"\w+", path.stem)) or "witness"
    stem = stem if stem[0].isalpha() else f"w_{stem}"
    trial = _Trial(comparison.rules, games, labels)
    found = {n: next(trial.kept(w, f"{stem}_{n}"), None) for n, w in enumerate(comparison.witnesses, 1)}
    kept = {n: one for n, one in found.items() if one is not None}
    if not kept:
        why = sentence(
            "nothing is saved: where these plays part, nobody does what an example could say; --json and --html keep them"
        )
        return [why]
    title = f"Where {labels[0]} and {labels[1]} part"
    write_text(path, example_file(games[0].model.name, stem, title, "\n".join(k.block for k in kept.values())), replace=force)
    said = [f"  {stem}_{n} (play {n}): holds for {labels[k.holds]}, fails for {labels[1 - k.holds]}" for n, k in kept.items()]
    said += [f"  play {n} cannot be written as an example" for n in found if n not in kept]
    return [f"{path} is written:", *said]


@frozen
class _Trial:
    """Candidates are tried on both games, and on the first game with nothing but the blamed differences."""

    rules: Rules
    games: tuple[Loaded, Loaded]
    labels: tuple[str, str]

    def kept(self, witness: Witness, name: str) -> Iterator[Kept]:
        """Examples that show what the witness shows, without facts that do not matter."""
        for candidate in islice(candidates(retelling(witness), witness.play.parting), MOST_CANDIDATES):
            best = self._tried(candidate, witness, name, frozenset())
            if best is None:
                continue
            without: frozenset[str] = frozenset()
            for about in candidate.spare:
                found = self._tried(candidate, witness, name, without | {about})
                if found is not None and found.holds == best.holds:
                    best, without = found, without | {about}
            yield best

    def _tried(self, candidate: Candidate, witness: Witness, name: str, without: frozenset[str]) -> Kept | None:
        """Return the block, if it holds for exactly one of the games, and what is blamed makes the difference."""
        text = example_file(self.games[0].model.name, name, name, candidate.text(name, name, without))
        first, second = (_with_example(game, text) for game in self.games)
        if first is None or second is None:
            return None
        results = [_holds(first, name), _holds(second, name)]
        if None in results or results[0] == results[1] or not self._blamed(first, witness, name, results):
            return None
        holds = 0 if results[0] else 1
        title = f"As in {self.labels[holds]}, not in {self.labels[1 - holds]}"
        return Kept(candidate.text(name, title, without), holds)

    def _blamed(self, first: GameModel, witness: Witness, name: str, results: list[bool | None]) -> bool:
        """Return whether the example comes out as for the second game if only the blamed differences are taken from it."""
        if not witness.blame or len([d for d in self.rules.differences if d.plays]) < 2:
            return True
        example = tuple(e for e in first.examples if e.name == name)
        if witness.between == IN_B:
            return True
        mixed = self.rules.mixed(witness.blame).whole()
        return mixed is not None and _holds(evolve(mixed, examples=example), name) == results[1]


def _with_example(game: Loaded, text: str) -> GameModel | None:
    """Return a game with the example on it, if it can be read there."""
    base = game.texts[str(game.files.game)]
    changes = tuple((game.texts[str(path)], str(path)) for path in game.files.changes)
    checked = check_game(base, str(game.files.game), (*changes, (text, "witness.cafe")), game.spec.settings)
    return checked.value if checked.ok else None


def _holds(model: GameModel, name: str) -> bool | None:
    """Return whether the example holds; None if it says too little to be judged."""
    problem = run_examples(model, (name,))[0].problem
    if problem is None:
        return True
    return False if problem.answer is not None or problem.text else None
