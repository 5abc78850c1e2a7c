"""CPGQL as one of the query languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan
from fingerpost.query_languages.cpgql import gate
from fingerpost.query_languages.policy import Policy
from fingerpost.query_languages.protocol import Printed, QueryLanguage, StoredValues


class _Cpgql:
    """See `QueryLanguage`. Queries are checked against the specification of code property graphs, not one graph."""

    name = gate.NAME

    @property
    def dialects(self) -> Sequence[str]:
        return [gate.DIALECT]

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
        _require(dialect)
        if parameters:
            raise UnsupportedConstruct("a CPGQL query has no parameters: values are written into it")
        return gate.verify(query)

    def verify_plan(
        self,
        plan: Plan,
        schema: GraphSchema | None = None,
        *,
        dialect: str | None = None,
        policy: Policy | None = None,
    ) -> VerifiedQuery:
        _require(dialect)
        return gate.verify_plan(plan)

    def lift(self, query: str, parameters: Mapping[str, Cell] | None = None) -> Plan:
        raise UnsupportedConstruct("a CPGQL query cannot be lifted to a plan", code="plan.outside")

    def write(self, plan: Plan) -> Printed:
        return Printed(gate.verify_plan(plan).text, {})


def _require(dialect: str | None) -> None:
    if dialect not in (None, gate.DIALECT):
        raise UnsupportedConstruct(f"CPGQL has no dialect {dialect}; it has {gate.DIALECT}")


CPGQL: QueryLanguage = _Cpgql()
