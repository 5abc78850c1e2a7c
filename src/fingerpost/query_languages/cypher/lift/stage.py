"""A stage under construction."""

from __future__ import annotations

from collections.abc import Sequence

from fingerpost.plans import Column, Condition, Let, Match, Operand, Ref, Stage, Unwind
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.lift import conditions as _conditions
from fingerpost.query_languages.cypher.lift.context import Context


class StageBuilder:
    """Collects what one stage binds. `names` are the visible names in order: inputs first, then as bound."""

    def __init__(self, context: Context, inputs: Sequence[str]) -> None:
        self.context = context
        self.names: list[str] = list(inputs)
        self.unwind: Unwind | None = None
        self.matches: list[Match] = []
        self.lets: list[Let] = []

    @property
    def empty(self) -> bool:
        return self.unwind is None and not self.matches and not self.lets

    def add_match(self, match: Match, named: Sequence[str]) -> None:
        self.matches.append(match)
        self.names.extend(name for name in named if name not in self.names)

    def computed(self, predicates: Sequence[ast.Expression]) -> list[Condition]:
        """Conditions that may use lets of this stage."""
        self.context.lets = self.lets
        return [c for predicate in predicates for c in _conditions.conditions(predicate, self.context)]

    def passed_on(self, predicates: Sequence[ast.Expression], extra: Sequence[tuple[str, Operand]] = ()) -> Stage:
        """The stage that hands on every visible name, with `extra` columns, filtered by `predicates`.

        What is handed on beside `names` is not visible to a `*`.
        """
        having = self.computed(predicates)
        columns = [Column(name=name, operand=Ref(name=name)) for name in self.names]
        columns += [Column(name=name, operand=operand) for name, operand in extra]
        if not columns:  # the rows count though nothing in them has a name
            columns = [Column(name=self.context.fresh("x"), operand=self.context.value(True))]
        return self.stage(columns=tuple(columns), having=tuple(having))

    def stage(self, **fields: object) -> Stage:
        """The stage with what was collected and the given fields."""
        bound: dict[str, object] = {"unwind": self.unwind, "matches": tuple(self.matches), "lets": tuple(self.lets)}
        return Stage.model_validate({**bound, **fields})
