"""Generated cases are the same in every run; RULEKIT_PROFILE=deep looks for new ones. All processes share what was compiled."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings

from tests.wide import is_wide, stale

R = TypeVar("R")

# the machine may be busy: nothing goes by the clock
settings.register_profile("wide", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("same", settings.get_profile("wide"), max_examples=40)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Run everything, or what is left out otherwise."""
    parser.addoption("--wide", action="store_true", help="also run what tests/wide.toml lists")
    parser.addoption("--rest", action="store_true", help="run only what tests/wide.toml lists")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is only more of the same, unless everything is wanted or a test is named."""
    if config.args_source is config.ArgsSource.TESTPATHS and (unknown := stale(item.nodeid for item in items)):
        raise pytest.UsageError(f"tests/wide.toml lists what no test is called: {unknown}")
    if config.getoption("--wide") or any("::" in name for name in config.args):
        return
    rest = config.getoption("--rest")
    left_out = [item for item in items if is_wide(item.nodeid) != rest]
    items[:] = [item for item in items if is_wide(item.nodeid) == rest]
    config.hook.pytest_deselected(items=left_out)


def pytest_configure(config: pytest.Config) -> None:
    """Before any test is imported."""
    os.environ["LC_ALL"] = "C.UTF-8"  # help is in the language of the machine
    if os.environ.get("RULEKIT_PROFILE", "quick") != "deep":
        settings.load_profile("wide" if config.getoption("--wide") or config.getoption("--rest") else "same")
    _keep_bytecode(config)
    _keep_games(config)
    _read_once(config)
    _one_processor(config)


def _one_processor(config: pytest.Config) -> None:
    """A command uses one process unless it is told how many: to start one takes longer than most of the work there is here."""
    patch = pytest.MonkeyPatch()
    patch.setattr(os, "cpu_count", lambda: 1)
    config.add_cleanup(patch.undo)


def _keep_bytecode(config: pytest.Config) -> None:
    """Where Python may not leave compiled modules beside the sources, keep them elsewhere: many tests start many processes."""
    if sys.dont_write_bytecode:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(config.rootpath / ".pytest_cache" / "bytecode")
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = sys.pycache_prefix


def _read_once(config: pytest.Config) -> None:
    """What was parsed, checked, lowered, compiled or told a moment ago is at hand: many tests are about the same few games."""
    patch = pytest.MonkeyPatch()

    def replace(module: str, name: str, kept: Callable[[Any], Any]) -> None:
        found = import_module(f"rulekit.{module}")
        patch.setattr(found, name, kept(getattr(found, name)))

    replace("syntax.parse", "parse", lru_cache(1024))  # each before others import it
    replace("program.lower", "lower", _once)
    replace("study.examples.run_examples", "run_examples", _examples_once)
    replace("report.rulebook.book", "make_book", _once)
    replace("pipeline", "check_game", lru_cache(1024))
    patch.setattr(import_module("rulekit.engine.compiling.compiler"), "compile", lru_cache(1024)(compile), raising=False)
    config.add_cleanup(patch.undo)


def _once(work: Callable[..., R]) -> Callable[..., R]:
    """What was made of a model is given again for the very same model, unless something else that is told cannot be compared."""
    kept: dict[object, tuple[object, R]] = {}

    def again(model: object, *args: object, **more: object) -> R:
        told = tuple(tuple(sorted(a.items())) if isinstance(a, dict) else a for a in (*args, *more.values()))
        key = (id(model), told, tuple(more))
        try:
            known = kept.get(key)
        except TypeError:
            return work(model, *args, **more)
        if known is None:
            while len(kept) >= 256:
                kept.pop(next(iter(kept)))
            known = kept[key] = model, work(model, *args, **more)
        return known[1]

    return again


def _examples_once(work: Callable[..., tuple[Any, ...]]) -> Callable[..., tuple[Any, ...]]:
    """What came of examples is given again for the very same model; those that are named are taken from all, if all were run."""
    once, whole = _once(work), dict[int, tuple[object, tuple[Any, ...]]]()

    def again(model: Any, names: Iterable[str] | None = None) -> tuple[Any, ...]:
        wanted = None if names is None else tuple(names)
        most = wanted is None or 2 * len(wanted) > len(model.examples)
        if most and id(model) not in whole:
            while len(whole) >= 32:
                whole.pop(next(iter(whole)))
            whole[id(model)] = model, work(model)
        if id(model) not in whole:
            return once(model, wanted)
        return tuple(result for result in whole[id(model)][1] if wanted is None or result.example.name in wanted)

    return again


def _keep_games(config: pytest.Config) -> None:
    """Leave every game that is read in the folder RULEKIT_KEEP_GAMES, if there is one: `make commands` has use for them."""
    folder = os.environ.get("RULEKIT_KEEP_GAMES")
    if not folder:
        return
    from tests.tools.every_file import keep_what_is_read

    patch = pytest.MonkeyPatch()
    keep_what_is_read(patch, Path(folder))
    config.add_cleanup(patch.undo)


def pytest_collection_finish() -> None:
    """What is there before the first test stays: looking for waste in it again and again takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(200_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def machine_code(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[Path]:
    """Machine code is kept in one folder for all processes of this run, not in the user's own."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "machine-code"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULEKIT_CACHE", str(folder))
        yield folder


@pytest.fixture
def as_written(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A cache of its own for machine code that is not optimised."""
    from rulekit.native.llvm import machine_code as generator
    from rulekit.native.llvm.cache import Cache

    monkeypatch.setattr(generator, "OPTIMISE", 0)
    monkeypatch.setattr(generator, "GENERATE", 0)
    return Cache(tmp_path)
