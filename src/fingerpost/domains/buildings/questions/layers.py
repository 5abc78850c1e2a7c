"""The layers of elements: "how many cubic metres of brick are in the external walls?", "how thick is the insulation in
the external walls?"."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell
from fingerpost.domains.buildings.loader.material_kinds import kinds_of
from fingerpost.domains.buildings.questions.other_words import ASK
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, at_large, in_list
from fingerpost.domains.buildings.questions.readings import BY_WORDS, Read, read_of
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

_LAYER: Final = ("layerSet", "position", "thickness")
_MATERIAL: Final = r"(?:the )?(?P<material>[a-z\- ]+?)(?: layers?)?"
_IN: Final = r"(?:in|of|inside|within) (?P<what>.+)"
_THICKNESS: Final = (
    rf"^how thick (?:is|are) {_MATERIAL} {_IN}$",
    rf"^{ASK} the thickness of {_MATERIAL} {_IN}$",
    rf"^{ASK} {_MATERIAL} thickness {_IN}$",
)

_MADE_UP: Final = "build[- ]?up|make[- ]?up|composition|layers?|layering|layer structure|construction"
_WITH: Final = r"(?:,? (?:with|and) (?:their |its |the )?(?:materials?|thickness(?:es)?)(?: of each)?)*"
"""What is told of each layer anyway."""
_BUILD_UP: Final = (
    rf"^(?:{ASK}|list) (?:the )?(?:{_MADE_UP}) (?:of|in) (?P<what>.+?){_WITH}$",
    rf"^(?:what|which) (?:layers )?(?:does|do) (?P<what>.+?) (?:consist of|comprise|have)(?:,? from .+)?{_WITH}$",
    r"^how many (?:[a-z]+ )?layers (?:are there )?(?:does|do|has|have|in|of) (?:the )?(?P<what>.+?)(?: have)?$",
    r"^(?:what|which) layers (?:is|are) (?P<what>.+?) (?:made|built|composed)(?: up)? (?:of|from)$",
)


class Layers:
    """Reads how thick the layers of a material are."""

    def __init__(self, words: Vocabulary, types: frozenset[str], phrase: Callable[[str], Phrase | None]) -> None:
        self._words = words
        self._phrase = phrase
        has = {"HAS_LAYER", "OF_MATERIAL"} <= types and words.has("MaterialLayer", "thickness")
        forms = (*((one, self._thickness) for one in _THICKNESS), *((one, self._build_up) for one in _BUILD_UP))
        self.forms: Final = forms if has else ()

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

    def _build_up(self, found: re.Match[str]) -> Read | None:
        """The layers of elements in their order, by layer set; None where these have none."""
        said = found[0].lower()
        if " have" in said and "layers" not in said:
            return None
        phrase = self._phrase(re.sub(r"^(?:the|an?|each|every) ", "", found["what"], flags=re.IGNORECASE))
        if phrase is None or phrase.most is not None or phrase.label in ("Material", "MaterialLayer"):
            return None
        match = Match(pattern=_of_layers(phrase, "made_of"), where=tuple(phrase.where))
        names = [name for name in _LAYER if self._words.has("MaterialLayer", name)]
        if "position" not in names or not self._words.exists(match, phrase.parameters):
            return None
        columns = tuple(Column(name=name, operand=Ref(name="layer", property=name)) for name in names)
        if said.startswith("how many"):
            count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name="layer"), distinct=True)
            sets = tuple(one for one in columns if one.name == "layerSet")
            return read_of(phrase, (Stage(matches=(match,), columns=sets, aggregates=(count,)),))
        of = Column(name="material", operand=Ref(name="made_of", property="name"))
        read = read_of(phrase, (Stage(matches=(match,), columns=(*columns, of), distinct=True),))
        return replace(read, told=_told_build_up, units={"thickness": "m"})

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


def _told_build_up(result: Result, symbol: str) -> tuple[str, Status]:
    """The layers of each layer set, in the order of their positions, with the unit of their thickness."""
    sets: dict[str, list[dict[str, Cell]]] = {}
    for row in result.rows:
        layer = dict(zip(result.columns, row, strict=True))
        sets.setdefault(str(layer.get("layerSet") or ""), []).append(layer)
    lines = []
    for name, layers in sorted(sets.items()):
        layers.sort(key=lambda layer: position if isinstance(position := layer.get("position"), int) else 0)
        said = [f"{layer['material']} ({_thick(layer.get('thickness'), symbol)})" for layer in layers]
        lines.append(f"{name + ': ' if name else ''}{counted(len(said), 'layer')}: {', '.join(said)}.")
    return "\n".join(lines), Status.ANSWERED


def _thick(value: Cell, symbol: str) -> str:
    return f"{value:.4g} {symbol}" if isinstance(value, (int, float)) else "thickness unknown"


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
    match = Match(pattern=pattern, where=(*where, *map(at_large, of_material.where)))
    called = Column(name="material", operand=Ref(name="material", property="name"))
    named = Stage(matches=(match,), columns=(called,), distinct=True)
    materials = sorted(words.texts(Plan(branches=((named,),), parameters=dict(phrase.parameters))))
    notes = (f"taken for {material}: {joined(materials)}",) if len(materials) > 1 else ()
    stage = Stage(
        matches=(match,),
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

    return Read(plan, BY_WORDS, told, {"volume": "m³"}, notes)


def _of_layers(phrase: Phrase, material: str = "material") -> Pattern:
    """What a phrase means with its layers and their materials, as `layer` and the name of `material`."""
    return Pattern(
        nodes=(
            *phrase.match.pattern.nodes,
            NodePattern(name="layer", label="MaterialLayer"),
            NodePattern(name=material, label="Material"),
        ),
        edges=(
            *phrase.match.pattern.edges,
            EdgePattern(start=ONE, end="layer", types=("HAS_LAYER",)),
            EdgePattern(start="layer", end=material, types=("OF_MATERIAL",)),
        ),
    )


def _is_of_material(condition: Condition) -> bool:
    return isinstance(condition, Exists) and any(edge.types == ("HAS_MATERIAL",) for edge in condition.pattern.edges)
