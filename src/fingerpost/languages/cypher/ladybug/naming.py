"""Names of variables that differ by more than case: the engine takes `a` and `A` for one."""

from __future__ import annotations

import re

from fingerpost.languages.cypher import ast
from fingerpost.languages.cypher.renaming import rename
from fingerpost.languages.cypher.walk import variables

_PLAIN = re.compile(r"[A-Za-z_][A-Za-z0-9_]*", re.ASCII)


def with_names_of_their_own(query: ast.Query) -> ast.Query:
    """The query with new names for variables and columns that are not plain, or that differ by case only."""
    names: dict[str, str] = {}
    taken = {name.casefold() for name in variables(query)}
    seen: set[str] = set()
    number = 0
    for name in sorted(variables(query)):
        if _PLAIN.fullmatch(name) and name.casefold() not in seen:
            seen.add(name.casefold())
            continue
        while f"fp_u{number}" in taken:
            number += 1
        names[name] = f"fp_u{number}"
        number += 1
    if not names:
        return query
    tree: ast.Query = rename(query, names)
    return tree
