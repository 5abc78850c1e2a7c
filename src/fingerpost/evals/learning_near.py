"""Learning from likeness: what examples near a question say of its readings, and when to take the plan of one.

An example is always near itself. So what is learned from it is learned twice: from all other examples, as for questions
like those that were given, and from those of other kinds, as for questions of kinds that nobody gave an example of.
Likeness is trusted as far as it can be in both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fingerpost.core.errors import FingerpostError
from fingerpost.core.schema import GraphSchema
from fingerpost.evals.learning_cases import Case
from fingerpost.evals.learning_confidence import Sign, learned_confidence
from fingerpost.evals.learning_weights import Choice, scores
from fingerpost.evals.sketch import sketch
from fingerpost.evals.splits import stratum
from fingerpost.linking.learned import LearnedExample
from fingerpost.linking.mentions import Linked
from fingerpost.plans.canonical import canonical_json
from fingerpost.questions.by_example import example_signs, filled, said_slots
from fingerpost.questions.likeness import NEAREST, Likeness
from fingerpost.questions.neighbours import Neighbours, words_of
from fingerpost.questions.outline import Outline

_HELD = 60
"""Nearest examples that are noted of each: some of them are in the fold that is left out."""
_TRIED = 10
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
    _near: list[tuple[Near, Near]] = field(init=False)
    _right: dict[tuple[int, int], bool | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.words = [words_of(linked) for linked in self.links]
        self.outlines = [_right_outline(choice) for choice in self.choices]
        self.says = [said_slots(c.plan, linked) for c, linked in zip(self.cases, self.links, strict=True)]
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

    def taught(self, kept: Sequence[int]) -> list[tuple[int, Near, Choice]]:
        """The choices of those kept, each twice, with the features of likeness to others that are kept."""
        known = set(kept)
        found = []
        for place in kept:
            choice = self.choices[place]
            for near in self._near[place]:
                seen = [pair for pair in near if pair[1] in known][:NEAREST]
                like = self._likeness(seen)
                features = tuple(
                    {**features, **like.features(outline)}
                    for features, outline in zip(choice.features, choice.outlines, strict=True)
                )
                found.append((place, seen, replace(choice, features=features)))
        return found

    def _likeness(self, near: Near) -> Likeness:
        return Likeness([(alike, self.outlines[other]) for alike, other in near])

    def by_example(self, taught: Sequence[tuple[int, Near, Choice]], weights: Mapping[str, float]) -> dict[str, float]:
        """The weights by which the plan of an example is taken instead of the best reading."""
        signs: list[Sign] = []
        for place, near, choice in taught:
            sign = self._told(place, near, choice, weights)
            if sign is not None:
                signs.append(sign)
        return learned_confidence(signs)

    def _told(self, place: int, near: Near, choice: Choice, weights: Mapping[str, float]) -> Sign | None:
        """What speaks for the plan of the nearest example that fits, and whether it is right; None where the best
        reading is as right or as wrong."""
        if not choice.features:
            return None
        scored = scores(choice, weights)
        best = max(range(len(scored)), key=scored.__getitem__)
        for alike, other in near[:_TRIED]:
            right = self._fills(place, other)
            if right is None:
                continue
            if right == choice.right[best]:
                return None
            outline = self.outlines[other]
            read = outline in choice.outlines
            like = self._likeness(near)
            return example_signs(alike, outline, choice.outlines[best], choice.features[best], like, read=read), right
        return None

    def _fills(self, place: int, other: int) -> bool | None:
        """Whether the plan of another example, with the values of this one, says what its gold says; None where it
        does not take them."""
        if (place, other) not in self._right:
            self._right[place, other] = self._filled(place, other)
        return self._right[place, other]

    def _filled(self, place: int, other: int) -> bool | None:
        found = filled(self.cases[other].plan, self.says[other], self.links[place])
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
            masked = case.plan.model_copy(update={"parameters": {**case.plan.parameters, **dict.fromkeys(says, "?")}})
            query = queries.setdefault(f"{canonical_json(masked)} {says}", (len(queries), case.example.cypher))
            told[LearnedExample(words=self.words[place], outline=number, query=query[0], says=says)] = None
        return {
            "told": tuple(told),
            "outlines": tuple(tuple(outline) for outline in outlines),
            "queries": tuple(text for _, text in queries.values()),
        }


def _right_outline(choice: Choice) -> Outline | None:
    return next((outline for outline, right in zip(choice.outlines, choice.right, strict=True) if right), None)
