"""How a server for tests is set: quick to start and to stop, small, quick to notice a time limit, closed to outside."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

_OPENED = ("java.base/java.nio", "java.base/java.io", "java.base/sun.nio.ch", "java.base/java.util.concurrent")
JVM = (
    "-XX:+UseSerialGC",
    "-Dio.netty.tryReflectionSetAccessible=true",
    *(f"--add-opens={name}=ALL-UNNAMED" for name in _OPENED),
)
"""Options of Java that Neo4j needs, and a collector that is small."""

_FIXED = {
    "server.default_listen_address": "127.0.0.1",
    "server.http.enabled": "false",
    "server.https.enabled": "false",
    "server.directories.import": "import",
    "server.memory.pagecache.size": "64m",
    "dbms.usage_report.enabled": "false",
    # Graphs come and go, and plans that were made for the last one are still right.
    "dbms.cypher.min_replan_interval": "1h",
    "db.transaction.monitor.check.interval": "100ms",
    "db.memory.transaction.max": "64m",
    # Without these a home takes half a gigabyte, and a stop ten seconds.
    "db.tx_log.preallocate": "false",
    "internal.server.bolt.thread_pool_shutdown_wait_time": "0s",
    "internal.server.bolt.connection_shutdown_wait_time": "0s",
}
_APOC = {
    "apoc.import.file.enabled": "true",
    "apoc.import.file.use_neo4j_config": "false",
    "apoc.export.file.enabled": "true",
}


def write_settings(
    home: Path, port: int, timeout_s: float, plugins: Sequence[Path], more: Mapping[str, str], *, secured: bool
) -> None:
    """Makes a home's folders and its conf; plugins are copied, and may then do all that they can."""
    for name in ("conf", "data", "logs", "import", "plugins"):
        (home / name).mkdir()
    settings = {
        **_FIXED,
        "server.bolt.listen_address": f"127.0.0.1:{port}",
        "server.bolt.advertised_address": f"127.0.0.1:{port}",
        "db.transaction.timeout": f"{round(timeout_s * 1000)}ms",
        "dbms.security.auth_enabled": "true" if secured else "false",
    }
    if plugins:
        settings["dbms.security.procedures.unrestricted"] = "apoc.*"
        _write(home / "conf" / "apoc.conf", _APOC)
        for jar in plugins:
            shutil.copy(jar, home / "plugins")
    _write(home / "conf" / "neo4j.conf", {**settings, **more})


def _write(path: Path, settings: Mapping[str, str]) -> None:
    path.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
