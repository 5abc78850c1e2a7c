"""A real Joern server with one graph, its own folder and port; removed without a trace."""

from __future__ import annotations

import base64
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.request
from pathlib import Path
from types import TracebackType
from typing import Self

from scripts.servers import jars
from scripts.servers.process import Place, free_port

JOERN = "4.0.379"
_POM = Path(__file__).with_name("joern.pom.xml")
_MAIN = "io.joern.joerncli.console.ReplBridge"
_START_S = 300.0
_STOP_S = 5.0
_EXPORT_S = 300.0
_QUICK = (
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:-BytecodeVerificationRemote",
)
"""Options of Java: what runs for a minute gains nothing by compiling well, nor by looking at the jars' code again."""


def folder() -> Path:
    """Where the jars of this version are kept; it is there when all of them are."""
    return jars.cache() / f"joern-{JOERN}"


def library(*, fetch: bool = True) -> Path:
    """The folder above Joern's jars (`lib`); fetched where it is not here and `fetch` allows it.

    Raises `jars.Unavailable` with the reason where that cannot be.
    """
    jars.java()
    kept = folder()
    if kept.is_dir():
        return kept
    if not fetch:
        raise jars.Unavailable(f"{kept.name} is not here (`make servers` fetches it)")
    maven = shutil.which("mvn")
    if maven is None:
        raise jars.Unavailable("Maven is not installed (mvn)")
    with jars.locked(kept.with_name(f"{kept.name}.lock")):
        if not kept.is_dir():
            with tempfile.TemporaryDirectory(dir=kept.parent, prefix=f"{kept.name}.") as made:
                whole = Path(made) / "joern"
                command = [maven, "--batch-mode", "--strict-checksums", "-Dstyle.color=never", f"--file={_POM}"]
                command += [jars.PLUGIN, f"-Djoern.version={JOERN}", f"-DoutputDirectory={whole / 'lib'}"]
                jars.run_maven(command)
                (whole / ".installation_root").touch()
                whole.rename(kept)
    return kept


def exported(graph: Path, folder: Path) -> Path:
    """The folder of CSV that Joern exports a graph to, within `folder`. Raises `jars.Unavailable`."""
    root = library(fetch=False)
    copied, made = folder / graph.name, folder / "csv"
    shutil.copyfile(graph, copied)  # Joern may rewrite its input
    command = [jars.java(), "-Xmx2g", "-cp", f"{root / 'lib'}/*", "io.joern.joerncli.JoernExport"]
    command += ["--repr", "all", "--format", "neo4jcsv", "--out", str(made), str(copied)]
    subprocess.run(command, check=True, capture_output=True, timeout=_EXPORT_S, cwd=folder)
    return made


class JoernServer:
    """One Joern server. As a context manager it is started with a copy of a graph, and removed at the end."""

    user = "joern"
    password = "a test"

    def __init__(self, graph: Path, *, memory: int = 512) -> None:
        self.port = 0
        self._graph = graph
        self._memory = memory
        self._place: Place | None = None
        self._command: list[str] = []

    @property
    def url(self) -> str:
        """Its URL with the credentials."""
        return f"joern://{self.user}:{self.password.replace(' ', '%20')}@127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        root = library(fetch=False)
        self._place = Place("fingerpost-joern-")
        self.port = free_port()
        graph = self._place.folder / self._graph.name
        shutil.copyfile(self._graph, graph)
        command = [jars.java(), f"-Xmx{self._memory}m", *_QUICK, "-cp", f"{root / 'lib'}/*", _MAIN]
        command += ["--server", "--server-host", "127.0.0.1", "--server-port", str(self.port)]
        command += ["--server-auth-username", self.user, "--server-auth-password", self.password, str(graph)]
        self._command = command
        self.restart()
        return self

    def restart(self) -> None:
        """End the process, if it runs, and start it at the same port with the same graph."""
        assert self._place is not None
        home = {"HOME": str(self._place.folder)}
        self._place.launch(self._command, self._place.folder / "server.log", os.environ | home)
        self._await()

    def tell(self, query: str) -> None:
        """Let it run what no gate would pass, and do not wait for the end; what is asked next comes after it."""
        pair = base64.b64encode(f"{self.user}:{self.password}".encode()).decode()
        headers = {"Content-Type": "application/json", "Authorization": f"Basic {pair}"}
        body = json.dumps({"query": query}).encode()
        url = f"http://127.0.0.1:{self.port}/query"
        urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=30).close()

    def kill(self) -> None:
        """End the process at once."""
        assert self._place is not None
        self._place.end(signal.SIGKILL, _STOP_S)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._place is not None:
            self._place.end(signal.SIGTERM, _STOP_S)
            self._place.close()

    def _await(self) -> None:
        assert self._place is not None
        end = time.monotonic() + _START_S
        while time.monotonic() < end and self._place.pid is not None:
            try:
                socket.create_connection(("127.0.0.1", self.port), 1).close()
            except OSError:
                time.sleep(0.1)
            else:
                return
        log = (self._place.folder / "server.log").read_text(errors="replace")
        self._place.close()
        raise RuntimeError(f"Joern did not start: {log[-2000:]}")
