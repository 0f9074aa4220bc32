"""What is caught at a border is shown to whoever asks for it."""

from __future__ import annotations

import pytest

from rulekit.debugging import ASKED, keep_traceback
from rulekit.tools.cli import main


@pytest.mark.parametrize("flags", [[], ["--debug"]])
def test_a_traceback_is_shown_where_it_was_asked_for(
    flags: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(ASKED, "")
    assert main([*flags, "list"]) == 0
    try:
        raise KeyError("lost")
    except KeyError:
        keep_traceback()
    assert ("KeyError: 'lost'" in capsys.readouterr().err) == bool(flags)
