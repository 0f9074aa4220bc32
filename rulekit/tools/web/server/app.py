"""The pages and the interface of the web table (docs/web-interface.md): requests come in, `TableService` does the work."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from attrs import define
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from rulekit.drawings import is_drawing, makers, picture
from rulekit.report.sentences import ENGLISH
from rulekit.tools.web.server import request_fields
from rulekit.tools.web.server.addresses import counted
from rulekit.tools.web.server.pages import Pages
from rulekit.tools.web.server.reachable import Reachable, scanned
from rulekit.tools.web.server.refused import Refused
from rulekit.tools.web.server.request_fields import preferred
from rulekit.tools.web.server.shelf import Shelf
from rulekit.tools.web.tables.coming import redeem, rematch
from rulekit.tools.web.tables.expiry import forget_for_ever
from rulekit.tools.web.tables.table import Link
from rulekit.tools.web.tables.table_service import LONG, QUICK, TableService
from rulekit.tools.web.tables.taking_back import take_back
from rulekit.tools.web.workers.turns import ASKING
from rulekit.tools.web.workshop import workshop
from rulekit.tools.web.workshop.lessons import lesson_data, lesson_list
from rulekit.wording import sentence

Handler = Callable[[Request], Awaitable[Response]]
HEARTBEAT = 15.0


def make_app(service: TableService, pages: Pages, reachable: Reachable | None = None) -> Starlette:
    """Return the application: pages, questions about rules, tables."""
    site = _Site(service, pages, reachable or Reachable(), Shelf(service))
    routes = [
        *_at_tables(site),
        Route("/", site.home),
        Route("/at/{link}", site.page("table.html")),
        Route("/at/{link}/rules", _shown(site, site.rules_at_table)),
        Route("/games/{name}/rules", _shown(site, site.rules_of_game)),
        Route("/workshop", site.page("workshop.html")),
        Route("/lessons", site.page("lessons.html")),
        Route("/lessons/{number}", site.page("lessons.html")),
        Route("/static/{path:path}", _shown(site, site.static)),
        Route("/drawings", site.drawings),
        Route("/drawings/{name}.svg", _shown(site, site.drawing)),
        Route("/api/words", _told(site.words)),
        Route("/api/keywords", _told(site.keywords)),
        Route("/api/games", _told(site.games)),
        Route("/api/games/{name}/source", _told(site.source)),
        Route("/api/games/{name}/picture", _told(site.picture)),
        Route("/api/picture", _told(site.own_picture), methods=["POST"]),
        Route("/api/tables", _told(site.open_table), methods=["POST"]),
        Route("/api/codes", _told(site.code), methods=["POST"]),
        Route("/api/check", _told(site.check), methods=["POST"]),
        Route("/api/settled", _told(site.settled), methods=["POST"]),
        Route("/api/simulate", _told(site.simulate), methods=["POST"]),
        Route("/api/compare", _told(site.compare), methods=["POST"]),
        Route("/api/lessons", _told(site.lessons)),
        Route("/api/lessons/{number:int}", _told(site.lesson)),
        Route("/api/lessons/{number:int}/check", _told(site.check_lesson), methods=["POST"]),
        Route("/api/rules", _told(site.keep_rules), methods=["POST"]),
        Route("/api/rules/{id}", _told(site.kept_rules)),
    ]

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        service.store.open()
        forgetting = asyncio.create_task(forget_for_ever(service))
        yield
        forgetting.cancel()
        service.ready.end()
        service.bundled.end()
        service.strangers.end()
        service.minds.end()
        service.studies.end()
        service.readers.end()
        service.store.close()

    app = Starlette(routes=routes, lifespan=life, exception_handlers={404: site.nowhere, 405: site.nowhere})
    app.router.redirect_slashes = False
    return app


def _at_tables(site: _Site) -> list[Route]:
    """Return what is asked with a link."""
    return [
        Route("/api/at/{link}", _told(site.position)),
        Route("/api/at/{link}/aim", _told(site.aim)),
        Route("/api/at/{link}/barred", _told(site.barred)),
        Route("/api/at/{link}/events", _told(site.events)),
        Route("/api/at/{link}/move", _told(site.move), methods=["POST"]),
        Route("/api/at/{link}/why", _told(site.why), methods=["POST"]),
        Route("/api/at/{link}/undo", _told(site.undo), methods=["POST"]),
        Route("/api/at/{link}/name", _told(site.name), methods=["POST"]),
        Route("/api/at/{link}/invitation", _told(site.invitation)),
        Route("/api/at/{link}/rematch", _told(site.rematch), methods=["POST"]),
        Route("/api/at/{link}/rework", _told(site.rework), methods=["POST"]),
        Route("/api/at/{link}/branch", _told(site.branch), methods=["POST"]),
        Route("/api/at/{link}/example", _told(site.example), methods=["POST"]),
    ]


def _refusal(refused: Refused, language: str = ENGLISH) -> Response:
    return JSONResponse({"error": refused.told(language)}, refused.status)


def _nothing() -> Refused:
    return Refused(404, "address", sentence("there is nothing at this address"))


def _told(handler: Handler) -> Handler:
    """Return what is refused is an answer too."""

    async def answer(request: Request) -> Response:
        ASKING.set(_address(request))
        try:
            return await handler(request)
        except Refused as refused:
            return _refusal(refused, _spoken(request))

    return answer


def _shown(site: _Site, handler: Handler) -> Handler:
    """Return the same for a page: what is not there is a page too, what is refused a sentence."""

    async def answer(request: Request) -> Response:
        ASKING.set(_address(request))
        try:
            return await handler(request)
        except Refused as refused:
            if refused.status == 404:
                return await site.nowhere(request, refused)
            return PlainTextResponse(refused.told(_spoken(request))["message"], refused.status)

    return answer


def _address(request: Request) -> str:
    return counted(request.client.host if request.client else "")


def _spoken(request: Request) -> str:
    """Return the language in which somebody is refused: that of the answer, else the one that the browser likes best."""
    return request_fields.language(request.query_params.get("lang") or preferred(request.headers.get("accept-language", "")))


def _lang(request: Request) -> str:
    return request_fields.language(request.query_params.get("lang"))


@define
class _Site:
    service: TableService
    pages: Pages
    reachable: Reachable
    shelf: Shelf

    # ---- pages -----------------------------------------------------------------------------------
    def page(self, name: str) -> Handler:
        async def answer(request: Request) -> Response:
            return self._file(name)

        return answer

    async def home(self, request: Request) -> Response:
        """The first page; whoever looks at it is about to play."""
        self.service.ready.begin()
        return self._file("index.html")

    async def nowhere(self, request: Request, problem: Exception) -> Response:
        """What is answered at an address where nothing is: a page to whoever looks at pages."""
        found = self.pages.get("nowhere.html")
        if found is not None and "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/"):
            return Response(found[1], 404, media_type=found[0], headers={"cache-control": "no-cache"})
        return _refusal(_nothing(), _spoken(request))

    async def static(self, request: Request) -> Response:
        return self._file(request.path_params["path"])

    async def drawings(self, request: Request) -> Response:
        return Response(makers(), media_type="text/plain; charset=utf-8")

    async def drawing(self, request: Request) -> Response:
        name = request.path_params["name"]
        if not is_drawing(name):
            raise _nothing()
        return Response(picture(name), media_type="image/svg+xml", headers={"cache-control": "public, max-age=604800"})

    def _file(self, name: str) -> Response:
        found = self.pages.get(name)
        if found is None:
            raise _nothing()
        kind, body = found
        return Response(body, media_type=kind, headers={"cache-control": "no-cache"})

    async def words(self, request: Request) -> Response:
        return JSONResponse(self.pages.words(_lang(request)))

    async def keywords(self, request: Request) -> Response:
        return JSONResponse(self.pages.keywords())

    # ---- rules -----------------------------------------------------------------------------------
    async def games(self, request: Request) -> Response:
        found = await self.service.about_rules({"job": "games", "lang": _lang(request), "rules": {}}, LONG)
        return JSONResponse(found)

    async def picture(self, request: Request) -> Response:
        found = await self.shelf.picture(request.path_params["name"][:80], _lang(request))
        return JSONResponse(found, headers={"cache-control": "max-age=600"})

    async def own_picture(self, request: Request) -> Response:
        job = {"job": "picture", "rules": request_fields.rules(request_fields.body_of(await request.body()))}
        return JSONResponse(await self.service.about_rules(job | {"lang": _lang(request)}))

    async def rules_of_game(self, request: Request) -> Response:
        return await self.shelf.bundled(request.path_params["name"][:80], _lang(request))

    async def rules_at_table(self, request: Request) -> Response:
        return await self.shelf.at_table(await self._link(request), _lang(request))

    async def source(self, request: Request) -> Response:
        found = await self.service.about_rules({"job": "rules", "rules": {"game": request.path_params["name"][:80]}})
        return JSONResponse({"files": [{"path": path, "text": text} for path, text in found["source"]["files"]]})

    async def check(self, request: Request) -> Response:
        data = request_fields.body_of(await request.body())
        job = {"job": "check", "rules": request_fields.rules(data), "lang": _lang(request)}
        return JSONResponse(await self.service.about_rules(job, QUICK))

    async def settled(self, request: Request) -> Response:
        rules = request_fields.own_rules(request_fields.body_of(await request.body()))
        return JSONResponse(await self.service.about_rules({"job": "settled", "rules": rules}))

    async def simulate(self, request: Request) -> Response:
        data = request_fields.body_of(await request.body())
        players, games = (
            request_fields.maybe_number(data, "players", 1, 100),
            request_fields.number(data, "games", 1, workshop.MOST_GAMES),
        )
        bots = request_fields.maybe_text(data, "bots", 200)
        return JSONResponse(await workshop.simulate(self.service, request_fields.rules(data), players, games, bots))

    async def compare(self, request: Request) -> Response:
        data = request_fields.body_of(await request.body())
        first, second = request_fields.rules(data, "first"), request_fields.rules(data, "second")
        players = request_fields.maybe_number(data, "players", 1, 100)
        labels = [request_fields.maybe_text(data, name, 80) or name for name in ("first_label", "second_label")]
        return JSONResponse(
            await self.service.whole(workshop.compare(self.service, first, second, players, labels, _lang(request)))
        )

    async def lessons(self, request: Request) -> Response:
        return JSONResponse(lesson_list(_lang(request)))

    async def lesson(self, request: Request) -> Response:
        found = lesson_data(_lang(request), request.path_params["number"])
        if found is None:
            raise Refused(404, "lesson", sentence("there is no such lesson"))
        return JSONResponse(found)

    async def check_lesson(self, request: Request) -> Response:
        data = request_fields.body_of(await request.body())
        if lesson_data(_lang(request), request.path_params["number"]) is None:
            raise Refused(404, "lesson", sentence("there is no such lesson"))
        job = {"job": "lesson", "lang": _lang(request), "number": request.path_params["number"]}
        written = {"text": request_fields.rule_text(data, "text")}
        return JSONResponse(await self.service.study(job | written, LONG))

    async def keep_rules(self, request: Request) -> Response:
        data = request_fields.body_of(await request.body())
        return JSONResponse({"id": await self.service.keep_rules(request_fields.rules(data))})

    async def kept_rules(self, request: Request) -> Response:
        return JSONResponse({"rules": await self.service.kept_rules(request.path_params["id"][:64])})

    # ---- tables ----------------------------------------------------------------------------------
    async def open_table(self, request: Request) -> Response:
        data = request_fields.body_of(await request.body())
        players, seed = request_fields.maybe_number(data, "players", 1, 100), request_fields.maybe_number(data, "seed", 0, 2**62)
        made = self.service.open_table(request_fields.rules(data), players, request_fields.seats(data), seed, _spoken(request))
        table = await self.service.whole(made)
        return JSONResponse(workshop.links(table), 201)

    async def _link(self, request: Request) -> Link:
        return await self.service.find(request.path_params["link"][:64])

    async def position(self, request: Request) -> Response:
        step = request.query_params.get("step")
        number = int(step) if step is not None and step.isdecimal() and len(step) < 8 else None
        return _json(await self.service.position(await self._link(request), _lang(request), number))

    async def aim(self, request: Request) -> Response:
        return JSONResponse(await self.service.told(await self._link(request), "aim", _lang(request)))

    async def barred(self, request: Request) -> Response:
        return JSONResponse(await self.service.told(await self._link(request), "barred", _lang(request)))

    async def events(self, request: Request) -> Response:
        link, lang = await self._link(request), _lang(request)
        if request.method == "HEAD":
            return Response(media_type="text/event-stream")
        address = _address(request)
        self.service.audience.admit(link.table, link.looker, address)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(_stream(self.service, link, lang, address), media_type="text/event-stream", headers=headers)

    async def move(self, request: Request) -> Response:
        link, data = await self._link(request), request_fields.body_of(await request.body())
        at, move = request_fields.number(data, "at", 0, 10**9), request_fields.number(data, "move", 0, 10**6)
        return JSONResponse({"at": await self.service.whole(self.service.move(link, at, move))})

    async def why(self, request: Request) -> Response:
        link, data = await self._link(request), request_fields.body_of(await request.body())
        about, lang = request_fields.ids(data, "about"), request_fields.language(request_fields.maybe_text(data, "lang", 20))
        return JSONResponse(await self.service.told(link, "why", lang, about=about))

    async def undo(self, request: Request) -> Response:
        link, data = await self._link(request), request_fields.body_of(await request.body())
        at = request_fields.number(data, "at", 0, 10**9)
        taking = take_back(self.service, link, at, data.get("agree") is True)
        return JSONResponse({"at": await self.service.whole(taking)})

    async def rework(self, request: Request) -> Response:
        link, data = await self._link(request), request_fields.body_of(await request.body())
        return JSONResponse(
            await self.service.whole(workshop.rework(self.service, link, request_fields.rules(data), _lang(request)))
        )

    async def branch(self, request: Request) -> Response:
        link, data = await self._link(request), request_fields.body_of(await request.body())
        return JSONResponse(await workshop.branch(self.service, link, request_fields.rules(data), _lang(request)))

    async def example(self, request: Request) -> Response:
        link, data = await self._link(request), request_fields.body_of(await request.body())
        rules = request_fields.own_rules(data)
        return JSONResponse(await workshop.example(self.service, link, rules, _lang(request)))

    async def name(self, request: Request) -> Response:
        link, data = await self._link(request), request_fields.body_of(await request.body())
        return JSONResponse({"at": await self.service.whole(self.service.name(link, request_fields.text(data, "name", 200)))})

    # ---- together ----------------------------------------------------------------------------------
    async def invitation(self, request: Request) -> Response:
        """How somebody is invited to where a link leads."""
        link = request.path_params["link"][:64]
        await self.service.find(link)
        scheme = "https" if request.query_params.get("scheme") == "https" else "http"
        bases = self.reachable.bases(request.headers.get("host", ""), scheme)
        addresses = [f"{base}/at/{link}" for base in bases]
        told = {"addresses": addresses, "code": self.service.codes.of(link) if addresses else None}
        return JSONResponse(told | {"picture": scanned(addresses[0]) if addresses else None})

    async def code(self, request: Request) -> Response:
        """Return the link that a code stands for."""
        typed = request_fields.text(request_fields.body_of(await request.body()), "code", 40)
        return JSONResponse({"link": await redeem(self.service, typed, _address(request))})

    async def rematch(self, request: Request) -> Response:
        """Return where the same people play again."""
        link = await self._link(request)
        return JSONResponse({"link": await self.service.whole(rematch(self.service, link))})


def _json(body: bytes) -> Response:
    return Response(body, media_type="application/json", headers={"cache-control": "no-store"})


async def _stream(service: TableService, link: Link, lang: str, address: str) -> AsyncIterator[bytes]:
    """Positions as server-sent events; a sign of life in between."""
    yield b"retry: 1500\n\n"
    try:
        async with service.listening(link, lang, address) as listener:
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        position = await listener.news.get()
                    if not position:
                        return
                    yield b"event: position\ndata: " + position + b"\n\n"
                except TimeoutError:
                    yield b": here\n\n"
    except Refused as refused:
        yield b"event: trouble\ndata: " + json.dumps({"error": refused.told(lang)}).encode() + b"\n\n"
