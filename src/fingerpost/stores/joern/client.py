"""Runs verified CPGQL on a Joern server over HTTP.

The server runs one query at a time, never ends one, and gives each result once, under the query's own identifier. So
queries wait in a queue here, fair between clients, results are polled by their identifiers, and a query that takes too
long is given up: the server goes on with it, and the next query waits for that one within its own limit.
"""

from __future__ import annotations

import base64
import http.client
import json
import re
import time
from typing import Any, Final

from fingerpost.core.access import Access
from fingerpost.core.errors import StoreError
from fingerpost.core.limits import Limits, out_of_memory, out_of_time
from fingerpost.core.verified import VerifiedQuery, require_verified
from fingerpost.stores.joern.output import rows_of, value_of
from fingerpost.stores.joern.place import JoernPlace
from fingerpost.stores.joern.turns import turns_of
from fingerpost.stores.protocol import Result

DIALECT: Final = "joern"
_UUID: Final = re.compile(r"[0-9a-fA-F-]{36}")
_FIRST_WAIT_S: Final = 0.005
_LONGEST_WAIT_S: Final = 0.1


class JoernClient:
    """A client of one server. Safe to use from several threads. Connections are made for each request."""

    def __init__(self, url: str, access: Access | None = None) -> None:
        """Take `joern://user:password@host:8080?cpg=name`.

        Raises:
            StoreError: `store.unavailable`; this is no such URL.
        """
        self._place = JoernPlace.read(url, access)
        self._turns = turns_of(self._place.host, self._place.port)
        self._greeted = False

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a query that the gate of CPGQL made.

        Raises:
            QueryRejected: the gate did not make it, or for another dialect.
            LimitExceeded: `limit.time`, waiting for other queries included; `limit.memory`: the result is too large.
            StoreError: `store.unavailable`, `store.access`, or `store.failed` with what the server said.
        """
        require_verified(query, DIALECT)
        limits = limits or Limits()
        started = time.monotonic()
        rows = rows_of(self.value(query.text, limits), query.columns)
        kept = tuple(rows[: limits.rows])
        spent = (time.monotonic() - started) * 1000
        return Result(query.columns, kept, len(kept) < len(rows), len(rows), spent)

    def value(self, text: str, limits: Limits | None = None) -> Any:
        """What a text gives that is ours: the print of a checked query, or a count that a store asks for.

        Raises as `run` does.
        """
        limits = limits or Limits()
        until = time.monotonic() + limits.time_ms / 1000
        with self._turns.turn(until, limits.time_ms, id(self)):
            if not self._greeted:  # the first answer of a server carries its start-up messages
                self._printed("1", until, limits)
                self._greeted = True
            stdout = self._printed(self._text(text), until, limits)
        return value_of(stdout, text, opened=self._place.graph)

    def _text(self, text: str) -> str:
        """The query, after the choice of the graph, which is one for all clients of a server."""
        return text if self._place.graph is None else f'open("{self._place.graph}")\n{text}'

    def _printed(self, text: str, until: float, limits: Limits) -> str:
        """What the server printed for a text that is ours."""
        answer = self._ask("POST", "/query", {"query": text}, until, limits)
        identifier = str(answer.get("uuid", ""))
        if not _UUID.fullmatch(identifier):
            raise StoreError("the server is no Joern server: it gave a query no identifier", code="store.failed")
        wait = _FIRST_WAIT_S
        while True:
            answer = self._ask("GET", f"/result/{identifier}", None, until, limits)
            if answer.get("success") or answer.get("stdout"):
                return str(answer.get("stdout", ""))
            if time.monotonic() + wait >= until:
                raise out_of_time(limits.time_ms)
            time.sleep(wait)
            wait = min(wait * 1.5, _LONGEST_WAIT_S)

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
            raise out_of_memory(limits.memory_mb)
        return _decoded(response.status, data)

    def _authorization(self) -> dict[str, str]:
        if self._place.user is None:
            return {}
        pair = f"{self._place.user}:{self._place.password or ''}".encode()
        return {"Authorization": f"Basic {base64.b64encode(pair).decode()}"}


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
