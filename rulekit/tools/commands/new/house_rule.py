"""`rulekit new --house-rule`: a file of changes to begin with, the rule to change already in it."""

from __future__ import annotations

import re
import shlex
from itertools import islice
from pathlib import Path

from attrs import frozen

from rulekit.diagnostics import errors
from rulekit.model.overlays.addresses import find, near_address
from rulekit.model.overlays.quote import Source, heading, listed, minutes_line, options, other_answers, quoted, source_of
from rulekit.pipeline import check_game
from rulekit.report.text import clean
from rulekit.report.wording import in_words
from rulekit.suggestions import Suggestions
from rulekit.syntax import ast
from rulekit.syntax.parse import parse
from rulekit.tools.io.files import write_text
from rulekit.tools.io.loading import Loaded, load, make_spec
from rulekit.tools.io.problems import FINE, problem
from rulekit.tools.terminal.terminal import say, spoken
from rulekit.wording import sentence

WHY = sentence("say here what it is good for")
TOLD = sentence("These words tell the rule as it was: change them too.")
MOST_TRIES = 20


@frozen
class HouseRuleOptions:
    """What the user asked for: the game as it was named, the name of the house rule, the address of the rule to change."""

    game: str
    name: str
    rule: str | None = None
    force: bool = False


def new_house_rule(flags: HouseRuleOptions) -> int:
    """Write NAME.cafe."""
    path = Path(flags.name if flags.name.endswith(".cafe") else f"{flags.name}.cafe")
    loaded = _game(flags)
    source = _source(loaded)
    text = _text(flags, path, loaded, source)
    write_text(path, text, replace=flags.force)
    file, game = shlex.quote(str(path)), shlex.quote(flags.game)
    if flags.rule is None or _is_option(source, flags.rule):
        say(sentence("{path} is written; now try: rulekit play {game} --with {file}", path=path, game=game, file=file))
    else:
        say(
            sentence(
                "{path} is written; now change what it says about {rule}, then try: rulekit check {game} --with {file}",
                path=path,
                rule=flags.rule,
                game=game,
                file=file,
            )
        )
    return FINE


def _game(flags: HouseRuleOptions) -> Loaded:
    loaded = load(make_spec(flags.game))
    if loaded.files.changes or not loaded.texts:
        what = sentence("a game with changes") if loaded.files.changes else sentence("a game written as JSON")
        raise problem(
            "RK574",
            "`{game}` is {what}; a house rule begins with the game's own file",
            hint="name the game alone, as in `rulekit new --house-rule bon-appetit my-rule`",
            game=flags.game,
            what=what,
        )
    assert loaded.model
    return loaded


def _source(loaded: Loaded) -> Source:
    path = str(loaded.files.game)
    file = parse(loaded.texts[path], path).value
    assert file is not None
    return source_of(loaded.texts[path], file)


# ---- the text ------------------------------------------------------------------------------------
def _text(flags: HouseRuleOptions, path: Path, loaded: Loaded, source: Source) -> str:
    words = [w for w in re.split(r"[-_ .]+", path.stem) if w]
    ident = "_".join(words).lower()
    head = heading(source, ident, loaded.model.name, " ".join(words).capitalize(), in_words(WHY, source.language))
    start = f"cafe {source.language}\n{_how(flags, path, loaded, source)}{head}"
    _check_name(flags.name, ident, start)
    if flags.rule is None:
        return start + _something(loaded, source, start) + _list(flags, source)
    return f"{start}\n{_rule(flags.rule, loaded, source, start)}"


def _comment(text: str, source: Source, indent: str = "") -> str:
    """Return a line for the author of a file, in the language that was asked for, else in that of the file."""
    return f"{indent}# {clean(in_words(text, spoken() or source.language, source.language))}\n"


def _how(flags: HouseRuleOptions, path: Path, loaded: Loaded, source: Source) -> str:
    both = clean(f"{shlex.quote(flags.game)} --with {shlex.quote(str(path))}")
    title = clean(loaded.model.title or loaded.model.name)
    commands = "".join(f"#   rulekit {word} {both}\n" for word in ("check", "test", "play", "overlays"))
    return _comment(sentence("Change this house rule for {title}, then try:", title=title), source) + commands


def _check_name(name: str, ident: str, start: str) -> None:
    if not re.fullmatch(r"[^\W\d]\w*", ident) or errors(parse(start, name).diagnostics):
        raise problem("RK569", "`{name}` cannot be the name of a house rule", hint="begin with a letter: `fat-cats`", name=name)


def _is_option(source: Source, rule: str) -> bool:
    return any(option.name.text == rule for option in options(source))


def _rule(rule: str, loaded: Loaded, source: Source, start: str) -> str:
    """Return the rule as it is, ready to be edited; an option with another answer."""
    option = next((option for option in options(source) if option.name.text == rule), None)
    if option is not None:
        return _answer(loaded, source, start, (option,)) or f"{quoted(source, (rule,))}"
    change = quoted(source, tuple(rule.split(".")))
    if change is None:
        raise problem(
            "RK573",
            "the game `{model}` has nothing at `{rule}`",
            str(loaded.files.game),
            hint=near_address(source.items, rule, Suggestions()),
            model=loaded.model.name,
            rule=rule,
        )
    found = find(source.items, tuple(rule.split(".")))
    line = found.part.span.line if found else 0
    file = loaded.files.game.name
    told = sentence("This is the rule of the game ({file}, line {line}): change it.", file=file, line=line)
    return f"{_comment(told, source)}{_marked(change, source)}"


def _marked(change: str, source: Source) -> str:
    """Return a quoted rule with a comment above each telling, which would go on telling the old rule."""
    telling = re.compile(rf"^( *)(?={source.words.word('TELL')} )", re.MULTILINE)
    return telling.sub(lambda found: _comment(TOLD, source, found.group(1)) + found.group(1), change)


def _something(loaded: Loaded, source: Source, start: str) -> str:
    """Return one change that holds at once, so that the file can be played: an option, else only how long a game takes."""
    tame = sorted(options(source), key=lambda option: any(isinstance(value, ast.Unlimited) for value in option.among))
    answer = _answer(loaded, source, start, tuple(tame))
    return f"\n{answer}" if answer else minutes_line(source)


def _answer(loaded: Loaded, source: Source, start: str, some: tuple[ast.Option, ...]) -> str | None:
    """Return the first other answer to an option that the checker accepts."""
    path = str(loaded.files.game)
    tries = ((option, line) for option in some for line in other_answers(source, option))
    for option, line in islice(tries, MOST_TRIES):
        if check_game(loaded.texts[path], path, ((f"{start}\n{line}", "new"),)).ok:
            return f"# {clean(option.question)}\n{line}"
    return None


def _list(flags: HouseRuleOptions, source: Source) -> str:
    """Return what else can be changed, as comments."""
    found = [(address, clean(line)) for address, line in listed(source)]
    widest = min(30, max((len(address) for address, _ in found), default=0))
    lines = "".join(f"#   {address:<{widest}}  {line}".rstrip() + "\n" for address, line in found)
    how = clean(f"rulekit new --house-rule {shlex.quote(flags.game)} NAME --rule ADDRESS")
    told = sentence("What else can be changed, by address. A file that begins with one of these rules: {how}", how=how)
    return f"\n{_comment(told, source)}{lines}"
