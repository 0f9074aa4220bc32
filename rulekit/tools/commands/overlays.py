"""`rulekit overlays`: what of a changed game came from where."""

from __future__ import annotations

from rulekit.diagnostics import Checked
from rulekit.model.overlays.origins import Origins, origins_of
from rulekit.model.overlays.overlay import stack_overlays
from rulekit.report.rules.overlays import overlay_data, overlay_lines
from rulekit.syntax.parse import parse
from rulekit.tools.io.loading import Loaded, Spec, load
from rulekit.tools.io.problems import FINE, Problem, problem
from rulekit.tools.terminal.terminal import say, say_json, telling


def show_overlays(spec: Spec, as_json: bool) -> int:
    """Return the tree of what came from where; a game that does not check ends the command with its findings."""
    loaded = load(spec)
    origins = _origins(loaded)
    if as_json:
        say_json(overlay_data(origins))
    else:
        for line in overlay_lines(origins, telling(loaded.texts)):
            say(line)
    return FINE


def _origins(loaded: Loaded) -> Origins:
    if not loaded.texts:
        raise problem(
            "RK565",
            "a game written as JSON does not tell any more what came from where",
            str(loaded.files.game),
            hint="name its .cafe file, and the changes with --with",
        )
    assert loaded.model
    paths = (loaded.files.game, *loaded.files.changes)
    game, *changes = (parse(loaded.texts[str(path)], str(path)).value for path in paths)
    assert game is not None
    known = tuple(change for change in changes if change is not None)
    made = stack_overlays(game, known, loaded.spec.settings).then(lambda stack: Checked(origins_of(game, stack)))
    if made.value is None:
        raise Problem(made.diagnostics, loaded.texts)
    return made.value
