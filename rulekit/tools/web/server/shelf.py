"""What is shown of games before and beside the play: a small picture of each table, the rulebook of the rules that are played.

Each is made once by a worker and kept here, the latest of them; who asks for the same meanwhile waits for the same.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from attrs import define, field
from starlette.responses import Response

from rulekit.report.pages.frame import policy_of
from rulekit.tools.web.server.refused import Refused, answered, too_much
from rulekit.tools.web.tables.table import Link
from rulekit.tools.web.tables.table_service import LONG, TableService
from rulekit.tools.web.workers.crew import Data, Failed

MOST = 60  # answers that are kept
UNKNOWN = 422  # what is said of a game that there is not
UNFRAMED = "; frame-ancestors 'none'"  # what only a header can say


@define(eq=False)
class Shelf:
    """Answers that stay as they are."""

    service: TableService
    kept: OrderedDict[tuple[str, ...], asyncio.Task[Data]] = field(factory=OrderedDict)

    async def picture(self, game: str, lang: str) -> Data:
        """Return the table of a bundled game in the middle of it."""
        job = {"job": "picture", "rules": {"game": game}, "lang": lang}
        return await self._once(("picture", game, lang), lambda: self.service.about_rules(job, LONG))

    async def bundled(self, game: str, lang: str) -> Response:
        """Return the rulebook of a bundled game."""
        try:
            found = await self.service.about_rules({"job": "rules", "rules": {"game": game}}, LONG)
        except Refused as refused:
            raise Refused(404, refused.code, refused.message) if refused.status == UNKNOWN else refused from None
        return await self._rulebook(found["id"], found["source"], lang, True)

    async def at_table(self, link: Link, lang: str) -> Response:
        """Return the rulebook of the game that is played at a table, with its changes and options."""
        table = link.table
        return await self._rulebook(table.row.rules, await self.service.source_of(table), lang, table.trusted)

    async def _rulebook(self, name: str, source: Data, lang: str, trusted: bool) -> Response:
        """Return a page that may do nothing but look as it does."""
        job = {"job": "rulebook", "name": name, "source": source, "lang": lang}
        page: str = (await self._once(("rulebook", name, lang), lambda: self._written(job, trusted)))["page"]
        headers = {"content-security-policy": policy_of(page) + UNFRAMED, "cache-control": "no-cache"}
        return Response(page, media_type="text/html; charset=utf-8", headers=headers)

    async def _written(self, job: Data, trusted: bool) -> Data:
        """Have a rulebook written where no table waits for it."""
        try:
            return answered((await self.service.studies.any(job, LONG)).data)
        except Failed as failed:
            raise too_much(failed, not trusted) from None

    async def _once(self, key: tuple[str, ...], make: Callable[[], Awaitable[Data]]) -> Data:
        task = self.kept.get(key)
        if task is None:
            task = self.kept[key] = asyncio.ensure_future(make())
        self.kept.move_to_end(key)
        while len(self.kept) > MOST:
            self.kept.popitem(last=False)
        try:
            return await asyncio.shield(task)
        except (Refused, Failed):
            if self.kept.get(key) is task:
                del self.kept[key]  # it may do the next time
            raise
