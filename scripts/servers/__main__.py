"""Servers by hand.

python -m scripts.servers install            tools and PostgreSQL from Debian where missing, then jars; never fails
python -m scripts.servers run [--apoc] [--password P] [--memory 512]    one server, until Ctrl-C
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence

from scripts.servers import Neo4jServer, Unavailable, joern
from scripts.servers.debian import install_browser, install_postgresql, install_tools
from scripts.servers.jars import APOC, NEO4J, folder, library

_ENDS = (signal.SIGINT, signal.SIGTERM)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one of the two commands."""
    parser = argparse.ArgumentParser(prog="python -m scripts.servers")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("install", help="fetch what servers need")
    running = commands.add_parser("run", help="run a Neo4j until Ctrl-C")
    running.add_argument("--apoc", action="store_true")
    running.add_argument("--password")
    running.add_argument("--memory", type=int, default=512)
    chosen = parser.parse_args(arguments)
    if chosen.command == "install":
        return install()
    return run(Neo4jServer(apoc=chosen.apoc, password=chosen.password, memory=chosen.memory))


def install() -> int:
    """Fetches what is missing, and says what could not be had: tests then skip what needs it."""
    for tools in (install_tools, install_browser, install_postgresql):
        try:
            for package in tools():
                print(f"installed {package}")
        except Unavailable as why:
            print(f"WARNING: {why}")
    for apoc in (False, True):
        name = f"Neo4j {NEO4J}" + (f" with APOC {APOC}" if apoc else "")
        if not folder(apoc=apoc).is_dir():
            print(f"fetching {name}", flush=True)
        try:
            library(apoc=apoc)
        except Unavailable as why:
            print(f"WARNING: no {name}, its tests will be skipped: {why}")
    if not joern.folder().is_dir():
        print(f"fetching Joern {joern.JOERN}", flush=True)
    try:
        joern.library()
    except Unavailable as why:
        print(f"WARNING: no Joern {joern.JOERN}, its tests will be skipped: {why}")
    return 0


def run(server: Neo4jServer) -> int:
    """Runs a server until Ctrl-C."""
    try:
        with server:
            print(f"{server.url} (process {server.pid}, folder {server.home}); Ctrl-C ends it", flush=True)
            signal.pthread_sigmask(signal.SIG_BLOCK, _ENDS)
            signal.sigwait(_ENDS)
    except Unavailable as why:
        print(why, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
