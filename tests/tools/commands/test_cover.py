"""`rulekit cover`: the report, the rulebooks it reads, and what it says to files that are none."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.tools.cli import main
from tests.study.books.test_tellings import RULES
from tests.study.teahouse import BOOK, GAME
from tests.tools.running import ROOT
from tests.tools.test_error_pages import _BLOCK, shell

Capture = pytest.CaptureFixture[str]
LESS = GAME.replace("@4\n", "@3\n").replace("@b2\n", "@b1\n").replace("kind face: up, down    ", "kind face: up, down  #")


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tea.cafe").write_text(LESS)
    Path("book.txt").write_text("An advertisement.\n\n" + BOOK)


def data(capsys: Capture, *arguments: str) -> dict[str, list[dict[str, str | None]]]:
    assert main(["cover", *arguments, "--json"]) == 0
    read = json.loads(capsys.readouterr().out)
    assert isinstance(read, dict)
    return read


def test_json_has_a_key_for_each_list(capsys: Capture) -> None:
    found = data(capsys, "tea.cafe")
    assert list(found) == ["uncited", "assumed", "rulings", "readings", "unread", "untold", "unmentioned", "missing", "same"]
    assert found["uncited"] == [{"address": "face", "what": "kind", "place": "tea.cafe:18"}]
    assert {"address": "bag.2", "why": "as many as we had", "place": "tea.cafe:23"} in found["assumed"]
    assert {"address": "winner.2", "why": "somebody has to wash up", "place": "tea.cafe:72"} in found["rulings"]
    assert found["unread"] == []


def test_unread_paragraphs_and_unknown_blocks_of_a_book(capsys: Capture) -> None:
    assert data(capsys, "tea.cafe", "--book", "en=book.txt")["unread"] == [
        {"source": "en", "address": "turn.4", "section": "How to play …", "starts": "Or look.", "place": "book.txt:32"},
        {"source": "en", "address": "turn.b2", "section": "How to play …", "starts": "Clear.", "place": "book.txt:26"},
        {"source": "en", "address": None, "section": None, "starts": "An advertisement.", "place": "book.txt:1"},
    ]


def test_the_report_is_readable(capsys: Capture) -> None:
    assert main(["cover", "tea.cafe", "--book", "en=book.txt"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Teahouse: 1 without a source, 2 assumed, 3 rulings\nwithout a source\n  face  tea.cafe:18  kind\n")
    assert "not read in en (book.txt)\n  turn.4   How to play …  Or look. …\n" in said
    assert "not in the index of en (book.txt)\n  line 1  An advertisement. …\n" in said


def test_what_is_not_told_is_listed(capsys: Capture) -> None:
    """By place, what it is, and how it begins; JSON has the same."""
    Path("stall.cafe").write_text(RULES)
    assert main(["cover", "stall.cafe"]) == 0
    said = capsys.readouterr().out
    assert "nothing is told" not in said
    assert "\nnot told\n  winner  stall.cafe:54  winner\n" in said
    assert "\noptions that no telling mentions\n  wage  stall.cafe:14  What does a day bring?\n" in said
    assert "\nmissing in fr\n  tell setup.purse       stall.cafe:20  Everybody takes a coin from the … coins of" in said
    assert "\nthe same in fr\n  say work  stall.cafe:74  work\n" in said
    found = data(capsys, "stall.cafe")
    assert found["untold"] == [{"address": "winner", "what": "winner", "place": "stall.cafe:54"}]
    assert found["unmentioned"] == [{"address": "wage", "question": "What does a day bring?", "place": "stall.cafe:14"}]
    assert found["same"] == [{"language": "fr", "what": "say", "address": "work", "text": "work", "place": "stall.cafe:74"}]


def test_a_game_that_tells_nothing_says_so(capsys: Capture) -> None:
    assert main(["cover", "tea.cafe"]) == 0
    assert capsys.readouterr().out.endswith("\nnothing is told: no rule has a telling\n")


def test_a_proof_sheet_has_every_text_of_a_language(capsys: Capture) -> None:
    Path("stall.cafe").write_text(RULES)
    assert main(["cover", "stall.cafe", "--texts"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Stall: 9 texts in en\n\ntell setup.purse stall.cafe:20\n")
    assert (
        "\n\ntell buy stall.cafe:37\n  A crate costs 2 coins.\n  fee = 0: A crate costs 0 coins.\n"
        "  fee = 1: A crate costs 1 coins.\n  fee = 3: A crate costs 3 coins.\n"
    ) in said
    assert "\n\nsay buy stall.cafe:36\n  buy a crate\n  Ada: Ada buys a crate\n" in said
    assert main(["cover", "stall.cafe", "--texts", "--lang", "fr", "--json"]) == 0
    french = json.loads(capsys.readouterr().out)
    assert [(text["what"], text["address"]) for text in french if text["what"] == "say"] == [("say", "buy"), ("say", "work")]
    lines = [{"given": "", "text": "acheter un cageot"}, {"given": "Ada", "text": "Ada achète un cageot"}]
    assert {"language": "fr", "what": "say", "address": "buy", "place": "stall.cafe:73", "lines": lines} in french


def test_a_proof_sheet_in_a_language_that_nobody_speaks(capsys: Capture) -> None:
    assert main(["cover", "tea.cafe", "--texts", "--lang", "xx"]) == 1
    assert "error[RK567]" in capsys.readouterr().err


def test_an_index_beside_the_game_counts(capsys: Capture) -> None:
    """One made by `--index` knows the furniture; sorted by hand, it may say that the last bullets are captions."""

    def read(index: str) -> list[str | None]:
        Path("books/tea.toml").write_text(index)
        return [entry["address"] for entry in data(capsys, "tea.cafe", "--book", "en=book.txt")["unread"]]

    assert main(["cover", "tea.cafe", "--book", "en=book.txt", "--index"]) == 0
    made = capsys.readouterr().out
    Path("books").mkdir()
    assert read(made) == ["turn.4", "turn.b2"]
    head, _, rest = made.rpartition("bullets")
    assert read(head + "captions" + rest) == ["turn.4", "turn.c1", "turn.c2"]
    assert read(made.replace("our own rules", "another book")) == ["turn.4", "turn.b2", None]


def test_a_citation_to_nothing_is_a_warning(capsys: Capture) -> None:
    Path("tea.cafe").write_text(GAME.replace("@5 @ruling", "@en 9 @ruling"))
    assert main(["cover", "tea.cafe", "--book", "en=book.txt"]) == 0
    said = capsys.readouterr()
    assert "warning[RK593]" in said.err and "tea.cafe:72" in said.err and "`turn.9`" in said.err
    assert "RK593" not in said.out


def test_a_model_in_json_has_no_places(capsys: Capture) -> None:
    assert main(["model", "tea.cafe"]) == 0
    Path("tea.json").write_text(capsys.readouterr().out)
    found, again = data(capsys, "tea.cafe"), data(capsys, "tea.json")
    assert {entry["place"] for part in again.values() for entry in part} == {None}
    assert [[e["address"] for e in part] for part in found.values()] == [[e["address"] for e in part] for part in again.values()]


@pytest.mark.parametrize(
    ("book", "code", "status"),
    [
        ("fr=book.txt", "RK590", 1),
        ("en=nowhere.txt", "RK560", 1),
        ("en=.", "RK560", 1),
        ("en=/dev/zero", "RK560", 1),
        ("en=binary", "RK591", 1),
        ("en=latin", "RK591", 1),
        ("en=empty", "RK591", 1),
        ("en=large", "RK591", 1),
        ("en=lines", "RK591", 1),
        ("en=other.txt", "RK591", 1),
        ("en", "--book wants source=file", 2),
        ("=book.txt", "--book wants source=file", 2),
        ("en=", "--book wants source=file", 2),
    ],
)
def test_bad_input_is_a_finding(book: str, code: str, status: int, capsys: Capture) -> None:
    Path("binary").write_bytes(b"%PDF\0\1\2")
    Path("latin").write_bytes("Déroulement".encode("latin-1"))
    Path("empty").write_text(" \n")
    Path("large").write_text("Teahouse\n\n" + "tea " * 300_000)
    Path("lines").write_text("Teahouse\n\n" + "tea\n" * 60_000)
    Path("other.txt").write_text("Shopping: milk, coffee, sugar.")
    assert main(["cover", "tea.cafe", "--book", book]) == status
    said = capsys.readouterr()
    assert code in said.err and said.out == ""


def test_a_book_given_twice_or_an_odd_index_is_refused(capsys: Capture) -> None:
    assert main(["cover", "tea.cafe", "--book", "en=book.txt", "--book", "en=book.txt"]) == 2
    Path("books").mkdir()
    Path("books/a.toml").write_bytes(b"\xff\xfe odd")
    assert main(["cover", "tea.cafe", "--book", "en=book.txt"]) == 1
    assert "RK592" in capsys.readouterr().err
    Path("books/a.toml").write_text("x = 1\n" * 100_000)
    assert main(["cover", "tea.cafe", "--book", "en=book.txt"]) == 1
    assert "RK592" in capsys.readouterr().err


def test_the_page_on_stray_citations_is_right() -> None:
    """Its commands are run as shown; a warning leaves the status at 0."""
    page = (ROOT / "docs" / "errors" / "RK593.md").read_text(encoding="utf-8")
    for block in _BLOCK.finditer(page):
        folder = Path(block["title"])
        folder.mkdir()
        done = shell(block["text"], folder)
        assert done.returncode == 0
        assert ("warning[RK593]" in done.stderr) == (block["title"] == "Wrong"), done.stderr
