"""`rulekit serve`: start the web table, say where it is, open the browser."""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
import threading
import webbrowser
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from rulekit.tools.command_line.flags import Serve
from rulekit.tools.io.problems import FINE, Usage, problem
from rulekit.tools.terminal.terminal import say
from rulekit.tools.web.server.addresses import Proxies, read_networks
from rulekit.tools.web.tables.store import Unreadable, connect
from rulekit.wording import sentence

PORT = 8765
PORTS_TRIED = 20
BACKLOG = 2048


def serve(flags: Serve) -> int:
    """Serve until somebody stops it."""
    try:
        import segno  # noqa: F401
        import starlette  # noqa: F401
        import uvicorn  # noqa: F401
    except ImportError:
        raise problem("RK630", "the web table is not installed", hint="install it with: pip install 'rulekit[web]'") from None
    path, proxies, public = tables_file(flags.data), _proxies(flags), _public(flags)
    open_file(path).close()
    listening = _listen(flags)
    _announce(flags, path, listening)
    _run(flags, path, proxies, public, listening)
    return FINE


def _public(flags: Serve) -> str:
    """Return the address that others find this server at, if one was given."""
    found = urlsplit(flags.public)
    if flags.public and (found.scheme not in ("http", "https") or not found.hostname or found.query or found.path.strip("/")):
        raise Usage(sentence("--public wants an address like https://cafe.example.org, not {given}", given=flags.public))
    return flags.public


def _proxies(flags: Serve) -> Proxies:
    try:
        return Proxies(read_networks(flags.proxy))
    except ValueError as wrong:
        raise Usage(sentence("--proxy wants an address, or a network like 10.0.0.0/8: {wrong}", wrong=wrong)) from None


def _announce(flags: Serve, path: Path, listening: socket.socket) -> None:
    """Say where it is, and show it."""
    shown = "localhost" if flags.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else flags.host
    address = f"http://{shown}:{listening.getsockname()[1]}/"
    say(sentence("rulekit is at {address}", address=address))
    if shown == "localhost" and flags.host in ("127.0.0.1", "::1") and not flags.public:
        say(sentence("only this machine can come; `--host 0.0.0.0` lets others in your network in"))
    say(sentence("tables are kept in {path}; Ctrl-C ends it", path=path))
    sys.stdout.flush()
    if not flags.no_browser:
        threading.Timer(0.8, webbrowser.open, (address,)).start()


def _run(flags: Serve, path: Path, proxies: Proxies, public: str, listening: socket.socket) -> None:
    import uvicorn

    from rulekit.tools.web.server.app import make_app
    from rulekit.tools.web.server.connections import REST, Border, room
    from rulekit.tools.web.server.guard import Guard
    from rulekit.tools.web.server.pages import Pages
    from rulekit.tools.web.server.quiet_log import be_quiet
    from rulekit.tools.web.server.reachable import Reachable
    from rulekit.tools.web.tables.store import Store
    from rulekit.tools.web.tables.table_service import PAUSE, TableService
    from rulekit.tools.web.workers.crew import make_crew

    sys.setswitchinterval(0.0005)  # the store's thread waits for its turn several times in every write
    crews = (make_crew(), make_crew(2, each=40), make_crew(2), make_crew(2, each=10, shared=True), make_crew(2, each=20))
    pause = PAUSE if flags.pause is None else flags.pause
    service = TableService(Store(path), *crews, pause=pause, keep=flags.keep, open_seeds=flags.seeds)
    reachable = Reachable(flags.host, listening.getsockname()[1], public)
    own = [urlsplit(public).hostname or ""] if public else []
    names = frozenset((*flags.name, *own, flags.host, socket.gethostname()))
    guard = Guard(make_app(service, Pages(), reachable), names, flags.rate, flags.patience, proxies)
    most = room(sum(len(crew.workers) for crew in crews))
    border = Border(guard, most, min(flags.connections, most // 2), flags.patience, proxies)
    config = uvicorn.Config(
        border, log_level="warning", access_log=False, lifespan="on", server_header=False, proxy_headers=False,
        loop="asyncio", http=border.protocol(), ws="none", timeout_graceful_shutdown=2, timeout_keep_alive=REST,
        h11_max_incomplete_event_size=16384,
    )  # fmt: skip
    be_quiet()
    with suppress(KeyboardInterrupt):  # how it is meant to end: in order, and then it is told once more
        uvicorn.Server(config).run(sockets=[listening])


def _listen(flags: Serve) -> socket.socket:
    """Return a socket to listen on: the port that was asked for, else the first free one."""
    from rulekit.tools.web.server.connections import Listening

    wanted = [flags.port] if flags.port is not None else [*range(PORT, PORT + PORTS_TRIED), 0]
    family = socket.AF_INET6 if ":" in flags.host else socket.AF_INET
    for port in wanted:
        made = Listening(family, socket.SOCK_STREAM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            made.bind((flags.host, port))
            made.listen(BACKLOG)  # from now on whoever is told the address can come
            return made
        except socket.gaierror:
            made.close()
            raise problem(
                "RK631",
                "nothing can listen there: the host `{host}` is not known",
                hint="leave --host out to be found from this machine alone; 0.0.0.0 lets other machines in",
                host=flags.host,
            ) from None
        except (OSError, OverflowError, UnicodeError):
            made.close()
    hint = sentence("take another port: --port 0 finds a free one")
    raise problem("RK631", "nothing can listen at {host}, port {wanted}", hint=hint, host=flags.host, wanted=wanted[0])


def open_file(path: Path) -> sqlite3.Connection:
    """Return the file that keeps the tables; a problem if it cannot."""
    try:
        return connect(path)
    except Unreadable as unreadable:
        raise problem("RK632", unreadable.said, hint="name another file with --data, or move this one away") from None


def tables_file(named: str | None) -> Path:
    """Return where tables are kept: in the file that was named, or in one of our own folder, which nobody else looks into."""
    if named:
        return Path(named)
    base = os.environ.get("XDG_DATA_HOME")
    folder = (Path(base) if base else Path.home() / ".local" / "share") / "rulekit"
    with suppress(OSError):
        folder.chmod(0o700)
    return folder / "tables.sqlite"
