"""Cypher as one of the query languages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan
from fingerpost.query_languages.cypher import gate
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects import DEFAULT, DIALECTS
from fingerpost.query_languages.cypher.lower import lower
from fingerpost.query_languages.policy import Policy
from fingerpost.query_languages.protocol import Printed, QueryLanguage, StoredValues


class _Cypher:
    """See `QueryLanguage`."""

    name = "cypher"

    @property
    def dialects(self) -> Sequence[str]:
        return [DEFAULT, *(name for name in DIALECTS if name != DEFAULT)]

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
        target = dialect or DEFAULT
        return gate.verify(query, schema, dialect=target, parameters=parameters, policy=policy, stored=stored)

    def verify_plan(
        self,
        plan: Plan,
        schema: GraphSchema | None = None,
        *,
        dialect: str | None = None,
        policy: Policy | None = None,
    ) -> VerifiedQuery:
        return gate.verify_plan(plan, schema, dialect=dialect or DEFAULT, policy=policy)

    def lift(self, query: str, parameters: Mapping[str, Cell] | None = None) -> Plan:
        from fingerpost.query_languages.cypher.lift import lift
        from fingerpost.query_languages.cypher.parser import parse

        return lift(parse(query), parameters)

    def write(self, plan: Plan) -> Printed:
        from fingerpost.query_languages.cypher.dialects.neo4j import PLAIN

        return PLAIN.printer(Draft(lower(plan), PLAIN, plan.parameters))


CYPHER: QueryLanguage = _Cypher()
