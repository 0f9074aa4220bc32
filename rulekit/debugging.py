"""Faults that are caught at a border, so that they end one job and not the rest.

What is caught there is told in a sentence; whoever asks (`rulekit --debug COMMAND`) sees the traceback too.
"""

from __future__ import annotations

import os

ASKED = "RULEKIT_DEBUG"  # an environment variable, so that the processes that are started know it too


def ask_for_tracebacks() -> None:
    """From now on, here and in the processes that are started."""
    os.environ[ASKED] = "1"


def keep_traceback() -> None:
    """Show the traceback of what is being caught, if somebody asked for it."""
    if os.environ.get(ASKED):
        import traceback  # hardly ever needed, and every command begins here

        traceback.print_exc()
