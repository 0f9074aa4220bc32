"""A process does not outlive whoever started it, whatever it is busy with and however that one ended.

On Linux the kernel ends it, together with the thread that started it. Elsewhere a thread looks now and then whether the process
has come to another parent.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
SECONDS_BETWEEN = 0.5  # seconds


def die_with(parent: int) -> None:
    """End this process when its parent ends; at once if that has happened already."""
    if not _kernel_ends_it():
        threading.Thread(target=_watch, args=(parent,), name="orphan", daemon=True).start()
    if os.getppid() != parent:
        os._exit(1)


def _kernel_ends_it() -> bool:
    if not sys.platform.startswith("linux"):
        return False
    try:
        return bool(ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN)
    os._exit(1)
