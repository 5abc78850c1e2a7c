"""The guard: ASGI middleware that checks each request before the application sees it.

The order is host, origin, key, rate, body, place: what costs nothing comes first, and a request takes its place among
those that are worked on only when it has arrived as a whole.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import anyio

from fingerpost.core.errors import FingerpostError, SettingsError
from fingerpost.core.http_settings import HttpSettings
from fingerpost.surfaces.guard.hosts import allowed_names, is_loopback, is_own_origin, name_of
from fingerpost.surfaces.guard.keys import KeyFile
from fingerpost.surfaces.guard.limits import Places, Rate

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

CALLER = "fingerpost.caller"
"""The key of the scope that holds the name of the caller's API key; None if no keys are used."""
MAY_TEACH = "fingerpost.may-teach"
"""The key of the scope that tells whether the caller may change what others are answered: whose API key has that right,
or who asks from this machine where no keys are used."""

MAY_NAME = "fingerpost.may-name"
"""The key of the scope that tells whether the caller may ask documents of any namespace, not of that of their key."""


class Refused(Exception):
    """A request that the guard refuses: the HTTP status, the error to show, and headers."""

    def __init__(self, status: int, code: str, message: str, headers: dict[str, str] | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.error = FingerpostError(message, code=code)
        self.headers = headers or {}


class Guard:
    """Checks hosts, origins, keys and limits before an application. Paths in `public` need no key and no known host."""

    def __init__(
        self, app: App, settings: HttpSettings, listening: str, *, public: frozenset[str] = frozenset()
    ) -> None:
        """Guard `app`, which listens on the address `listening`.

        Raises:
            SettingsError: `http.keys`: it is open to other machines without keys; `http.hosts`; `keys.missing` or
                `keys.invalid`.
        """
        self._app = app
        self._settings = settings
        self._public = public
        self._names = allowed_names(listening, settings.hosts)
        self._keys = KeyFile(settings.keys) if settings.keys is not None else None
        self._rate = Rate(settings.per_minute)
        self._places = Places(settings.at_once, settings.waiting)
        if self._keys is not None:
            self._keys.load()
        elif not is_loopback(listening):
            message = f"{listening} can be reached from other machines, and there are no API keys"
            hint = "make one with `fingerpost keys add NAME --file FILE`, and set FINGERPOST_HTTP_KEYS to the file"
            raise SettingsError(message, code="http.keys", hint=hint)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request, or refuse it with `{"error": {"code", "message", ...}}`."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        try:
            scope[CALLER] = None if scope["path"] in self._public else self._admitted(scope)
            known = scope["path"] not in self._public
            scope[MAY_TEACH] = known and self._may(scope[CALLER], KeyFile.may_teach)
            scope[MAY_NAME] = known and self._may(scope[CALLER], KeyFile.may_name)
            counted = scope["method"] not in ("GET", "HEAD")
            if not counted:
                await self._app(scope, receive, send)
                return
            whole = await self._body(scope, receive)
            async with self._places.one(scope[CALLER]) as free:
                if not free:
                    raise Refused(503, "http.busy", "too many requests are waiting", {"retry-after": "1"})
                await self._app(scope, whole, send)
        except Refused as refused:
            await _refuse(refused, send)

    def _admitted(self, scope: Scope) -> str | None:
        """The name of the caller's key. Raises `Refused`."""
        headers = _headers(scope)
        host = headers.get("host", [])
        if len(host) != 1 or name_of(host[0]) not in self._names:
            raise Refused(421, "http.host", "this server is not asked by that name (Host)")
        for origin in headers.get("origin", []):
            if origin not in self._settings.origins and not is_own_origin(origin, host[0]):
                raise Refused(403, "http.origin", "pages of that origin may not ask this server")
        caller = self._caller(headers)
        address = (scope.get("client") or ("",))[0]
        wait = self._rate.take(f"key {caller}" if caller else f"address {address}")
        if wait:
            message = f"more than {self._settings.per_minute} requests a minute; wait {wait} s"
            raise Refused(429, "http.rate", message, {"retry-after": str(wait)})
        return caller

    def _caller(self, headers: dict[str, list[str]]) -> str | None:
        if self._keys is None:
            return None
        given = headers.get("authorization", [])
        scheme, _, key = given[0].partition(" ") if len(given) == 1 else ("", "", "")
        try:
            caller = self._keys.name_of(key.strip()) if scheme.lower() == "bearer" else None
        except SettingsError:  # the file was damaged or removed meanwhile: nobody is let in, nothing about it is told
            raise Refused(503, "http.keys", "the keys cannot be read now") from None
        if caller is None:
            message = "an API key is needed: send it as `Authorization: Bearer KEY`"
            raise Refused(401, "http.key", message, {"www-authenticate": "Bearer"})
        return caller

    def _may(self, caller: str | None, right: Callable[[KeyFile, str], bool]) -> bool:
        if self._keys is None:
            return True  # only this machine can ask
        try:
            return caller is not None and right(self._keys, caller)
        except SettingsError:
            return False

    async def _body(self, scope: Scope, receive: Receive) -> Receive:
        """Read the whole body, within limits; returns what gives it to the application."""
        limit = self._settings.body_kb * 1024
        declared = _headers(scope).get("content-length", ["0"])[0]
        too_large = Refused(413, "http.body", f"the body has more than {self._settings.body_kb} KiB")
        if not declared.isdigit() or int(declared) > limit:
            raise too_large
        body, more = bytearray(), True
        with anyio.move_on_after(self._settings.body_seconds) as time:
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    break
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > limit:
                    raise too_large
        if time.cancelled_caught:
            raise Refused(408, "http.slow", f"the body took more than {self._settings.body_seconds:g} s")
        given = False

        async def whole() -> Message:
            nonlocal given
            if given or more:
                return await receive() if given else {"type": "http.disconnect"}
            given = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return whole


def _headers(scope: Scope) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1").lower(), []).append(value.decode("latin-1"))
    return found


def is_own(namespace: str, caller: str | None) -> bool:
    """Whether a namespace is that of a caller's key, or below it: `ada`, `ada/notes`."""
    return caller is not None and (namespace == caller or namespace.startswith(f"{caller}/"))


async def _refuse(refused: Refused, send: Send) -> None:
    body = json.dumps(refused.error.to_json()).encode()
    headers = {"content-type": "application/json", "content-length": str(len(body)), "connection": "close"}
    raw = [(name.encode(), value.encode()) for name, value in {**headers, **refused.headers}.items()]
    await send({"type": "http.response.start", "status": refused.status, "headers": raw})
    await send({"type": "http.response.body", "body": body})
