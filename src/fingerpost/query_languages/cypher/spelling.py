"""Names as they may be written: plain where they mean nothing else, in backticks where they could."""

from __future__ import annotations

import re

from fingerpost.core.names import quoted

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
RESERVED = frozenset(
    "ACCESS ALL ALTER AND ANY AS ASC ASCENDING ATTACH BY CALL CASE COLLECT CONSTRAINT CONTAINS COPY COUNT CREATE "
    "CYPHER DELETE DESC DESCENDING DETACH DISTINCT DROP EACH ELSE END ENDS EXCEPT EXISTS EXPLAIN FALSE FILTER FINISH "
    "FOR FOREACH FORMAT FROM GROUP HAVING IN INDEX INF INFINITY INSERT INTERSECT IS LET LIMIT LOAD MATCH MERGE NAN "
    "NEXT NODETACH NONE NOT NULL NULLS OF OFFSET ON OPTIONAL OR ORDER OVER PARTITION PROFILE REDUCE REMOVE REQUIRE "
    "RETURN SCALAR SELECT SET SHORTEST SHORTESTPATH ALLSHORTESTPATHS SHOW SINGLE SKIP STARTS THEN TRUE TYPED UNION "
    "UNIQUE UNWIND USE USING WHEN WHERE WITH XOR YIELD".split()
)


def is_plain(name: str) -> bool:
    """Whether a name can be written as it is."""
    return _PLAIN.fullmatch(name) is not None and name.upper() not in RESERVED


def quote(name: str) -> str:
    """A name as it is safe to write.

    Raises:
        UnsupportedConstruct: no dialect takes it.
    """
    return name if is_plain(name) else quoted(name)
