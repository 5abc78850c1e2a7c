"""Runs the service."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import fingerpost
from fingerpost.core.errors import SettingsError
from fingerpost.core.http_settings import HttpSettings
from fingerpost.core.settings import Settings
from fingerpost.engine import DomainRoute, SessionFile, Sessions, SessionTables, routes_of
from fingerpost.surfaces.guard import Guard, serve_app
from fingerpost.surfaces.http.app import PUBLIC, build_routes
from fingerpost.surfaces.http.feedback import FeedbackFile
from fingerpost.surfaces.http.observing import Metrics, Observed, log_as_json
from fingerpost.surfaces.http.pool import Pool
from fingerpost.surfaces.http.service import Service
from fingerpost.surfaces.http.telemetry import send_spans

FEEDBACK = "feedback.sqlite"
SESSIONS = "sessions.sqlite"


def named(places: tuple[str, ...]) -> dict[str, str]:
    """Places by name: `NAME=PLACE`, or a place, which is then named after its last part.

    Raises:
        SettingsError: `base.twice`; two have the same name.
    """
    found: dict[str, str] = {}
    for given in places:
        name, equals, place = given.partition("=")
        if not equals or "/" in name or ":" in name:
            place = given
            name = given.rstrip("/").rsplit("/", 1)[-1].removesuffix(".fp").split(":")[0] or given
        if name in found:
            raise SettingsError(f"two knowledge bases are called {name}", code="base.twice", hint="use NAME=PLACE")
        found[name] = place
    return found


def domain_routes(bases: dict[str, str], settings: Settings) -> tuple[tuple[str, DomainRoute], ...]:
    """The routes of the domains of knowledge bases; of two with the same domain, the first is asked.

    Opening each here also tells what is wrong with one, before a worker would die of it.
    """
    found: dict[str, tuple[str, DomainRoute]] = {}
    for name, place in bases.items():
        with fingerpost.open(place, settings) as base:
            for route in routes_of(settings.pack or base.manifest.pack):
                found.setdefault(route.path, (name, route))
    return tuple(found.values())


def build_app(service: Service, settings: HttpSettings, listening: str) -> Any:
    """The whole application: routes within the guard within the observer. Raises as `Guard` does."""
    routes = build_routes(service)
    paths = frozenset(route.path for route in routes.routes if hasattr(route, "path"))
    return Observed(Guard(routes, settings, listening, public=PUBLIC), service.metrics, paths)


def sessions_of(settings: HttpSettings, data: Path | None) -> Sessions:
    """Where sessions are kept: in the database of the settings, else in a file of the folder, else in memory.

    Raises:
        FingerpostError: `session.unwritable`; or as `SessionTables` raises it.
    """
    seconds = settings.session_hours * 3600
    if settings.sessions is not None:
        return SessionTables(settings.sessions.get_secret_value(), seconds)
    return SessionFile(data / SESSIONS if data is not None else None, seconds)


def run_service(
    host: str, port: int, places: tuple[str, ...], workers: int | None, data: Path | None, *, learning: bool = True
) -> None:
    """Serve until the process is told to stop; running questions are then finished.

    With `learning`, verdicts of people become approvals, which later answers follow.

    Raises:
        SettingsError: as `named` and `Guard` raise it.
        FingerpostError: a knowledge base cannot be opened, or the address cannot be listened on.
        MissingExtra: spans are to be sent, and OpenTelemetry is not installed.
    """
    settings, guard, bases = Settings(), HttpSettings(), named(places)
    routes = domain_routes(bases, settings)
    feedback = FeedbackFile(data / FEEDBACK) if data is not None else None
    sessions = sessions_of(guard, data)
    pool = Pool(bases, workers or os.cpu_count() or 1)
    log_as_json()
    send_rest = send_spans()
    service = Service(bases, pool, Metrics(), feedback, sessions, settings.debug, routes, learning)
    try:
        serve_app(build_app(service, guard, host), host, port, guard)
    finally:
        pool.close()
        send_rest()
