"""The gate of one state of a graph: its store receives only queries checked against its schema."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property, lru_cache

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.core.verified import VerifiedQuery
from fingerpost.plans import Plan, ToOne, simplified
from fingerpost.query_languages import Policy, Severity, StoredValues, language_of, lift_sql

_REMEMBERED = 256
"""The number of verified queries without parameters, and of plans, that are cached."""
_LONG = 20_000
"""The characters from which a plan is not cached: most of it are values that a program gave."""


class Gate:
    """Checks queries against one schema and policy, and prints them in the store's dialect by default."""

    def __init__(
        self,
        schema: GraphSchema,
        policy: Policy,
        dialect: str,
        stored_values: StoredValues | None = None,
        to_one: ToOne | None = None,
    ) -> None:
        """`to_one` tells, of the graph as its store answers, that no node starts two relationships of a type."""
        self.dialect = dialect
        self._to_one = to_one
        self._schema = schema
        self._policy = policy
        self._stored_values = stored_values
        self._remembered = lru_cache(maxsize=_REMEMBERED)(self._check)
        self._plans: dict[tuple[str, str], VerifiedQuery] = {}

    @cached_property
    def literal(self) -> Gate:
        """The same gate with names as they are written: what the graph does not have matches nothing, and is noted."""
        policy = dataclasses.replace(self._policy, unknown=Severity.NOTE, unjoined=Severity.NOTE)
        return Gate(self._schema, policy, self.dialect, self._stored_values, self._to_one)

    def check(
        self, text: str, parameters: Mapping[str, Cell] | None = None, *, dialect: str | None = None
    ) -> VerifiedQuery:
        """Check the text of a query.

        Raises:
            QueryRejected: with every finding in `details["findings"]`.
            UnsupportedConstruct: the dialect cannot express it.
        """
        target = dialect or self.dialect
        return self._check(text, target, parameters) if parameters else self._remembered(text, target)

    def check_plan(self, plan: Plan, *, dialect: str | None = None) -> VerifiedQuery:
        """Check a plan and print it in the store's dialect by default. Raises as `check` does."""
        target = dialect or self.dialect
        key = target, plan.model_dump_json()
        found = self._plans.get(key)
        if found is None:
            run = plan if self._to_one is None or target != self.dialect else simplified(plan, self._to_one)
            found = language_of(target).verify_plan(run, self._schema, dialect=target, policy=self._policy)
            if len(self._plans) >= _REMEMBERED:
                self._plans.clear()
            if len(key[1]) < _LONG:
                self._plans[key] = found
        return found

    def check_sql(self, text: str, *, dialect: str | None = None) -> VerifiedQuery:
        """Check a SELECT statement over the graph's tables, as the plan that it is.

        Raises:
            MissingExtra: the extra `sql` is not installed.
            QueryRejected, UnsupportedConstruct, PlanError: as `check` and `lift_sql` raise them.
        """
        return self.check_plan(lift_sql(text, self._schema), dialect=dialect)

    def _check(self, text: str, dialect: str, parameters: Mapping[str, Cell] | None = None) -> VerifiedQuery:
        return language_of(dialect).verify(
            text,
            self._schema,
            dialect=dialect,
            parameters=parameters,
            policy=self._policy,
            stored=self._stored_values,
        )


def policy_of(settings: Settings) -> Policy:
    """The policy that the settings define."""
    return Policy(
        max_hops=settings.max_hops,
        max_product=settings.max_product,
        procedures=frozenset(map(str.lower, settings.allowed_procedures)),
        extra_functions=frozenset(map(str.lower, settings.allowed_functions)),
    )
