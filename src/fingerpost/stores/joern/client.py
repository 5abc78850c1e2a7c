"""Runs verified CPGQL on a Joern server over HTTP.

The server runs one query at a time, never ends one, and gives each result once, under the query's own identifier. So
queries wait in a queue here, fair between clients, results are polled by their identifiers, and a query that takes too
long is given up: the server goes on with it, and the next query waits for that one within its own limit. Where that is
not enough, the server is said to be busy, since when, and with what to do about it.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import time
from collections.abc import Callable
from typing import Any, Final

from fingerpost.core.access import Access
from fingerpost.core.errors import LimitExceeded, StoreError
from fingerpost.core.limits import Limits, out_of_memory, out_of_time
from fingerpost.core.verified import VerifiedQuery, require_verified
from fingerpost.stores.joern.output import printed_of_cut, rows_of, value_of
from fingerpost.stores.joern.place import JoernPlace
from fingerpost.stores.joern.turns import turns_of
from fingerpost.stores.protocol import Result

DIALECT: Final = "joern"
_BOUNDED: Final = re.compile(r"\.take\((\d+)\)\.toJson$")
_UUID: Final = re.compile(r"[0-9a-fA-F-]{36}")
_CUT: Final = "cut"
"""Marks an answer of which only the beginning was read."""
_FIRST_WAIT_S: Final = 0.005
_LONGEST_WAIT_S: Final = 0.1


class JoernClient:
    """A client of one server. Safe to use from several threads. Connections are made for each request."""

    def __init__(self, url: str, access: Access | None = None, *, restart: Callable[[], None] | None = None) -> None:
        """Take `joern://user:password@host:8080?cpg=name`.

        `restart` ends the server and starts it anew at the same place, and returns when it listens. Whoever started the
        server can give it: it is called where the server is gone, or still at a query that was given up, and the query
        is run then. Nobody else's server is restarted.

        Raises:
            StoreError: `store.unavailable`; this is no such URL.
        """
        self._place = JoernPlace.read(url, access)
        self._turns = turns_of(self._place.host, self._place.port)
        self._greeted = False
        self._restart = restart

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a query that the gate of CPGQL made.

        Raises:
            QueryRejected: the gate did not make it, or for another dialect.
            LimitExceeded: `limit.time`, waiting for other queries included.
            StoreError: `store.unavailable`, `store.access`; `joern.busy`: the server is still at a query that was given
                up; or `store.failed` and others with what the server said.

        A result that takes more than `memory_mb` is cut at the last whole row, and one that reaches the bound that the
        gate gave it (B204) counts as cut; how many rows there are is not known then.
        """
        require_verified(query, DIALECT)
        limits = limits or Limits()
        started = time.monotonic()
        value, cut = self._answered(query.text, limits)
        rows = rows_of(value, query.columns)
        cut = cut or len(rows) == _bound(query)
        kept = tuple(rows[: limits.rows])
        spent = (time.monotonic() - started) * 1000
        return Result(query.columns, kept, cut or len(kept) < len(rows), None if cut else len(rows), spent)

    def value(self, text: str, limits: Limits | None = None) -> Any:
        """What a text gives that is ours: the print of a checked query, or a count that a store asks for.

        Raises as `run` does, and `limit.memory`: the result is too large.
        """
        limits = limits or Limits()
        value, cut = self._answered(text, limits)
        if cut:
            raise out_of_memory(limits.memory_mb)
        return value

    def _answered(self, text: str, limits: Limits) -> tuple[Any, bool]:
        """The value of a text, and whether it was cut."""
        until = time.monotonic() + limits.time_ms / 1000
        with self._turns.turn(until, limits.time_ms, id(self)):
            try:
                stdout, cut = self._run(text, until, limits)
            except StoreError as error:
                if self._restart is None or error.code not in ("joern.busy", "store.unavailable"):
                    raise
                self._restart()
                self._turns.given_up, self._greeted = None, False
                stdout, cut = self._run(text, time.monotonic() + limits.time_ms / 1000, limits)
        return value_of(stdout, text, opened=self._place.graph, cut=cut), cut

    def _run(self, text: str, until: float, limits: Limits) -> tuple[str, bool]:
        """What the server printed for a text, after it was seen to answer."""
        if not self._greeted or self._turns.given_up is not None:
            self._probe(until, limits)
        return self._printed(self._text(text), until, limits)

    def _probe(self, until: float, limits: Limits) -> None:
        """See that the server answers: its first answer carries start-up messages, and it may still be at a query."""
        since = self._turns.given_up
        try:
            self._printed("1", until, limits)
        except LimitExceeded as error:
            if since is None:
                raise
            seconds = round(time.monotonic() - since)
            message = f"the Joern server is still at a query that was given up {seconds} s ago, and takes no other"
            hint = "wait, or restart the server: it ends no query by itself"
            raise StoreError(message, code="joern.busy", hint=hint, details={"seconds": seconds}) from error
        self._turns.given_up, self._greeted = None, True

    def _text(self, text: str) -> str:
        """The query, after the choice of the graph, which is one for all clients of a server."""
        return text if self._place.graph is None else f'open("{self._place.graph}")\n{text}'

    def _printed(self, text: str, until: float, limits: Limits) -> tuple[str, bool]:
        """What the server printed for a text that is ours, and whether that was cut."""
        answer = self._ask("POST", "/query", {"query": text}, until, limits)
        identifier = str(answer.get("uuid", ""))
        if not _UUID.fullmatch(identifier):
            raise StoreError("the server is no Joern server: it gave a query no identifier", code="store.failed")
        wait = _FIRST_WAIT_S
        try:
            while True:
                answer = self._ask("GET", f"/result/{identifier}", None, until, limits)
                if answer.get("success") or answer.get("stdout"):
                    return str(answer.get("stdout", "")), answer.get(_CUT) is True
                if time.monotonic() + wait >= until:
                    raise out_of_time(limits.time_ms)
                time.sleep(wait)
                wait = min(wait * 1.5, _LONGEST_WAIT_S)
        except LimitExceeded:
            if self._turns.given_up is None:
                self._turns.given_up = time.monotonic()
            raise

    def _ask(self, method: str, path: str, body: object, until: float, limits: Limits) -> dict[str, Any]:
        left = until - time.monotonic()
        if left <= 0:
            raise out_of_time(limits.time_ms)
        connection = http.client.HTTPConnection(self._place.host, self._place.port, timeout=left)
        headers = {"Content-Type": "application/json"} | self._authorization()
        most = limits.memory_mb << 20
        try:
            connection.request(method, path, None if body is None else json.dumps(body), headers)
            response = connection.getresponse()
            data = response.read(most + 1)
        except TimeoutError as error:
            raise out_of_time(limits.time_ms) from error
        except (OSError, http.client.HTTPException) as error:
            message = f"the Joern server at {self._place.host}:{self._place.port} does not answer: {error}"
            raise StoreError(message, code="store.unavailable") from error
        finally:
            connection.close()
        if len(data) > most:
            said = printed_of_cut(data)
            if said is None:
                raise out_of_memory(limits.memory_mb)
            return {"success": True, "stdout": said, _CUT: True}
        return _decoded(response.status, data)

    def _authorization(self) -> dict[str, str]:
        if self._place.user is None:
            return {}
        pair = f"{self._place.user}:{self._place.password or ''}".encode()
        return {"Authorization": f"Basic {base64.b64encode(pair).decode()}"}


def _bound(query: VerifiedQuery) -> int | None:
    """The number of results at which the gate cuts a query that does not say how many it wants."""
    found = _BOUNDED.search(query.text) if any(note.code == "B204" for note in query.notes) else None
    return int(found[1]) if found else None


def _decoded(status: int, data: bytes) -> dict[str, Any]:
    if status == http.client.UNAUTHORIZED:
        raise StoreError("the Joern server refuses the user or the password", code="store.access")
    try:
        found = json.loads(data)
    except ValueError:
        found = None
    if status != http.client.OK or not isinstance(found, dict):
        raise StoreError(f"the Joern server answered with status {status}", code="store.failed")
    return found
