"""The page's server: a Starlette application over one campaign."""

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import asdict
from importlib import resources
from time import monotonic
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.server.answers import answer_in
from litmus.annotate.server.guideline import blocks
from litmus.annotate.server.names import Names
from litmus.annotate.server.security import (
    MOST_COMMENT,
    MOST_REQUEST,
    Guard,
    Refused,
    body_of,
    secret_of,
    text_in,
)
from litmus.annotate.store.database import Standing, Store, Task
from litmus.annotate.store.writer import Writer
from litmus.corpus.ratings import Rating, rating_to_json
from litmus.errors import DataError

_SCRIPTS = (
    "clock", "drafts", "errors", "keys", "main", "marking", "rating", "server", "slider", "spans",
    "view", "words",
)  # fmt: skip
PAGES = {
    "page.html": "text/html", "page.css": "text/css", "rating.css": "text/css",
    "icon.svg": "image/svg+xml", **{f"{name}.js": "text/javascript" for name in _SCRIPTS},
}  # fmt: skip


class Desk:
    """Answers annotators: reads on its own connection, writes through the writer."""

    def __init__(self, campaign: Campaign) -> None:
        self._campaign = campaign
        self._store: Store | None = None
        self._writer: Writer | None = None
        self._clocks = Clocks()

    def open(self) -> None:
        """Connect, in the thread that will answer."""
        self._store = self._campaign.store()
        self._writer = Writer(self._campaign.database)

    def close(self) -> None:
        """Finish what is being written."""
        assert self._store and self._writer
        self._writer.close()
        self._store.connection.close()

    @property
    def store(self) -> Store:
        """The reading connection."""
        assert self._store
        return self._store

    def annotator(self, request: Request) -> tuple[int, str]:
        """Who asks."""
        found = self.store.log_in(secret_of(request))
        if found is None:
            raise Refused(401, "This link is not valid (any more).")
        return found

    async def start(self, request: Request) -> dict[str, Any]:
        """Everything that does not change from item to item, and where to go on."""
        number, name = self.annotator(request)
        settings, labels = self._campaign.settings, self._campaign.labels
        return {
            "campaign": settings.name,
            "annotator": name,
            "source": settings.source,
            "target": settings.target,
            "question": labels.question,
            "unit": labels.unit,
            "suggests": settings.suggest is not None,
            "labels": [
                {
                    k: getattr(one, k)
                    for k in ("key", "name", "hotkey", "sign", "tone", "description")
                }
                for one in labels.labels
            ],
            "spans": asdict(labels.spans) if labels.spans else None,
            "slider": asdict(labels.slider) if labels.slider else None,
            "guideline": blocks(self._campaign.guideline),
            "most_comment": MOST_COMMENT,
        } | self._place(number, self.store.next_open(number))

    async def item(self, request: Request) -> dict[str, Any]:
        """The item at a position."""
        asked = request.path_params["position"]
        if not re.fullmatch(r"\d{1,18}", asked, re.ASCII):  # what SQLite can hold
            raise Refused(404, "There is no such item.")
        number, _ = self.annotator(request)
        position = int(asked)
        if self.store.task(number, position) is None:
            raise Refused(404, "There is no such item.")
        return self._place(number, position)

    async def judge(self, request: Request) -> dict[str, Any]:
        """Record a judgement; the next open item comes back once it is on disk."""
        number, _ = self.annotator(request)
        body = await body_of(request)
        position = body.get("position")
        if type(position) is not int or not 0 < position < 1 << 40:
            raise Refused(400, "'position' must be a whole number.")
        task = self.store.task(number, position)
        if task is None:
            raise Refused(404, "There is no such item.")
        given = answer_in(body, self._campaign.labels, task.shown)
        key = text_in(body, "request", MOST_REQUEST, least=8)
        seconds = self._clocks.checked(number, task, given.seconds)
        try:
            await self._write(
                lambda store: store.judge(
                    number, position, given.label, given.comment, key, spans=given.spans,
                    score=given.score, seconds=seconds,
                )
            )  # fmt: skip
        except LookupError as error:  # moved to somebody else meanwhile
            raise Refused(404, "There is no such item.") from error
        return self._place(number, self.store.next_open(number, position))

    async def undo(self, request: Request) -> dict[str, Any]:
        """Take the last judgement back; its item comes back."""
        number, _ = self.annotator(request)
        key = text_in(await body_of(request), "request", MOST_REQUEST, least=8)
        position = await self._write(lambda store: store.undo(number, key))
        if position is None:
            raise Refused(409, "There is nothing to undo.")
        return self._place(number, position)

    async def _write(self, work: Any) -> Any:
        assert self._writer
        return await asyncio.wrap_future(self._writer.submit(work))

    def _place(self, number: int, position: int | None) -> dict[str, Any]:
        done, total = self.store.progress(number)
        task = None if position is None else self.store.task(number, position)
        found: dict[str, Any] = {"done": done, "total": total}
        if task is None:
            return found | {"item": None, "previous": self.store.last(number), "next": None}
        self._clocks.shown(number, task)
        beside = {"previous": task.previous, "next": task.next}
        return found | {"item": self._shown(task)} | beside

    def _shown(self, task: Task) -> dict[str, Any]:
        shown = dict(task.shown)
        if self._campaign.settings.blind:
            del shown["system"]
        if not self._campaign.settings.reference:
            del shown["reference"]
        standing = task.standing
        return {
            "position": task.position,
            "label": standing.label if standing else None,
            "comment": standing.comment if standing else "",
            "answered": standing is not None,
            **_rated(standing),
        } | shown


def _rated(standing: Standing | None) -> dict[str, Any]:
    """The marks, the score and the time so far, as the page sends them."""
    if standing is None:
        return {"spans": None, "score": None, "seconds": None}
    rating = rating_to_json(Rating("", "", score=standing.score, spans=standing.spans))
    return {"spans": None, "score": None, "seconds": standing.seconds} | {
        key: rating[key] for key in ("spans", "score") if key in rating
    }


class Clocks:
    """How long ago each annotator was first shown each item: nobody can have spent longer on it.

    It forgets when the server stops; then the page is believed.
    """

    def __init__(self) -> None:
        self._since: dict[tuple[int, int], tuple[float, float]] = {}

    def shown(self, annotator: int, task: Task) -> None:
        """An item is sent to an annotator's page."""
        before = task.standing.seconds if task.standing else None
        self._since.setdefault((annotator, task.position), (monotonic(), before or 0.0))

    def checked(self, annotator: int, task: Task, seconds: float | None) -> float | None:
        """The time that a page says was spent, not more than can have passed."""
        since = self._since.get((annotator, task.position))
        if seconds is None or since is None:
            return seconds
        return min(seconds, round(since[1] + monotonic() - since[0], 1))


def application(campaign: Campaign, names: Names) -> Starlette:
    """The ASGI application of a campaign, under these names."""
    desk = Desk(campaign)
    files = {
        name: (resources.files("litmus.annotate") / "page" / name).read_bytes() for name in PAGES
    }

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        desk.open()
        yield
        desk.close()

    async def page(request: Request) -> Response:
        name = request.path_params.get("name", "page.html")
        if name not in files:
            raise Refused(404, "There is no such page.")
        headers = {"cache-control": "no-cache"}
        return Response(files[name], media_type=PAGES[name], headers=headers)

    def answered(answer: Any) -> Any:
        async def endpoint(request: Request) -> Response:
            return JSONResponse(await answer(request))

        return endpoint

    async def refused(_: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        return JSONResponse({"error": error.message}, error.status)

    async def failed(_: Request, error: Exception) -> Response:
        """A damaged or full store: its path is for whoever serves it, not for annotators."""
        logging.getLogger("uvicorn.error").error("litmus: %s", error)
        message = "The campaign cannot be read or written. Tell whoever runs it."
        return JSONResponse({"error": message}, 503)

    routes = [
        Route("/", page),
        Route("/page/{name}", page),
        Route("/api/start", answered(desk.start)),
        Route("/api/items/{position}", answered(desk.item)),
        Route("/api/judgements", answered(desk.judge), methods=["POST"]),
        Route("/api/undo", answered(desk.undo), methods=["POST"]),
    ]
    return Starlette(
        routes=routes,
        middleware=[Middleware(Guard, names=names)],
        exception_handlers={Refused: refused, DataError: failed},
        lifespan=lifespan,
    )
