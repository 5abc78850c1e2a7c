"""Java, Maven, Chromium and PostgreSQL from Debian, where they are missing and may be installed without a question."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from scripts.servers.jars import Unavailable, java

POSTGRESQL = Path("/usr/lib/postgresql")
_LIMIT_S = 300
_JAVAS = ("openjdk-17-jre-headless", "default-jre-headless")


def install_tools() -> list[str]:
    """Installs what is missing of Java and Maven; returns the packages, or raises `Unavailable` with the reason."""
    return _installed([*([] if _has_java() else [_JAVAS]), *([] if shutil.which("mvn") else [("maven",)])])


def install_browser() -> list[str]:
    """Installs Chromium, for tests of the page, if there is none; as `install_tools` does."""
    return _installed([] if shutil.which("chromium") else [("chromium",)])


def initdb() -> Path | None:
    """The program that makes a PostgreSQL server's folder: on the path, or where Debian has it."""
    found = shutil.which("initdb")
    return Path(found) if found else max(POSTGRESQL.glob("*/bin/initdb"), default=None)


def install_postgresql() -> list[str]:
    """Installs PostgreSQL, for tests that load from one, if there is none; as `install_tools` does."""
    return _installed([] if initdb() is not None else [("postgresql",)])


def _installed(wanted: Sequence[Sequence[str]]) -> list[str]:
    if not wanted:
        return []
    missing = " and ".join(names[0] for names in wanted)
    if shutil.which("apt-get") is None:
        raise Unavailable(f"{missing} missing, and this is no Debian: install them by hand")
    if os.geteuid() == 0:
        prefix: list[str] = []
    elif shutil.which("sudo") and _run(["sudo", "-n", "true"]).returncode == 0:
        prefix = ["sudo", "-n"]
    else:
        raise Unavailable(f"{missing} missing, and installing needs root: install them by hand")
    # An index that cannot be renewed may still do.
    _run([*prefix, "apt-get", "update", "--quiet"])
    packages = [next((name for name in names if _offered(name)), names[0]) for names in wanted]
    quiet = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes", "--quiet"]
    ended = _run([*prefix, *quiet, "--no-install-recommends", "-o", "DPkg::Lock::Timeout=60", *packages])
    if ended.returncode:
        said = ended.stderr.strip().splitlines() or ["no reason given"]
        raise Unavailable(f"apt-get could not install {' '.join(packages)}: {said[-1][:300]}")
    return packages


def _has_java() -> bool:
    try:
        java()
    except Unavailable:
        return False
    return True


def _offered(package: str) -> bool:
    return "Version:" in _run(["apt-cache", "show", package]).stdout


def _run(command: Sequence[str]) -> subprocess.CompletedProcess[str]:
    """Runs a command that cannot ask anything, for as long as the limit allows."""
    try:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False, timeout=_LIMIT_S
        )
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"not done after {_LIMIT_S} s")
