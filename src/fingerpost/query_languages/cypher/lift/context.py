"""What a lift carries along: parameters, fresh names, and the lets of the stage under way."""

from __future__ import annotations

import json
from typing import NoReturn

from fingerpost.core.cells import Cell, encode, fixed
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.plans import Let, Value
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.walk import variables


class NeedsLet(Exception):
    """A part needs a computed step where none may stand: a signal inside this package, never seen outside."""


class Context:
    """One lift. `lets` is None if no computed step may be added."""

    def __init__(self, query: ast.Query) -> None:
        self.parameters: dict[str, Cell] = {}
        self.lets: list[Let] | None = None
        self._taken = set(variables(query))
        self._count = 0
        self._by_value: dict[str, str] = {}

    def fresh(self, prefix: str) -> str:
        """A local name that nothing in the query uses."""
        while True:
            self._count += 1
            name = f"{prefix}{self._count}"
            if name not in self._taken:
                self._taken.add(name)
                return name

    def value(self, cell: Cell) -> Value:
        """A parameter for a literal; literals of the same value and type share one."""
        try:
            key = json.dumps(encode(cell))
        except TypeError:
            refuse(f"a {type(cell).__name__} as a value")
        name = self._by_value.get(key)
        if name is None:
            name = self.fresh("p")
            self.parameters[name] = fixed(cell)
            self._by_value[key] = name
        return Value(parameter=name)

    def add_let(self, let: Let) -> str:
        """Add a step and return its name; a step that is there already is shared.

        Raises:
            NeedsLet: no step may stand here.
        """
        if self.lets is None:
            raise NeedsLet
        for known in self.lets:
            if known.model_copy(update={"name": let.name}) == let:
                return known.name
        self.lets.append(let)
        return let.name


def refuse(what: str) -> NoReturn:
    """Say that a construct is outside the Plan; the raw route takes it."""
    raise UnsupportedConstruct(f"a plan cannot express {what}", code="plan.outside")
