"""What one state of a graph holds: whether things are there, how many, and which values they have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.core.errors import QueryRejected
from fingerpost.core.limits import Limits
from fingerpost.domains.buildings.questions.phrase import Phrase
from fingerpost.engine import AskContext
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    CountOf,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
)

_LIMITS: Final = Limits(rows=50_000)
ELEMENT: Final = "Element"


class Lookups:
    """Small queries that readers ask before they decide what a question means."""

    def __init__(self, context: AskContext) -> None:
        self._context = context
        self._labels = context.schema.label_by_name

    def is_here(self, label: str) -> bool:
        """Whether there are nodes of a label."""
        return self.count(label) > 0

    def count(self, label: str) -> int:
        """How many nodes have a label."""
        info = self._labels.get(label)
        return info.count if info is not None else 0

    def has(self, label: str, name: str) -> bool:
        """Whether any node of a label has the property."""
        info = self._labels.get(label)
        return info is not None and name in info.by_name

    def exists(self, match: Match, parameters: Mapping[str, Cell]) -> bool:
        """Whether anything matches; nothing does where the graph has no such relation."""
        stage = Stage(matches=(match,), columns=(Column(name="one", operand=Ref(name="one")),), limit=1)
        return bool(self._rows(Plan(branches=((stage,),), parameters=dict(parameters))))

    def is_kind_of(self, label: str, general: str) -> bool:
        """Whether all nodes of a label have another one too, as doors are elements."""
        if label == general:
            return True
        nodes = Match(pattern=Pattern(nodes=(NodePattern(name="one", label=label),)))
        test = Test(left=Ref(name="one"), comparison=Comparison.IS_LABEL, label=general, negated=True)
        return general in self._labels and not self.exists(nodes.model_copy(update={"where": (test,)}), {})

    def common_label(self, one: Phrase, other: Phrase) -> str | None:
        """The label of all that two phrases mean: of walls and of elements that are walls, the label of walls."""
        if one.label == other.label:
            return one.label
        for wide, narrow in ((one, other), (other, one)):
            test = Test(left=Ref(name="one"), comparison=Comparison.IS_LABEL, label=narrow.label, negated=True)
            beyond = wide.match.model_copy(update={"where": (*wide.where, test)})
            if wide.label == ELEMENT and not self.exists(beyond, wide.parameters):
                return narrow.label
        return None

    def are_all_called(self, label: str, kinds: Sequence[str]) -> bool:
        """Whether every node of a label is called one of these."""
        rows = self.distinct(label, "kinds")
        return all(isinstance(called, (list, tuple)) and not set(kinds).isdisjoint(called) for (called,) in rows)

    def values(self, phrase: Phrase, name: str) -> list[float]:
        """The different numbers that the things of a phrase have under a name, in order."""
        if not self.has(phrase.label, name):
            return []
        value = Ref(name="one", property=name)
        stage = Stage(matches=(phrase.match,), columns=(Column(name=name, operand=value),), distinct=True)
        rows = self._rows(Plan(branches=((stage,),), parameters=dict(phrase.parameters)))
        return sorted(float(one) for (one,) in rows if isinstance(one, (int, float)) and not isinstance(one, bool))

    def states(self, phrase: Phrase, name: str) -> bool:
        """Whether any of the things of a phrase has a value under a name."""
        known = Test(left=Ref(name="one", property=name), comparison=Comparison.IS_NULL, negated=True)
        match = phrase.match.model_copy(update={"where": (*phrase.match.where, known)})
        return self.has(phrase.label, name) and self.exists(match, phrase.parameters)

    def numbers(self, phrase: Phrase, count: CountOf) -> list[tuple[str, int]] | None:
        """How many of something each thing of a phrase has, by its GlobalId; None where that cannot be counted."""
        columns = (
            Column(name="id", operand=Ref(name="one", property="globalId")),
            Column(name=count.name, operand=Ref(name=count.name)),
        )
        stage = Stage(matches=(phrase.match,), lets=(count,), columns=columns)
        try:
            rows = self._context.run(Plan(branches=((stage,),), parameters=dict(phrase.parameters)), _LIMITS).rows
        except QueryRejected:
            return None
        return [(str(one), number) for one, number in rows if isinstance(number, int)]

    def number(self, phrase: Phrase) -> int:
        """How many things a phrase means."""
        count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name="one"), distinct=True)
        stage = Stage(matches=(phrase.match,), aggregates=(count,))
        found = self.single(Plan(branches=((stage,),), parameters=dict(phrase.parameters)))
        return found if isinstance(found, int) else 0

    def texts(self, plan: Plan) -> tuple[str, ...]:
        """The texts in the first column that a plan finds, each once; none where the gate refuses it."""
        return tuple(dict.fromkeys(str(row[0]) for row in self._rows(plan) if isinstance(row[0], str)))

    def single(self, plan: Plan) -> Cell:
        """The one cell that a plan finds; None where it finds nothing, or the gate refuses it."""
        rows = self._rows(plan)
        return rows[0][0] if rows else None

    def _rows(self, plan: Plan) -> Sequence[tuple[Cell, ...]]:
        try:
            return self._context.run(plan, _LIMITS).rows
        except QueryRejected:
            return ()

    def distinct(self, label: str, *names: str) -> Sequence[tuple[Cell, ...]]:
        """The different values that nodes of a label have for some properties; None for one that there is not."""
        if label not in self._labels:
            return ()
        known = [name for name in names if self.has(label, name)]
        if not known:
            return ()
        columns = tuple(Column(name=name, operand=Ref(name="one", property=name)) for name in known)
        stage = Stage(
            matches=(Match(pattern=Pattern(nodes=(NodePattern(name="one", label=label),))),),
            columns=columns,
            distinct=True,
        )
        rows = self._context.run(Plan(branches=((stage,),)), _LIMITS).rows
        places = [known.index(name) if name in known else None for name in names]
        return [tuple(None if place is None else row[place] for place in places) for row in rows]
