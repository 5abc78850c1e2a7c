"""The layers of elements: "how many cubic metres of brick are in the external walls?", "how thick is the insulation in
the external walls?"."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.domains.buildings.loader.material_kinds import kinds_of
from fingerpost.domains.buildings.questions.other_words import ASK
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, at_large, in_list
from fingerpost.domains.buildings.questions.readings import BY_WORDS, Read
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
    Column,
    Comparison,
    Condition,
    CountOf,
    EdgePattern,
    Exists,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    counted,
    joined,
)
from fingerpost.stores import Result

_MATERIAL: Final = r"(?:the )?(?P<material>[a-z\- ]+?)(?: layers?)?"
_IN: Final = r"(?:in|of|inside|within) (?P<what>.+)"
_THICKNESS: Final = (
    rf"^how thick (?:is|are) {_MATERIAL} {_IN}$",
    rf"^{ASK} the thickness of {_MATERIAL} {_IN}$",
    rf"^{ASK} {_MATERIAL} thickness {_IN}$",
)


class Layers:
    """Reads how thick the layers of a material are."""

    def __init__(self, words: Vocabulary, types: frozenset[str], phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._phrase = phrase
        has = {"HAS_LAYER", "OF_MATERIAL"} <= types and words.has("MaterialLayer", "thickness")
        self.forms: Final = tuple((pattern, self._thickness) for pattern in _THICKNESS) if has else ()

    def _thickness(self, found: re.Match[str]) -> Read | None:
        """The different thicknesses of the layers; None where no layer of the elements is so called."""
        material = found["material"].lower().strip()
        noun = self._words.nouns.get(material)
        is_element = noun is not None and not noun.kinds
        phrase = None if is_element else self._phrase(found["what"])
        if phrase is None or phrase.most is not None:
            return None
        left = Ref(name="material", property="name", function="toLower")
        named = Test(left=left, comparison=Comparison.CONTAINS, right=phrase.value(material))
        kinds = (in_list("material", "kinds", phrase.value(kind), Comparison.EQ) for kind in kinds_of(material)[:1])
        for test in (named, *kinds):
            match = Match(pattern=_of_layers(phrase), where=(*phrase.where, test))
            if self._words.exists(match, phrase.parameters):
                return self._read(phrase, match, material)
        return None

    def _read(self, phrase: Phrase, match: Match, material: str) -> Read:
        thickness = Column(name="thickness", operand=Ref(name="layer", property="thickness"))
        of = Column(name="material", operand=Ref(name="material", property="name"))
        plan = Plan(
            branches=((Stage(matches=(match,), columns=(of, thickness), distinct=True),),),
            parameters=dict(phrase.parameters),
        )

        def told(result: Result, symbol: str) -> tuple[str, Status]:
            rows = sorted({(str(name), value) for name, value in result.rows if isinstance(value, (int, float))})
            if not rows:
                return f"The model does not say how thick the layers of {material} are.", Status.EMPTY
            if len(rows) == 1:
                return f"The layer of {rows[0][0]} is {rows[0][1]:.4g} {symbol} thick.", Status.ANSWERED
            said = joined([f"{value:.4g} {symbol} ({name})" for name, value in rows])
            return f"{counted(len(rows), 'thickness')} of layers: {said}.", Status.ANSWERED

        return Read(plan, BY_WORDS, told, {"thickness": "m"})


def is_layered(phrase: Phrase, words: Vocabulary) -> bool:
    """Whether any of the elements has several layers, so that its volume is not that of one material."""
    layers = Pattern(
        nodes=(NodePattern(name=ONE), NodePattern(name="layer", label="MaterialLayer")),
        edges=(EdgePattern(start=ONE, end="layer", types=("HAS_LAYER",)),),
    )
    stage = Stage(
        matches=(phrase.match,),
        lets=(CountOf(name="layers", pattern=layers),),
        aggregates=(Aggregate(name="most", function=AggregateFunction.MAX, operand=Ref(name="layers")),),
    )
    most = words.single(Plan(branches=((stage,),), parameters=dict(phrase.parameters)))
    return isinstance(most, int) and most > 1


def of_layers(phrase: Phrase, material: str, words: Vocabulary) -> Read | None:
    """How much of a material is in layered elements: their area times the thickness of its layers."""
    of_material = next((one for one in phrase.where if _is_of_material(one)), None)
    where = [one for one in phrase.where if one is not of_material]
    if not words.has(phrase.label, "area") or not isinstance(of_material, Exists):
        return None
    pattern = _of_layers(phrase)
    factors = (Ref(name=ONE, property="area"), Ref(name="layer", property="thickness"))
    stage = Stage(
        matches=(Match(pattern=pattern, where=(*where, *map(at_large, of_material.where))),),
        lets=(Call(name="part", function="multiply", arguments=factors),),
        aggregates=(Aggregate(name="volume", function=AggregateFunction.SUM, operand=Ref(name="part")),),
    )
    plan = Plan(branches=((stage,),), parameters=dict(phrase.parameters))

    def told(result: Result, symbol: str) -> tuple[str, Status]:
        volume = result.rows[0][0] if result.rows else None
        if not isinstance(volume, (int, float)):
            return f"The model does not say how thick the layers of {material} are.", Status.EMPTY
        return (
            f"The total volume of {material} is {volume:,.2f} {symbol} (area × thickness of its layers).",
            Status.ANSWERED,
        )

    return Read(plan, BY_WORDS, told, {"volume": "m³"})


def _of_layers(phrase: Phrase) -> Pattern:
    """What a phrase means with its layers and their materials."""
    return Pattern(
        nodes=(
            *phrase.match.pattern.nodes,
            NodePattern(name="layer", label="MaterialLayer"),
            NodePattern(name="material", label="Material"),
        ),
        edges=(
            *phrase.match.pattern.edges,
            EdgePattern(start=ONE, end="layer", types=("HAS_LAYER",)),
            EdgePattern(start="layer", end="material", types=("OF_MATERIAL",)),
        ),
    )


def _is_of_material(condition: Condition) -> bool:
    return isinstance(condition, Exists) and any(edge.types == ("HAS_MATERIAL",) for edge in condition.pattern.edges)
