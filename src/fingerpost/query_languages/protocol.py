"""What a query language is to everything else: it checks, lifts and writes queries."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan
from fingerpost.query_languages.policy import Policy

StoredValues: TypeAlias = Callable[[str, str, str], frozenset[str] | None]
"""Given (label or type, property, text): the stored values that read like the text; None if that is not known."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A query's text and the values of the parameters that printing introduced for its literals."""

    text: str
    parameters: dict[str, Cell]


class QueryLanguage(Protocol):
    """A query language. Only its `verify` and `verify_plan` make queries that a store runs."""

    @property
    def name(self) -> str:
        """Its name, as `VerifiedQuery.language` has it."""
        ...

    @property
    def dialects(self) -> Sequence[str]:
        """The names of its dialects, the default one first. No two languages share one."""
        ...

    def verify(
        self,
        query: str,
        schema: GraphSchema | None = None,
        *,
        dialect: str | None = None,
        parameters: Mapping[str, Cell] | None = None,
        policy: Policy | None = None,
        stored: StoredValues | None = None,
    ) -> VerifiedQuery:
        """Check a query and print it for a dialect: the default one where none is named.

        Args:
            schema: what the graph holds; without it names are not checked.
            parameters: values of the query's parameters.
            stored: tells which stored values read like a text; without it no value is looked for.

        Raises:
            QueryRejected: with every finding in `details["findings"]`.
            UnsupportedConstruct: the dialect cannot say it, or there is no such dialect.
        """
        ...

    def verify_plan(
        self,
        plan: Plan,
        schema: GraphSchema | None = None,
        *,
        dialect: str | None = None,
        policy: Policy | None = None,
    ) -> VerifiedQuery:
        """Check a plan and print it for a dialect. Raises as `verify` does."""
        ...

    def lift(self, query: str, parameters: Mapping[str, Cell] | None = None) -> Plan:
        """The plan that a query is.

        Raises:
            QueryRejected: the text is not one reading query.
            UnsupportedConstruct: `plan.outside`; the Plan has no word for a construct, which the message names.
            PlanError: the query uses what it does not bind, or does not make sense.
        """
        ...

    def write(self, plan: Plan) -> Printed:
        """A plan as a query to be read and lifted again: for people, files and examples, not for a store."""
        ...
