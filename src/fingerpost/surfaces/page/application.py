"""The ASGI application of the page: one view for each token, behind the guard."""

from __future__ import annotations

import asyncio
import base64
import json
import time
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from fingerpost.core.errors import FingerpostError, QuestionError
from fingerpost.core.http_settings import HttpSettings
from fingerpost.engine import SolidModel
from fingerpost.surfaces.guard import Guard
from fingerpost.surfaces.page.document import FILES, draws_models, static
from fingerpost.surfaces.page.drawing import AskingSource, drawn, found, neighbours, node_json
from fingerpost.surfaces.page.view import View

_LOOK_S = 0.5
"""How often a view looks whether its graph has changed."""
_QUIET_S = 15.0
_MOST_SHOWN = 20_000
_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}

Views = Mapping[str, View]


def build_page(views: Views, closing: Callable[[], bool], listening: str) -> ASGIApp:
    """The application that shows the views, for a server that listens on an address of this machine."""
    routes = _Routes(views, closing)
    app = Starlette(
        routes=[
            Route("/static/{name}", routes.file),
            Route("/graphs/{token}", routes.page),
            Route("/graphs/{token}/graph", routes.graph),
            Route("/graphs/{token}/neighbours", routes.neighbours, methods=["POST"]),
            Route("/graphs/{token}/search", routes.search),
            Route("/graphs/{token}/ask", routes.ask, methods=["POST"]),
            Route("/graphs/{token}/plans", routes.plans),
            Route("/graphs/{token}/model", routes.model),
            Route("/graphs/{token}/events", routes.events),
        ]
    )
    # The token is the key; keys of the HTTP service and further host names are not for this page.
    settings = HttpSettings().model_copy(update={"keys": None, "hosts": (), "origins": (), "body_kb": 1_024})
    return Guard(app, settings, listening)


class _Routes:
    def __init__(self, views: Views, closing: Callable[[], bool]) -> None:
        self._views = views
        self._closing = closing

    def _view(self, request: Request) -> View | None:
        return self._views.get(request.path_params["token"])

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in FILES:
            return _gone()
        return Response(static(name), headers={**_HEADERS, "content-type": FILES[name]})

    async def page(self, request: Request) -> Response:
        if self._view(request) is None:
            return Response("This view has ended.", status_code=404, headers=_HEADERS)
        return Response(static("graph.html"), headers={**_HEADERS, "content-type": "text/html; charset=utf-8"})

    async def graph(self, request: Request) -> Response:
        view = self._view(request)
        return _gone() if view is None else await _answered(lambda: _graph(view))

    async def neighbours(self, request: Request) -> Response:
        view = self._view(request)
        if view is None:
            return _gone()
        try:
            given = await request.json()
            id_, shown = str(given["node"]), frozenset(map(str, given["shown"][:_MOST_SHOWN]))
        except (KeyError, TypeError, ValueError):
            return JSONResponse(
                {"error": {"code": "input.invalid", "message": "node and shown are needed"}}, 400, _HEADERS
            )
        return await _answered(lambda: _neighbours(view, id_, shown))

    async def search(self, request: Request) -> Response:
        view = self._view(request)
        if view is None:
            return _gone()
        return await _answered(lambda: _search(view, request.query_params.get("q", "")[:200]))

    async def ask(self, request: Request) -> Response:
        view = self._view(request)
        if view is None:
            return _gone()
        try:
            question = str((await request.json())["question"])
        except (KeyError, TypeError, ValueError):
            return JSONResponse({"error": {"code": "input.invalid", "message": "question is needed"}}, 400, _HEADERS)
        return await _answered(lambda: _ask(view, question))

    async def plans(self, request: Request) -> Response:
        view = self._view(request)
        return _gone() if view is None else await _answered(lambda: _plans(view))

    async def model(self, request: Request) -> Response:
        view = self._view(request)
        return _gone() if view is None else await _answered(lambda: _model(view))

    async def events(self, request: Request) -> Response:
        view = self._view(request)
        if view is None:
            return _gone()
        headers = {**_HEADERS, "content-type": "text/event-stream"}
        return StreamingResponse(self._events(view, request), headers=headers)

    async def _events(self, view: View, request: Request) -> AsyncIterator[str]:
        """`changed` whenever the graph or its filter has changed, `ended` when the view has ended."""
        told, spoken = "", time.monotonic()
        while not self._closing() and self._views.get(view.token) is view and not await request.is_disconnected():
            state = await run_in_threadpool(view.state)
            if state != told:
                told, spoken = state, time.monotonic()
                yield f"event: changed\ndata: {json.dumps(state)}\n\n"
            elif time.monotonic() - spoken > _QUIET_S:
                spoken = time.monotonic()
                yield ": still here\n\n"
            await asyncio.sleep(_LOOK_S)
        yield 'event: ended\ndata: ""\n\n'


def _graph(view: View) -> dict[str, Any]:
    query, topology = view.query, view.source.topology()
    drawing = drawn(view.source, topology, query)
    about = {
        "graph": view.source.name,
        "filter": query,
        "node_count": len(topology.vertices),
        "edge_count": topology.edge_count,
    }
    return {**about, **_answer(view), **drawing.to_json(topology)}


def _answer(view: View) -> dict[str, Any]:
    """Whether the graph answers questions, and the last one with its answer."""
    source = view.source
    if not isinstance(source, AskingSource):
        return {}
    asked = source.asked
    told = {} if asked is None else {"question": asked.question, "text": asked.text, "marked": list(asked.ids)}
    return {"asks": True, "shapes": source.has_shapes and draws_models(), **told}


def _ask(view: View, question: str) -> dict[str, Any]:
    if not isinstance(view.source, AskingSource):
        raise QuestionError("this graph answers no questions", code="question.unknown")
    view.query = ""
    asked = view.source.ask(question)
    return {"question": asked.question, "text": asked.text, "status": asked.status, "marked": list(asked.ids)}


def _plans(view: View) -> dict[str, Any]:
    plans = view.source.plans() if isinstance(view.source, AskingSource) else ()
    return {"plans": [{"name": one.name, "svg": one.svg, "marked": list(one.marked)} for one in plans]}


def _model(view: View) -> dict[str, Any]:
    model = view.source.solid_model() if isinstance(view.source, AskingSource) else SolidModel(())
    solids = [
        {"id": one.id, "label": one.label, "points": _coded(one.points), "triangles": _coded(one.triangles)}
        for one in model.solids
    ]
    return {"solids": solids, "cut": model.cut}


def _coded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _neighbours(view: View, id_: str, shown: frozenset[str]) -> dict[str, Any]:
    topology = view.source.topology()
    if id_ not in topology.vertices:
        return {"nodes": [], "edges": [], "left": 0}
    drawing, left = neighbours(topology, id_, shown)
    return {**drawing.to_json(topology), "node": node_json(topology, id_), "left": left}


def _search(view: View, text: str) -> dict[str, Any]:
    topology = view.source.topology()
    return {"nodes": [node_json(topology, id_) for id_ in found(topology, text)]}


async def _answered(work: Callable[[], dict[str, Any]]) -> Response:
    try:
        return JSONResponse(await run_in_threadpool(work), headers=_HEADERS)
    except FingerpostError as error:
        return JSONResponse(error.to_json(), 409, _HEADERS)


def _gone() -> Response:
    error = {"error": {"code": "page.ended", "message": "this view has ended"}}
    return JSONResponse(error, 404, _HEADERS)
