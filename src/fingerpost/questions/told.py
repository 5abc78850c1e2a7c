"""Examples that were learned, as a parser asks them: which are like a question, and what their queries make of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from fingerpost.core.errors import FingerpostError
from fingerpost.linking.learned import Learned, LearnedExample
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.stopwords import is_content
from fingerpost.plans import Comparison, Plan
from fingerpost.query_languages import language
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.by_example import (
    BY_EXAMPLE,
    FILLED,
    TRIED,
    asks_number,
    example_signs,
    filled,
    slots_of,
)
from fingerpost.questions.likeness import NEAREST, Likeness
from fingerpost.questions.markers import Marker
from fingerpost.questions.neighbours import Neighbours, words_of
from fingerpost.questions.outline import Outline
from fingerpost.questions.state import Filter, Reason, State, TreeNode


@dataclass(frozen=True)
class Filled:
    """An example's plan with a question's values, and how alike they are."""

    plan: Plan
    chosen: Mapping[str, Mention]
    alike: float
    example: LearnedExample
    outline: Outline | None


class Told:
    """The examples of what was learned."""

    def __init__(self, learned: Learned) -> None:
        self._learned = learned
        self._outlines = [Outline(*parts) for parts in learned.outlines]
        self._plans: dict[int, Plan | None] = {}

    def __bool__(self) -> bool:
        return bool(self._learned.told and self._learned.by_example)

    @cached_property
    def _neighbours(self) -> Neighbours:
        return Neighbours([example.words for example in self._learned.told])

    def near(self, linked: Linked, found: Sequence[Marker]) -> Around:
        """What is told near a question with these markers."""
        near = self._neighbours.nearest(words_of(linked), NEAREST)
        told = [(alike, self._learned.told[place]) for alike, place in near]
        return Around(self, linked, told, number=asks_number(found))

    def outline(self, example: LearnedExample) -> Outline | None:
        """The outline of the reading that is right for an example."""
        return None if example.outline is None else self._outlines[example.outline]

    def plan(self, example: LearnedExample) -> Plan | None:
        """The plan of an example's query; None where it has none."""
        if example.query not in self._plans:
            try:
                self._plans[example.query] = language().lift(self._learned.queries[example.query])
            except FingerpostError:
                self._plans[example.query] = None
        return self._plans[example.query]

    def log_odds(self, signs: Mapping[str, float]) -> float:
        """How likely the plan of an example is right where the best reading is not, rather than the other way round."""
        return sum(self._learned.by_example.get(name, 0.0) * amount for name, amount in signs.items())


class Around:
    """The examples near one question."""

    def __init__(
        self, told: Told, linked: Linked, near: Sequence[tuple[float, LearnedExample]], *, number: bool
    ) -> None:
        self._told, self._linked, self._near, self._number = told, linked, near, number
        self._likeness = Likeness([(alike, told.outline(example)) for alike, example in near])

    def filled(self) -> Iterator[Filled]:
        """The plans of the nearest examples that take the values of the question, no two the same."""
        seen: set[int] = set()
        for alike, example in self._near[:TRIED]:
            plan = self._told.plan(example) if example.query not in seen else None
            if plan is None:
                continue
            words = frozenset(example.words.split())
            found = filled(plan, example.says, words, self._linked, number=self._number)
            if found is not None:
                seen.add(example.query)
                yield Filled(*found, alike, example, self._told.outline(example))
                if len(seen) == FILLED:
                    return

    def lead(self, one: Filled, best: Outline, amounts: Mapping[str, float]) -> float:
        """How far the plan of an example is before the best reading of the question, which has these features."""
        return self._told.log_odds(example_signs(one.alike, one.outline, best, amounts, self._likeness))

    def reading(self, one: Filled, score: float, weights: Mapping[str, float]) -> tuple[State, Head]:
        """The reading that a plan by example stands for. Words that neither has are passed over."""
        slots = slots_of(one.plan)
        nodes = [node for stage in one.plan.stages for match in stage.matches for node in match.pattern.nodes]
        labels = list({node.name: node.label for node in nodes if node.label is not None}.values())
        filters = []
        for name, mention in one.chosen.items():
            label, held = slots[name]
            value = Filter(
                labels.index(label), held, Comparison.EQ, mention.value, start=mention.start, end=mention.end
            )
            filters.append(value)
        said = [
            Reason("value", mention.score * mention.length, mention.start, mention.end, mention.reason)
            for mention in one.chosen.values()
        ]
        rest = score - sum(weights[reason.feature] * reason.amount for reason in said)
        whole = Reason(BY_EXAMPLE, rest, 0, len(self._linked.tokens), self.note(one))
        state = State(
            nodes=tuple(TreeNode(label, 0, True) for label in labels),
            filters=tuple(filters),
            score=score,
            reasons=(whole, *said),
            skipped=self._skipped(one),
            weights=weights,
        )
        return state, Head(Kind.LIST, Term(0))

    @staticmethod
    def note(one: Filled) -> str:
        """Which example was followed, by its stems."""
        words = ("…" if word.startswith("=") else word for word in one.example.words.split())
        return f"as “{' '.join(words)}” of the examples"

    def _skipped(self, one: Filled) -> tuple[int, ...]:
        known = set(one.example.words.split())
        read = self._linked.readable()
        return tuple(
            place
            for place, token in enumerate(self._linked.tokens)
            if is_content(token.norm) and token.stem not in known and place not in read
        )
