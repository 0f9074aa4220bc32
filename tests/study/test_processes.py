"""Processes of one's own: who hears Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from rulekit.study.processes import deaf_to_interrupts

ASKED = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ()))"


def hears_nothing() -> bool:
    """Whether a process that is started now is deaf to Ctrl-C before it has done anything."""
    return subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, check=True).stdout.strip() == "True"


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="signals cannot be held back here")
def test_a_process_is_deaf_from_its_first_moment_on_and_nobody_else_is() -> None:
    with deaf_to_interrupts():
        assert hears_nothing()
    assert not hears_nothing()
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())
