"""Property names that a dialect reserves, and the escaped names under which such properties are stored.

kglite answers `n.type`, `n.label`, `n.id`, `n.title` and `n.name` from a node's own structure if the node has no such
property, and graphs that we load into a server have our own `fp_id` and `fp_at`. Properties with reserved names are
therefore stored, and queried, with an underscore appended. The mapping is one to one: `type` is stored as `type_`, and
`type_` as `type__`.
"""

from __future__ import annotations

import re

from fingerpost.core.errors import UnsupportedConstruct

_HALF = re.compile("[\ud800-\udfff]")
NO_TEXT = "the question has half of a surrogate pair, or a byte that is not UTF-8"
STRUCTURAL = frozenset(("id", "title", "name", "type", "label", "labels", "node_type", "nid", "fp_at"))
"""Names that kglite or fingerpost itself uses on every node and relationship."""

ELEMENT_ID, ELEMENT_ORIGIN = "fp_id", "fp_at"
OWN = frozenset((ELEMENT_ID, ELEMENT_ORIGIN))
"""Names of our own on elements loaded into a server: the id in the source, and the packed origin."""


def stored_name(name: str, kept: frozenset[str] = STRUCTURAL) -> str:
    """The name under which a property is stored if the names in `kept` are reserved."""
    return f"{name}_" if name.rstrip("_") in kept else name


def said_name(stored: str, kept: frozenset[str] = STRUCTURAL) -> str | None:
    """The property's own name; None for a reserved name, which is not a property of the graph."""
    if stored.rstrip("_") not in kept:
        return stored
    return stored[:-1] if stored.endswith("_") else None


def kept_names(kept: frozenset[str]) -> str:
    """A regular expression for the names that are kept."""
    return f"({'|'.join(map(re.escape, sorted(kept)))})"


def quoted(name: str) -> str:
    """A name in backticks, for any dialect of Cypher.

    Raises:
        UnsupportedConstruct: no dialect accepts such a name, or one misreads it. Neo4j resolves `\\uXXXX`
            before it looks for the closing backtick (Cypher Manual, "Parsing"), so `\\u0060` would end the name there.
    """
    if not name or "\x00" in name:
        raise UnsupportedConstruct("a name that is empty or has a null character cannot be written")
    if "\\u" in name.lower():
        raise UnsupportedConstruct("a name with a Unicode escape cannot be written")
    if not is_text(name):
        raise UnsupportedConstruct("a name with half a surrogate pair cannot be written")
    return "`" + name.replace("`", "``") + "`"


def is_text(value: str) -> bool:
    """Whether it can be written and sent; half of a surrogate pair cannot, which JSON and command lines may hold."""
    return value.isascii() or _HALF.search(value) is None
