"""Real database servers for any test: `neo4j_server` and `neo4j_apoc`, empty, and `neo4j_servers`, as they were left.

Each is started once for a run, so the tests that use them run on one worker; a test that names a group of its own with
`@pytest.mark.xdist_group` has a worker, and servers, of its own. Where there is no server, they are skipped, and the
end of the run says how many and why.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from balance import keep_together

from fingerpost.core.names import ELEMENT_ID

if TYPE_CHECKING:
    from scripts.servers import Neo4jServer

_GROUP = "neo4j"
PASSWORD = "a password"
_OPTIONS: dict[str, dict[str, Any]] = {"shared": {}, "apoc": {"apoc": True, "password": PASSWORD}}
"""What there is: a server that lets anybody in, and one that wants a password and may do whatever APOC can."""
_NEEDS = "needs a Neo4j server: "
_RUNNING = ExitStack()
"""The servers that run, to be ended together; one that is asked for later is started anew."""
QUICK = ("-XX:TieredStopAtLevel=1", "-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote")
"""Options of Java: what runs for some minutes gains nothing by compiling well, and starts in half of the time."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Sends the tests that use a server to one worker, and those last that leave it as it was just started: slow."""
    items.sort(key=lambda item: item.get_closest_marker("restarts") is not None)
    if not config.pluginmanager.hasplugin("xdist"):
        return
    for item in items:
        if "neo4j_servers" in getattr(item, "fixturenames", ()) and not item.get_closest_marker("xdist_group"):
            item.add_marker(pytest.mark.xdist_group(_GROUP))
        for mark in item.iter_markers("xdist_group"):
            if config.getoption("loadgroup", False):
                keep_together(item, mark.args[0] if mark.args else mark.kwargs["name"])


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(item: pytest.Item, nextitem: pytest.Item | None) -> None:
    """Ends the servers behind the last test of their group: one that waits takes a fortieth of a processor."""
    if nextitem is not None and item.config.getoption("loadgroup", False) and _group(item) != _group(nextitem):
        _RUNNING.close()


def _group(item: pytest.Item) -> str:
    """The group that `keep_together` wrote behind a test."""
    return item.nodeid.rpartition("@")[2]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Counts the tests that were skipped for want of a server, by the reason."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", ()):
        said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if _NEEDS in said:
            why = said.partition(_NEEDS)[2]
            reasons[why] = reasons.get(why, 0) + 1
    for why, count in reasons.items():
        terminalreporter.write_line(f"WARNING: {count} tests skipped that need a Neo4j server: {why}", yellow=True)


@pytest.fixture(scope="session")
def neo4j_servers() -> Iterator[Callable[..., Neo4jServer]]:
    """Gives the running server `shared` or `apoc`, started when it is first asked for, with the data that it has."""
    servers: dict[str, Neo4jServer] = {}
    lacking: dict[bool, str] = {}
    with _RUNNING:

        def running(name: str) -> Neo4jServer:
            from scripts.servers import Neo4jServer, Unavailable

            if name not in servers:
                server = Neo4jServer(jvm=QUICK, **_OPTIONS[name])
                if server.apoc not in lacking:
                    try:
                        server.install(fetch=False)
                    except Unavailable as why:
                        lacking[server.apoc] = str(why)
                if server.apoc in lacking:
                    pytest.skip(f"{_NEEDS}{lacking[server.apoc]}")
                servers[name] = _RUNNING.enter_context(server)
                _RUNNING.callback(servers.pop, name)
            servers[name].revive()
            return servers[name]

        yield running


@pytest.fixture
def neo4j_server(neo4j_servers: Callable[..., Neo4jServer]) -> Neo4jServer:
    """A running server without authentication whose database is empty.

    The constraints of ids stay that loads have made: with each that goes or comes all plans of queries do, too, and
    plans are most of what a test costs.
    """
    server = neo4j_servers("shared")
    server.wipe(kept=ELEMENT_ID)
    return server


@pytest.fixture
def neo4j_memory(neo4j_servers: Callable[..., Neo4jServer]) -> Neo4jServer:
    """A running server with nothing in it but the indexes of memories, if it has any: they cost most of a test."""
    server = neo4j_servers("shared")
    server.wipe(kept=ELEMENT_ID, names="(?i)fingerpost.*")
    return server


@pytest.fixture
def neo4j_apoc(neo4j_servers: Callable[..., Neo4jServer]) -> Neo4jServer:
    """A running server with a password, and an APOC that may read and write files; its database is empty."""
    server = neo4j_servers("apoc")
    server.wipe(kept=ELEMENT_ID)
    return server


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of its own, over a socket in its folder."""
    from scripts.servers.debian import initdb

    place = initdb()
    if place is None:
        pytest.skip("needs a PostgreSQL server: initdb is not installed")
    folder = Path("/tmp") / f"fingerpost-pg-{os.getpid()}"  # a socket's path must be short
    folder.mkdir()
    user = "postgres" if os.geteuid() == 0 else None  # it refuses to run as root
    if user:
        shutil.chown(folder, user)
    control = Path(place).resolve().with_name("pg_ctl")

    def run(*command: str | Path) -> None:
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, user=user, timeout=60)

    try:
        run(place, "-D", folder / "data", "-U", "me", "--auth=trust", "--no-sync")
        run(control, "-D", folder / "data", "-w", "-l", folder / "log", "-o", f"-k {folder} -h '' -F", "start")
        try:
            yield f"postgresql://me@/postgres?host={folder}"
        finally:
            run(control, "-D", folder / "data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder)
