"""What an attack on a real server could touch, and whether it did: the graph, files, the network, other sessions."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from fingerpost.engine.transfer import content_of

_RUNNING = (
    "SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery AS said WHERE NOT said STARTS WITH 'SHOW' RETURN id"
)
_RULES = (
    "SHOW INDEXES YIELD name RETURN collect(name) AS names",
    "SHOW CONSTRAINTS YIELD name RETURN collect(name) AS names",
    "SHOW PROCEDURES YIELD name RETURN collect(name) AS names",
    "SHOW SETTINGS YIELD name, value RETURN collect(name + ' ' + value) AS names",
    "SHOW DATABASES YIELD name, currentStatus RETURN collect(name + ' ' + currentStatus) AS names",
    "SHOW USERS YIELD user RETURN collect(user) AS names",
)
_HELD = "MATCH (n) WHERE n.held IS NOT NULL RETURN count(n) AS n"


class Watch:
    """A server, a folder that it may read, a web server that it could reach, and somebody else's transaction."""

    def __init__(self, server: Any, store: Any, folder: Path, site: str, asked: list[str], other: Any) -> None:
        self.store = store
        self.site = site
        self.asked = asked
        self._server = server
        self._folder = folder
        self._other = other

    def aimed(self, text: str) -> str:
        """A text whose addresses and files are those that are watched."""
        for address in (
            "https://127.0.0.1/",
            "http://127.0.0.1:9/",
            "http://127.0.0.1/",
            "http://x/",
            "ftp://127.0.0.1/",
        ):
            text = text.replace(address, f"{self.site}/")
        for place in ("/etc/passwd", "/proc/self/environ"):
            text = text.replace(place, f"{self._folder}/secret.csv")
        return text.replace("/tmp/", f"{self._folder}/").replace("file:///x", f"file://{self._folder}/x")

    def state(self) -> dict[str, Any]:
        """All that must stay as it is."""
        with self._server.driver() as driver, driver.session() as session:
            rules = [session.run(text).single(strict=True)["names"] for text in _RULES]
            running = {row["id"] for row in session.run(_RUNNING)}
        assert self._other.run(_HELD).single(strict=True)["n"] == 1, "the other transaction goes on"
        home = self._server.home
        return {
            "content": content_of(self.store),
            "rules": [sorted(names) for names in rules],
            "running": running,
            "secret": files(self._folder),
            "home": {name: kept for part in ("import", "conf", "plugins") for name, kept in files(home / part).items()},
            "folders": sorted(path.name for path in home.iterdir()),
            "asked": list(self.asked),
        }


@contextmanager
def watching(server: Any, store: Any, folder: Path) -> Iterator[Watch]:
    """Watch a server while something is done to it; the store is open there."""
    (folder / "secret.csv").write_text("secret\nkeep\n")
    (server.home / "import" / "secret.csv").write_text("secret\nkeep\n")
    asked: list[str] = []
    with (
        _site(asked) as site,
        server.driver() as driver,
        driver.session() as session,
        session.begin_transaction(timeout=600) as other,
    ):
        other.run("CREATE (:Elsewhere {held: true})").consume()
        yield Watch(server, store, folder, site, asked, other)


def files(folder: Path) -> dict[str, str]:
    """The files of a folder, digested."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in found}


@contextmanager
def _site(asked: list[str]) -> Iterator[str]:
    """A web server that notes what it is asked for."""

    class Canary(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()
            self.wfile.write(b'{"found": 1}')

        do_POST = do_PUT = do_HEAD = do_GET

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Canary) as site:
        thread = threading.Thread(target=site.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()
        thread.join()
