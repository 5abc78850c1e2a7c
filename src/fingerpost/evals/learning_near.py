"""Learns when the query of a similar example is better than the best reading.

An example always resembles itself, so this is learned twice: from all other examples, as for questions like the given
ones, and from those of other kinds, as for new kinds of questions. Similarity is trusted as far as both allow.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema
from fingerpost.evals.learning_cases import Case
from fingerpost.evals.learning_confidence import Sign, learned_confidence
from fingerpost.evals.learning_weights import Choice, scores
from fingerpost.evals.sketch import sketch
from fingerpost.evals.splits import stratum
from fingerpost.linking import LearnedExample, Linked
from fingerpost.plans import Plan, canonical_json
from fingerpost.questions import (
    FILLED,
    NEAREST,
    TRIED,
    Likeness,
    Neighbours,
    Outline,
    asks_number,
    example_signs,
    filled,
    find_markers,
    said_slots,
    words_of,
)

_HELD = 60
"""Nearest examples that are noted of each: some of them are in the fold that is left out."""
Near = list[tuple[float, int]]


@dataclass
class Nearness:
    """Examples with their outlines, and which others are near each: any, and those of other kinds."""

    schema: GraphSchema
    cases: Sequence[Case]
    links: Sequence[Linked]
    choices: Sequence[Choice]
    words: list[str] = field(init=False)
    outlines: list[Outline | None] = field(init=False)
    says: list[tuple[str, ...]] = field(init=False)
    queries: list[str] = field(init=False)
    numbers: list[bool] = field(init=False)
    _near: list[tuple[Near, Near]] = field(init=False)
    _right: dict[tuple[int, int], bool | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = [words_of(linked) for linked in self.links]
        self.outlines = [_right_outline(choice) for choice in self.choices]
        self.says = [said_slots(c.plan, linked) for c, linked in zip(self.cases, self.links, strict=True)]
        self.queries = [_masked(c.plan, says) for c, says in zip(self.cases, self.says, strict=True)]
        self.numbers = [asks_number(find_markers(linked)) for linked in self.links]
        kinds = [stratum(case.example) for case in self.cases]
        asked = [case.example.question for case in self.cases]
        index = Neighbours(self.words)
        self._near = []
        for place, words in enumerate(self.words):
            found = sorted(((alike, other) for other, alike in index.near(words).items()), reverse=True)
            any_kind = [pair for pair in found[: 2 * _HELD] if asked[pair[1]] != asked[place]][:_HELD]
            other_kinds = []
            for pair in found:
                if kinds[pair[1]] != kinds[place]:
                    other_kinds.append(pair)
                    if len(other_kinds) == _HELD:
                        break
            self._near.append((any_kind, other_kinds))

    def _likeness(self, near: Near) -> Likeness:
        return Likeness([(alike, self.outlines[other]) for alike, other in near])

    def by_example(self, kept: Sequence[int], weights: Mapping[str, float]) -> dict[str, float]:
        """The weights by which the plan of an example is taken instead of the best reading."""
        known = set(kept)
        signs: list[Sign] = []
        for place in kept:
            choice = self.choices[place]
            if choice.features:
                scored = scores(choice, weights)
                best = max(range(len(scored)), key=scored.__getitem__)
                for near in self._near[place]:
                    signs += self._told(place, best, [pair for pair in near if pair[1] in known][:NEAREST])
        return learned_confidence(signs, {})

    def _told(self, place: int, best: int, near: Near) -> Iterator[Sign]:
        """What speaks for the plans of the nearest examples that fit, and whether they are right; but for those that
        are as right or wrong as the best reading."""
        choice, like = self.choices[place], self._likeness(near)
        seen: set[str] = set()
        for alike, other in near[:TRIED]:
            query = self.queries[other]
            right = self._fills(place, other) if query not in seen else None
            if right is None:
                continue
            seen.add(query)
            if right != choice.right[best]:
                outline = self.outlines[other]
                yield example_signs(alike, outline, choice.outlines[best], choice.features[best], like), right
            if len(seen) == FILLED:
                return

    def _fills(self, place: int, other: int) -> bool | None:
        """Whether the plan of another example, with the values of this one, says what its gold says; None if it
        does not take them."""
        if (place, other) not in self._right:
            self._right[place, other] = self._filled(place, other)
        return self._right[place, other]

    def _filled(self, place: int, other: int) -> bool | None:
        words = frozenset(self.words[other].split())
        linked, number = self.links[place], self.numbers[place]
        found = filled(self.cases[other].plan, self.says[other], words, linked, number=number)
        if found is None:
            return None
        try:
            return self.cases[place].wanted.agrees(sketch(found[0], self.schema))
        except FingerpostError:
            return False

    def kept(self, places: Sequence[int]) -> dict[str, object]:
        """These examples as they are kept, with their outlines and queries; no two the same."""
        outlines: dict[Outline, int] = {}
        queries: dict[str, tuple[int, str]] = {}
        told: dict[LearnedExample, None] = {}
        for place in places:
            case, says, outline = self.cases[place], self.says[place], self.outlines[place]
            number = None if outline is None else outlines.setdefault(outline, len(outlines))
            query = queries.setdefault(self.queries[place], (len(queries), case.example.cypher))
            told[LearnedExample(words=self.words[place], outline=number, query=query[0], says=says)] = None
        return {
            "told": tuple(told),
            "outlines": tuple(tuple(outline) for outline in outlines),
            "queries": tuple(text for _, text in queries.values()),
        }


def _masked(plan: Plan, says: Sequence[str]) -> str:
    """A plan but for the values that its question says."""
    masked = plan.model_copy(update={"parameters": {**plan.parameters, **dict.fromkeys(says, "?")}})
    return f"{canonical_json(masked)} {says}"


def _right_outline(choice: Choice) -> Outline | None:
    return next((outline for outline, right in zip(choice.outlines, choice.right, strict=True) if right), None)
