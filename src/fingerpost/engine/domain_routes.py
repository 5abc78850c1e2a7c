"""Routes of domains in the HTTP service: bodies in the shape that a domain's clients know.

A domain registers a table of routes under the entry-point group `fingerpost.routes`, by the name of its pack. A route
says which questions a request asks and what the reply to their answers is; the service does the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from fingerpost.core.answer import Answer
from fingerpost.core.errors import SettingsError
from fingerpost.core.plugins import ROUTES, installed, load
from fingerpost.plans import Plan


@dataclass(frozen=True)
class DomainRoute:
    """One POST route. `questions` gives the questions of a request, `reply` the body for their answers, in order.

    `reply` gets the request, the answers and the milliseconds that they took. `filters` gives those of each question;
    none at all if it is empty. The docstring of the request's model describes the route.
    """

    path: str
    takes: type[BaseModel]
    gives: type[BaseModel]
    questions: Callable[[Any], Sequence[str]]
    reply: Callable[[Any, Sequence[Answer[Plan]], float], BaseModel]
    filters: Callable[[Any], Sequence[Mapping[str, Any]]] = lambda _: ()


def routes_of(pack: str | None) -> tuple[DomainRoute, ...]:
    """The routes of the domain with a pack; none if it has none.

    Raises:
        SettingsError: `plugin.broken`, `plugin.twice`.
    """
    entry = installed(ROUTES).get(pack) if pack is not None else None
    if entry is None:
        return ()
    found = tuple(load(ROUTES, entry))
    if not all(isinstance(route, DomainRoute) for route in found):
        raise SettingsError(f"{entry.value} is not a table of routes", code="plugin.broken")
    return found
