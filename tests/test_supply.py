"""What comes from elsewhere: private parts of libraries are few, bounded and watched; versions are locked; licences are told."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements-dev.txt").read_text(encoding="utf-8")
WEB = ROOT / "rulekit" / "tools" / "web"
DRAWINGS = ROOT / "drawings"
VENDOR = WEB / "static" / "vendor"
DOCUMENTED = {"_exit", "_getframe"}  # of os and sys: told in the documentation of Python in spite of their names
PRIVATE = {"_parse_table": "lark", "_accumulate_rewards": "pettingzoo", "_was_dead_step": "pettingzoo"}  # and whose they are
GRAMMAR = """
file: A B?
items: B
expression: C
A: "a"
B: "b"
C: "c"
%declare _NL _INDENT _DEDENT LPAR RPAR LSQB RSQB
"""


# ---- private parts -------------------------------------------------------------------------------
def used_from_elsewhere() -> set[str]:
    """Names with an underscore before them that are asked for in rulekit and not defined there."""
    asked: set[str] = set()
    defined: set[str] = set()
    for path in (ROOT / "rulekit").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(attr=name, ctx=ast.Load()) if re.match(r"_[a-z]", name):
                    asked.add(name)
                case ast.Attribute(attr=name) | ast.Name(id=name, ctx=ast.Store()):
                    defined.add(name)
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                    defined.add(name)
                case ast.ImportFrom(module=str() as module, names=names) if not module.startswith("rulekit"):
                    asked |= {part for part in (*module.split("."), *(n.name for n in names)) if re.match(r"_[a-z]", part)}
    return asked - defined - DOCUMENTED


def test_private_names_of_libraries_are_listed_here() -> None:
    """Whoever uses another one gives that library an upper bound, and a test as below."""
    assert used_from_elsewhere() == set(PRIVATE)


@pytest.mark.parametrize("library", sorted(set(PRIVATE.values())))
def test_a_library_whose_private_parts_are_used_has_an_upper_bound(library: str) -> None:
    everything = [*PROJECT["dependencies"], *(line for lines in PROJECT["optional-dependencies"].values() for line in lines)]
    (line,) = [line for line in everything if re.match(rf"{library}\b", line)]
    assert "<" in line, f"{line}: the next version of {library} may change what it does not promise"


def test_pettingzoo_still_adds_up_rewards_and_passes_over_those_who_are_out() -> None:
    """`adapters.aec` calls what environments inherit. If this fails, pettingzoo has changed: mend the adapter."""
    from pettingzoo import AECEnv

    missing = [name for name, library in PRIVATE.items() if library == "pettingzoo" and not callable(getattr(AECEnv, name, None))]
    assert missing == [], "an environment of pettingzoo has other helpers"


def test_larks_parse_table_is_as_it_was() -> None:
    """`syntax.tables` takes it out of lark. If this fails, lark has changed: mend `compile_grammar`, then move its bound."""
    from rulekit.syntax.lalr_machine import lark_parser

    parser = lark_parser(GRAMMAR)
    table = parser.parser.parser._parse_table
    assert {"states", "start_states", "end_states"} <= set(vars(table)), "the parts of lark's table have other names"
    row = table.states[table.start_states["file"]]
    action, following = row["A"]
    assert action.name == "Shift" and following in table.states, "a step of lark's table is no (action, state)"
    actions = {action.name for row in table.states.values() for action, _ in row.values()}
    assert actions == {"Shift", "Reduce"}, "lark's table has other actions"
    assert all({"empty_indices", "expand1"} <= set(dir(rule.options)) for rule in parser.rules), "rules have other options"
    assert all(hasattr(s, "filter_out") for rule in parser.rules for s in rule.expansion if s.is_term), "terminals are others"


# ---- versions ------------------------------------------------------------------------------------
def plain(name: str) -> str:
    """A name of a package as indexes compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def wanted() -> set[str]:
    """What rulekit and its development need, as pyproject.toml says."""
    extras = PROJECT["optional-dependencies"]
    lines = [*PROJECT["dependencies"], *(line for name, lines in extras.items() if name != "bench" for line in lines)]
    return {plain(re.match(r"[\w.-]+", line)[0]) for line in lines} - {"rulekit"}  # type: ignore[index]


def test_everything_that_development_needs_is_locked_with_digests_and_without_a_host() -> None:
    entries = re.split(r"\n(?=[a-z])", LOCK, flags=re.IGNORECASE)
    locked = {plain(found[1]): entry for entry in entries if (found := re.match(r"([\w.-]+)==", entry))}
    assert wanted() <= set(locked), "run `make lock`"
    assert [name for name, entry in locked.items() if "--hash=sha256:" not in entry] == []
    assert "://" not in LOCK and "--index" not in LOCK and "--find-links" not in LOCK


# ---- licences ------------------------------------------------------------------------------------
def test_everything_bundled_is_named_with_version_and_licence() -> None:
    page = (VENDOR / "README.md").read_text(encoding="utf-8")
    files = [path.name for path in VENDOR.iterdir() if path.name != "README.md"]
    assert files and [name for name in files if f"`{name}`" not in page] == []
    rows = dict(re.findall(r"^\| (\S+) \| (\d\S+) \| \S+ \|$", page, re.MULTILINE))
    recipe = json.loads((WEB / "vendor" / "package.json").read_text(encoding="utf-8"))["dependencies"]
    assert rows and rows == {name: recipe.get(name) for name in rows}
    found = re.findall(r"^## ([^\n]+)\n\n```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    texts = {name: text for names, text in found for name in names.split(", ")}
    assert set(texts) == set(rows)
    assert [name for name, text in texts.items() if "Copyright" not in text or "Permission is hereby granted" not in text] == []


def test_whoever_made_the_drawings_is_named_with_version_and_licence() -> None:
    page = (DRAWINGS / "README.md").read_text(encoding="utf-8")
    ((package, version),) = json.loads((DRAWINGS / "package.json").read_text(encoding="utf-8"))["devDependencies"].items()
    assert f"version {version} of the package `{package}`" in page
    assert {"(CC BY 3.0)", "https://creativecommons.org/licenses/by/3.0/", "Icons made by Lorc, Delapouite,"} <= set(
        re.findall(r"\(CC BY 3.0\)|https://creative[^)]*|Icons made by Lorc, Delapouite,", page)
    )


def test_the_drawings_are_those_that_are_chosen() -> None:
    lines = (DRAWINGS / "chosen.txt").read_text(encoding="utf-8").splitlines()
    chosen = [name for line in lines if not line.startswith("#") for name in line.split()]
    drawn = json.loads((DRAWINGS / "drawings.json").read_text(encoding="utf-8"))
    assert list(drawn) == sorted(set(chosen)), "run `make drawings`"


def test_nothing_else_from_elsewhere_lies_among_the_pages() -> None:
    """Fonts and pictures would need a licence of their own; the only picture is our own."""
    ours = {".js", ".css", ".html"}
    assert [p.name for p in (WEB / "static").iterdir() if p.is_file() and p.suffix not in ours] == ["icon.svg"]


def test_the_licence_of_rulekit_is_told() -> None:
    assert PROJECT["license"] == "MIT AND CC-BY-3.0"
    assert (ROOT / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n\nCopyright")
    assert PROJECT["license-files"] == ["LICENSE", "drawings/README.md", str((VENDOR / "README.md").relative_to(ROOT))]
