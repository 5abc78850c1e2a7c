"""What a dialect of Cypher is: what it can say, how a checked tree is rewritten for it, and how it is written."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from fingerpost.core.cells import Cell
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import quoted, stored_name
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.vocabulary import FUNCTIONS
from fingerpost.query_languages.protocol import Printed

COMMON_FUNCTIONS = {name: name for name in FUNCTIONS.values()}
"""Every function that may be called, under its own name."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A checked query on its way to a dialect: its tree, its parameters, and the graph that it is for, if known.

    `added` are further parameters for the store, which the text does not name.
    """

    tree: ast.Query
    dialect: Dialect
    parameters: Mapping[str, Cell] = field(default_factory=dict)
    schema: GraphSchema | None = None
    added: Mapping[str, Cell] = field(default_factory=dict)


Rewrite: TypeAlias = Callable[[Draft], Draft]
"""A step towards what a dialect's engine answers rightly; it never changes what a query means.

Raises:
    UnsupportedConstruct: the dialect cannot say something; the message names it.
"""


def on_tree(change: Callable[[ast.Query], ast.Query]) -> Rewrite:
    """The rewrite that needs to know nothing but the tree."""

    @functools.wraps(change)
    def rewrite(draft: Draft) -> Draft:
        tree = change(draft.tree)
        return draft if tree is draft.tree else dataclasses.replace(draft, tree=tree)

    return rewrite


@dataclass(frozen=True)
class Dialect:
    """One dialect.

    `functions` maps a function's usual name to the name it has here; a function that is absent cannot be called.
    `rewrites` are applied in order to a checked query, and `printer` writes what they make of it.
    `kept`: property names that the engine, or we, keep for themselves. They are written with an underscore after
    them, in the store and in queries alike (`stored_name`), as keys of maps too, as what is a map is not always known.
    `own_ids`: elements that we loaded keep the source's id, which is what `elementId` gives of them.
    `paths_of_one`: `p = (:A)` is a path also where its node has no name.
    `plane_points`: a point has x and y, where it is not on the globe.
    """

    name: str
    functions: Mapping[str, str] = field(hash=False)
    printer: Callable[[Draft], Printed]
    rewrites: tuple[Rewrite, ...] = ()
    inline_where: bool = True
    quantified_paths: bool = True
    label_operators: bool = True
    path_selectors: bool = True
    collect_subquery: bool = True
    subquery_return: bool = True
    kept: frozenset[str] = frozenset()
    own_ids: bool = False
    paths_of_one: bool = True
    plane_points: bool = True
    extra_functions: frozenset[str] = frozenset()
    """Further functions that may be called, by their names in lower case: what a policy allows."""

    def stored_name(self, name: str) -> str:
        """The name under which the engine keeps a property; one to one, whatever the name is (`core.names`)."""
        return stored_name(name, self.kept) if self.kept else name

    def function(self, name: str) -> str:
        """How a function is called here.

        Raises:
            UnsupportedConstruct: this dialect does not have it.
        """
        here = self.functions.get(name)
        if here is None and name.lower() in self.extra_functions:
            return ".".join(map(quoted, name.split(".")))
        if here is None:
            raise UnsupportedConstruct(f"{name}() cannot be called in the {self.name} dialect")
        return here

    def rewritten(self, draft: Draft) -> Draft:
        """A checked query as this dialect can say it.

        Raises:
            UnsupportedConstruct: it cannot; the message names the construct.
        """
        for rewrite in self.rewrites:
            draft = rewrite(draft)
        return draft
