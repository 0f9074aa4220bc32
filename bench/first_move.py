"""How long a bot's first move takes at the web table: from asking for a table to the position that tells of the move.

`python -m bench.first_move`. For each bundled game and each bot that the page offers a server is started that has never made any
machine code, somebody looks at the first page, and opens a table where the bot begins: at once, and after some seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench.web import ROOT, Caller, Person

GAMES = ("bon-appetit", "cafe-del-gatto", "cafe-international", "espresso-doppio")
BOTS = ("random", "greedy", "mcts:seconds=0.5")


async def first_move(port: int, game: str, bot: str, wait: float) -> float:
    """Open a table after so many seconds; the seconds from asking for it to the first move of a bot that begins."""
    caller = Caller("127.0.0.1", port)
    await caller.get("/")
    await caller.get("/api/games?lang=en")
    await asyncio.sleep(wait)
    began = time.monotonic()
    asked = {"rules": {"game": game}, "players": 2, "seats": [{"bot": bot}, {}]}
    status, made = await caller.post("/api/tables", asked)
    assert status == 201, made
    person = Person(made["seats"][1]["link"])
    hearing = asyncio.create_task(person.listen("127.0.0.1", port))
    while not person.position.get("steps"):
        person.heard.clear()
        await person.heard.wait()
    hearing.cancel()
    return time.monotonic() - began


def fresh_server(game: str, bot: str, wait: float) -> float:
    """Start a server with an empty cache, measure there, end it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "rulekit.tools.cli", "serve", "--port", "0", "--no-browser"]
        command += ["--data", str(Path(folder) / "tables.sqlite"), "--rate", "0"]
        kept = os.environ | {"RULEKIT_CACHE": str(Path(folder) / "code")}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=kept, start_new_session=True)
        assert server.stdout is not None
        found = re.search(r":(\d+)/", server.stdout.readline())
        assert found is not None
        try:
            return asyncio.run(first_move(int(found[1]), game, bot, wait))
        finally:
            os.killpg(server.pid, signal.SIGTERM)
            server.wait()


def main() -> int:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", nargs="*", default=GAMES)
    parser.add_argument("--waits", nargs="*", type=float, default=(0, 10), help="seconds between the first page and the table")
    asked = parser.parse_args()
    print("| game | bot |" + "".join(f" after {wait:.0f} s |" for wait in asked.waits))
    for game in asked.games:
        for bot in BOTS:
            taken = "".join(f" {fresh_server(game, bot, wait):.2f} s |" for wait in asked.waits)
            print(f"| {game} | {bot} |{taken}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
