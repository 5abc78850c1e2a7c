"""Empties a database without a restart."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import neo4j
from neo4j import Query

_OTHERS = (
    "SHOW TRANSACTIONS YIELD transactionId AS id, currentQuery WHERE NOT currentQuery STARTS WITH 'SHOW' RETURN id"
)
_BUSY = "SHOW TRANSACTIONS YIELD currentQuery WHERE NOT currentQuery IN ['', $own] RETURN count(*) AS n"
_BUSY_S = 30.0
"""How long what was ended may go on: a server ends no single expression."""
_INDEXES = (
    "SHOW INDEXES YIELD name, type, owningConstraint WHERE type <> 'LOOKUP' AND owningConstraint IS NULL "
    "AND NOT (name =~ $names) RETURN name"
)
_CONSTRAINTS = (
    "SHOW CONSTRAINTS YIELD name, properties WHERE properties <> [$kept] AND NOT (name =~ $names) RETURN name"
)
_DELETES = (
    "MATCH ()-[r]->() WITH r LIMIT 10000 DELETE r RETURN count(*) AS n",
    "MATCH (n) WITH n LIMIT 10000 DELETE n RETURN count(*) AS n",
)


def wipe(driver: neo4j.Driver, imported: Path, kept: str = "", names: str = "") -> None:
    """Ends what runs, drops indexes and constraints, deletes all nodes, and empties the folder of imports.

    Constraints of the property `kept` stay, as do indexes and constraints whose name matches the regular expression
    `names`. To drop them and to make them again for the next graph costs a server ten times what the graph does,
    because each change of the schema lets go of all plans of queries.

    Names of properties that were used stay known to `db.propertyKeys()`: only a new home is rid of them.
    """
    with driver.session() as session:
        for row in session.run(_OTHERS).data():
            session.run("TERMINATE TRANSACTION $id", id=row["id"]).consume()
        until = time.monotonic() + _BUSY_S
        while session.run(_BUSY, own=_BUSY).single(strict=True)["n"] and time.monotonic() < until:
            time.sleep(0.05)
        for what, text in (("CONSTRAINT", _CONSTRAINTS), ("INDEX", _INDEXES)):
            for row in session.run(text, kept=kept, names=names).data():
                quoted = row["name"].replace("`", "``")
                session.run(Query(f"DROP {what} `{quoted}` IF EXISTS")).consume()
        # In steps that neither a hub nor a large graph brings to the memory limit, and without a time limit.
        for text in _DELETES:
            while session.run(Query(text, timeout=0)).single(strict=True)["n"]:
                pass
    for path in imported.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()
