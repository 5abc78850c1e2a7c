"""How much of a material layered elements have: "how many cubic metres of brick are in the external walls?"."""

from __future__ import annotations

from fingerpost.core.answer import Status
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, at_large
from fingerpost.domains.buildings.questions.readings import BY_WORDS, Read
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Call,
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
)
from fingerpost.stores import Result


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
    pattern = Pattern(
        nodes=(
            *phrase.match.pattern.nodes,
            NodePattern(name="layer", label="MaterialLayer"),
            NodePattern(name="material", label="Material"),
        ),
        edges=(
            EdgePattern(start=ONE, end="layer", types=("HAS_LAYER",)),
            EdgePattern(start="layer", end="material", types=("OF_MATERIAL",)),
        ),
    )
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


def _is_of_material(condition: Condition) -> bool:
    return isinstance(condition, Exists) and any(edge.types == ("HAS_MATERIAL",) for edge in condition.pattern.edges)
