"""Property names that are kept beside the properties of a graph, and how these stay out of their way.

kglite answers `n.type`, `n.label`, `n.id`, `n.title` and `n.name` from a node's own structure where the node has no
such property; a server's graph that we loaded keeps our own `fp_id` and `fp_at`. Properties of the names that a dialect
keeps are therefore stored, and asked for, with an underscore after them. The rule is one to one for every name: where
`type` is kept, `type` is stored as `type_`, and `type_` as `type__`.
"""

from __future__ import annotations

from fingerpost.core.errors import UnsupportedConstruct

STRUCTURAL = frozenset(("id", "title", "name", "type", "label", "labels", "node_type", "nid", "fp_at"))
"""Names that kglite, or we ourselves, keep on every node and relationship."""

ELEMENT_ID, ELEMENT_ORIGIN = "fp_id", "fp_at"
OWN = frozenset((ELEMENT_ID, ELEMENT_ORIGIN))
"""Names that we keep on what we load into a server: the source's id of an element, and where it was read, packed."""


def stored_name(name: str, kept: frozenset[str] = STRUCTURAL) -> str:
    """The name under which a property is stored where some names are kept."""
    return f"{name}_" if name.rstrip("_") in kept else name


def said_name(stored: str, kept: frozenset[str] = STRUCTURAL) -> str | None:
    """The name of a stored property; None for a kept one, which is not the graph's."""
    if stored.rstrip("_") not in kept:
        return stored
    return stored[:-1] if stored.endswith("_") else None


def quoted(name: str) -> str:
    """A name in backticks, as every dialect of Cypher reads it.

    Raises:
        UnsupportedConstruct: no dialect takes such a name, or one reads it as something else. Neo4j resolves `\\uXXXX`
            before it looks for the closing backtick (Cypher Manual, "Parsing"), so `\\u0060` would end the name there.
    """
    if not name or "\x00" in name:
        raise UnsupportedConstruct("a name that is empty or has a null character cannot be written")
    if "\\u" in name.lower():
        raise UnsupportedConstruct("a name with a Unicode escape cannot be written")
    if any("\ud800" <= character <= "\udfff" for character in name):
        raise UnsupportedConstruct("a name with half a surrogate pair cannot be written")
    return "`" + name.replace("`", "``") + "`"
