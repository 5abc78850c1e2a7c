"""A real Neo4j with its own folder and port: started, stopped, killed, paused, and removed without a trace."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self
from urllib.parse import quote

import neo4j

from scripts.servers import jars
from scripts.servers.neo4j_settings import JVM, write_settings
from scripts.servers.neo4j_wipe import wipe
from scripts.servers.process import Place, free_port

_MAIN = "org.neo4j.server.CommunityEntryPoint"
_ADMIN = "org.neo4j.cli.AdminTool"
_START_S = 120.0
_STOP_S = 20.0
_FIRST = ("neo4j", "neo4j")
_HANDSHAKE = bytes.fromhex("6060b017 00020405 00000005 00000000 00000000")


class ServerFailed(Exception):
    """A server ended while it started, or did not get ready in time; the message has the end of its log."""


class Neo4jServer:
    """One Neo4j server. As a context manager it is installed, started, and removed at the end.

    `password` switches authentication on, for the user neo4j. `memory` is the heap in MB, `transaction_timeout` is
    seconds. `apoc` makes it an adversarial target: APOC may read and write files and call out. `settings` are lines of
    neo4j.conf that win over ours, `jvm` more options of Java.
    """

    def __init__(
        self,
        *,
        apoc: bool = False,
        password: str | None = None,
        memory: int = 512,
        transaction_timeout: float = 30.0,
        settings: Mapping[str, str] | None = None,
        jvm: Sequence[str] = (),
    ) -> None:
        self.apoc = apoc
        self.password = password
        self.port = 0
        self._memory = memory
        self._timeout = transaction_timeout
        self._settings = dict(settings or {})
        self._jvm = tuple(jvm)
        self._place: Place | None = None

    def install(self, *, fetch: bool = True) -> Path:
        """Fetches the jars where they are not here; raises `Unavailable` with the reason where that cannot be."""
        return jars.library(apoc=self.apoc, fetch=fetch)

    def start(self) -> Self:
        """Starts the server, again on the same home and port where it ran before, and waits until it is ready."""
        if self.pid is not None:
            return self
        first = self._place is None
        if first:
            self._prepare()
        logged = len(self.log)
        heap = [f"-Xms{self._memory}m", f"-Xmx{self._memory}m"]
        entry = [_MAIN, f"--home-dir={self.home}", f"--config-dir={self.home / 'conf'}"]
        assert self._place is not None
        self._place.launch(
            [*self._java(), *heap, *JVM, *self._jvm, *entry], self.home / "console.log", self._environment()
        )
        self._await(logged)
        if first and self.password is not None:
            self._set_password(self.password)
        return self

    def stop(self) -> None:
        """Stops the server in good order; its data stay."""
        self._end(signal.SIGTERM)

    def kill(self) -> None:
        """Kills the server as a failing machine would; its data stay."""
        self._end(signal.SIGKILL)

    def restart(self) -> None:
        """Stops the server where it runs and starts it on the same home and port."""
        self.stop()
        self.start()

    def pause(self) -> None:
        """Freezes the server: connections stay open, and nothing answers."""
        self._signal(signal.SIGSTOP)

    def resume(self) -> None:
        """Lets a frozen server go on."""
        self._signal(signal.SIGCONT)

    def close(self) -> None:
        """Ends the server and removes all that it kept."""
        if self._place is not None:
            self.stop()
            self._place.close()
            self._place = None

    def revive(self) -> None:
        """Runs and answers again, whatever was done to it."""
        self.resume()
        self.start()

    def wipe(self, *, kept: str = "", names: str = "") -> None:
        """Empties its database and its folder of imports.

        Constraints of a property `kept` stay, and indexes and constraints whose name matches `names`.
        """
        with self.driver() as driver:
            wipe(driver, self.home / "import", kept, names)

    def driver(self) -> neo4j.Driver:
        """A driver of Neo4j, to be closed by who asked for it."""
        return neo4j.GraphDatabase.driver(self.url, auth=self.auth)

    def admin(self, *arguments: str, within_s: float = 600.0) -> str:
        """What a command of neo4j-admin says, for this home; `database import` and others want the server stopped."""
        if self._place is None:
            self._prepare()
        return self._admin(*arguments, within_s=within_s)

    @property
    def url(self) -> str:
        """Where a driver connects, with `bolt` as its scheme."""
        return f"bolt://127.0.0.1:{self.port}"

    @property
    def place(self) -> str:
        """The URL with the user's name and password, where there is one."""
        return self.url if self.password is None else self.url.replace("//", f"//neo4j:{quote(self.password)}@")

    @property
    def auth(self) -> tuple[str, str] | None:
        """Name and password, or none where authentication is off."""
        return None if self.password is None else ("neo4j", self.password)

    @property
    def home(self) -> Path:
        """The folder that holds data, logs, conf, plugins and import."""
        if self._place is None:
            raise ServerFailed("the server has no folder: it was not started, or it was closed")
        return self._place.folder

    @property
    def pid(self) -> int | None:
        """The process of the server, none where it does not run."""
        return None if self._place is None else self._place.pid

    @property
    def log(self) -> str:
        """What the server logged since its first start."""
        path = self.home / "logs" / "neo4j.log"
        return path.read_text(errors="replace") if path.is_file() else ""

    def __enter__(self) -> Self:
        try:
            return self.start()
        except BaseException:
            self.close()
            raise

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _prepare(self) -> None:
        self.install()
        self._place = Place("fingerpost-neo4j-")
        self.port = self.port or free_port()
        plugins = sorted(self.install().glob("apoc-*.jar")) if self.apoc else []
        write_settings(self.home, self.port, self._timeout, plugins, self._settings, secured=self.password is not None)

    def _set_password(self, password: str) -> None:
        """Replaces the password that a new server has; `neo4j-admin` would start another Java for it."""
        with neo4j.GraphDatabase.driver(self.url, auth=_FIRST) as driver:
            driver.execute_query(
                "ALTER CURRENT USER SET PASSWORD FROM $first TO $password",
                first=_FIRST[1],
                password=password,
                database_="system",
            )

    def _java(self) -> list[str]:
        return [jars.java(), "-cp", f"{self.install() / '*'}"]

    def _environment(self) -> dict[str, str]:
        # Options for Java or Neo4j that stand in the environment would change what is tested.
        kept = {
            name: value for name, value in os.environ.items() if "JAVA" not in name and not name.startswith("NEO4J")
        }
        return {**kept, "NEO4J_HOME": str(self.home), "NEO4J_CONF": str(self.home / "conf")}

    def _admin(self, *arguments: str, within_s: float) -> str:
        command = [*self._java(), *JVM, _ADMIN, *arguments]
        ended = subprocess.run(
            command,
            cwd=self.home,
            env=self._environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=within_s,
        )
        if ended.returncode:
            raise ServerFailed(f"neo4j-admin {' '.join(arguments[:2])} failed: {ended.stderr[-2000:]}")
        return ended.stdout

    def _await(self, logged: int) -> None:
        until = time.monotonic() + _START_S
        while time.monotonic() < until:
            if self.pid is None:
                break
            if "Started." in self.log[logged:] and shakes_hands(self.port):
                return
            time.sleep(0.05)
        state = "ended while it started" if self.pid is None else f"was not ready after {_START_S:.0f} s"
        console = (self.home / "console.log").read_text(errors="replace")
        self.kill()
        raise ServerFailed(f"Neo4j {state}: {console[-2000:]}")

    def _end(self, number: int) -> None:
        if self._place is not None:
            self._place.end(number, _STOP_S)

    def _signal(self, number: int) -> None:
        if self._place is not None:
            self._place.signal(number)


def shakes_hands(port: int, within_s: float = 1.0) -> bool:
    """Whether a Bolt server answers there."""
    try:
        with socket.create_connection(("127.0.0.1", port), within_s) as connection:
            connection.sendall(_HANDSHAKE)
            return any(connection.recv(4))
    except OSError:
        return False
