"""Property names that an embedded engine keeps for itself, and how ours stay out of their way.

kglite answers `n.type`, `n.label`, `n.id`, `n.title` and `n.name` from a node's own structure where the node has no
such property. Properties of these names are therefore stored, and asked for, with an underscore after them. The rule
is one to one for every name: `type` is stored as `type_`, and `type_` as `type__`.
"""

from __future__ import annotations

from fingerpost.core.errors import UnsupportedConstruct

STRUCTURAL = frozenset(("id", "title", "name", "type", "label", "labels", "node_type", "nid", "fp_at"))
"""Names that the engine, or we ourselves, keep on every node and relationship."""


def stored_name(name: str) -> str:
    """The name under which a property is stored."""
    return f"{name}_" if name.rstrip("_") in STRUCTURAL else name


def said_name(stored: str) -> str | None:
    """The name of a stored property; None for a structural one, which is not ours."""
    if stored.rstrip("_") not in STRUCTURAL:
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
