"""The jars of a server: fetched once with Maven, whole or not at all, and kept in the user's cache folder."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

NEO4J = "5.26.30"
APOC = "5.26.19"
PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies"
_POM = Path(__file__).with_name("neo4j.pom.xml")
_JAVA = 17
_FETCH_S = 300


class Unavailable(Exception):
    """A server cannot be had here; the message says why."""


def cache() -> Path:
    """The folder that keeps jars between runs."""
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if os.path.isabs(base) else Path.home() / ".cache") / "fingerpost" / "servers"


def java() -> str:
    """The Java that runs servers; `Unavailable` where there is none, or an older one."""
    home = os.environ.get("JAVA_HOME")
    found = shutil.which("java", path=str(Path(home) / "bin")) if home else None
    found = found or shutil.which("java")
    if found is None:
        raise Unavailable(f"java is not installed (Java {_JAVA} or newer)")
    said = subprocess.run([found, "-version"], capture_output=True, text=True, check=False, timeout=60).stderr
    version = re.search(r'version "(\d+)', said)
    if version is None or int(version[1]) < _JAVA:
        raise Unavailable(f"java is older than {_JAVA}: {said.strip().splitlines()[0] if said.strip() else found}")
    return found


def folder(*, apoc: bool = False) -> Path:
    """Where the jars of these versions are kept, with APOC's or without; it is there when all of them are."""
    return cache() / (f"neo4j-{NEO4J}-apoc-{APOC}" if apoc else f"neo4j-{NEO4J}")


def library(*, apoc: bool = False, fetch: bool = True) -> Path:
    """The folder of Neo4j's jars, with APOC's or without; fetched where they are not here and `fetch` allows it.

    Several processes may ask at once: one fetches, the others wait. Where it fails, a note beside the folder keeps the
    reason, for those that ask without `fetch`.
    """
    java()
    kept = folder(apoc=apoc)
    if kept.is_dir():
        return kept
    note = kept.with_name(f"{kept.name}.why")
    if not fetch:
        why = note.read_text() if note.is_file() else "not fetched yet"
        raise Unavailable(f"{kept.name} is not here: {why} (`make servers` fetches it)")
    with locked(kept.with_name(f"{kept.name}.lock")):
        if not kept.is_dir():
            try:
                _fetch(kept, apoc=apoc)
            except Unavailable as why:
                note.write_text(str(why))
                raise
            note.unlink(missing_ok=True)
    return kept


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds a file's lock against other processes; the system frees it when a process ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _fetch(kept: Path, *, apoc: bool) -> None:
    maven = shutil.which("mvn")
    if maven is None:
        raise Unavailable("Maven is not installed (mvn)")
    with tempfile.TemporaryDirectory(dir=kept.parent, prefix=f"{kept.name}.") as made:
        jars = Path(made) / "lib"
        command = [maven, "--batch-mode", "--strict-checksums", "-Dstyle.color=never", f"--file={_POM}", PLUGIN]
        command += [f"-Dneo4j.version={NEO4J}", "-DincludeScope=runtime", f"-DoutputDirectory={jars}"]
        if apoc:
            command += ["--activate-profiles=apoc", f"-Dapoc.version={APOC}"]
        run_maven(command)
        if not list(jars.glob(f"neo4j-kernel-{NEO4J}.jar")):
            raise Unavailable("Maven ended without an error and without Neo4j's jars")
        if apoc:
            # APOC does not start beside the Hadoop that Neo4j brings.
            for jar in jars.glob("hadoop-common-*.jar"):
                jar.unlink()
        jars.rename(kept)


def run_maven(command: list[str]) -> None:
    """Runs Maven; raises `Unavailable` with its first error."""
    try:
        ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=_FETCH_S)
    except subprocess.TimeoutExpired:
        raise Unavailable(f"Maven had not fetched the jars after {_FETCH_S} s") from None
    if ended.returncode:
        errors = [line for line in ended.stdout.splitlines() if line.startswith("[ERROR]")] or [ended.stderr.strip()]
        raise Unavailable(f"Maven could not fetch the jars: {errors[0][:300]}")
