"""`rulekit serve`: start the web table, say where it is, open the browser."""

from __future__ import annotations

import os
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path

from attrs import frozen

from rulekit.tools.problems import FINE, problem
from rulekit.tools.terminal import say

PORT = 8765
TRIES = 20
BACKLOG = 2048


@frozen
class Wish:
    """What the user asked for."""

    host: str = "127.0.0.1"
    port: int | None = None
    browser: bool = True
    data: str | None = None
    names: tuple[str, ...] = ()
    rate: float = 40.0
    pause: float | None = None


def serve(wish: Wish) -> int:
    """Serve until somebody stops it."""
    try:
        import starlette  # noqa: F401
        import uvicorn
    except ImportError:
        raise problem("RK630", "the web table is not installed", hint="install it with: pip install 'rulekit[web]'") from None
    from rulekit.tools.web.app import make_app
    from rulekit.tools.web.crew import make_crew
    from rulekit.tools.web.guard import Guard
    from rulekit.tools.web.house import PAUSE, House
    from rulekit.tools.web.pages import Pages
    from rulekit.tools.web.store import Store, Unreadable, connect

    path = Path(wish.data) if wish.data else default_file()
    try:
        connect(path).close()
    except Unreadable as unreadable:
        raise problem("RK632", str(unreadable), hint="name another file with --data, or move this one away") from None
    listening = _listen(wish)
    sys.setswitchinterval(0.0005)  # the store's thread waits for its turn several times in every write
    _many_files()
    crews = (make_crew(), make_crew(2), make_crew(2), make_crew(2))
    house = House(Store(path), *crews, pause=PAUSE if wish.pause is None else wish.pause)
    app = Guard(make_app(house, Pages()), frozenset((*wish.names, wish.host, socket.gethostname())), wish.rate)
    shown = "localhost" if wish.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else wish.host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    say(f"rulekit is at {address}")
    say(f"tables are kept in {path}; Ctrl-C ends it")
    sys.stdout.flush()
    if wish.browser:
        threading.Timer(0.8, webbrowser.open, (address,)).start()
    config = uvicorn.Config(app, log_level="warning", access_log=False, lifespan="on", server_header=False,
                            timeout_graceful_shutdown=2, timeout_keep_alive=75, h11_max_incomplete_event_size=65536)
    with suppress(KeyboardInterrupt):  # how it is meant to end: in order, and then it is told once more
        uvicorn.Server(config).run(sockets=[listening])
    return FINE


def _many_files() -> None:
    """Everybody who looks at a table needs an open socket: as many as the system allows."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _listen(wish: Wish) -> socket.socket:
    """A socket to listen on: the port that was asked for, else the first free one."""
    wanted = [wish.port] if wish.port is not None else [*range(PORT, PORT + TRIES), 0]
    family = socket.AF_INET6 if ":" in wish.host else socket.AF_INET
    for port in wanted:
        made = socket.socket(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((wish.host, port))
            made.listen(BACKLOG)  # from now on whoever is told the address can come
            return made
        except (OSError, OverflowError):
            made.close()
    raise problem("RK631", f"nothing can listen at {wish.host}, port {wanted[0]}",
                  hint="take another port: --port 0 finds a free one")


def default_file() -> Path:
    """Where tables are kept, if nothing is said."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "rulekit" / "tables.sqlite"
