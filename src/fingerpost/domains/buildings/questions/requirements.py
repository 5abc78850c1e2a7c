"""Requirements in words, such as "every external door has a fire rating", as rules of an IDS file."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Any, Final

from fingerpost.core.errors import MissingExtra, QuestionError
from fingerpost.core.schema import ValueType
from fingerpost.domains.buildings.loader.placeholders import placeholder
from fingerpost.domains.buildings.loader.properties import camel_name
from fingerpost.domains.buildings.loader.quantities import STATED
from fingerpost.domains.buildings.questions.condition_patterns import EVERY, MUST, STATES
from fingerpost.domains.buildings.questions.noun_phrases import PhraseReader
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.values_said import demanded
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary, phrase_words
from fingerpost.engine import AskContext, SourceEntry
from fingerpost.linking import converted, unit_named
from fingerpost.plans import AnyOf, Column, Comparison, Plan, Ref, Stage, Test, Value, joined, plural

_SENTENCE: Final = re.compile(
    rf"^{EVERY} {MUST}"
    rf"(?:(?P<has>{STATES}) (?:an? |the |its |their )?(?P<part>.+?)|(?:is|are|be) (?P<flag>.+?))"
    r"[.?! ]*$",
    re.IGNORECASE,
)
_MATERIAL: Final = ("material", "materials", "material assigned")
_CLASSIFICATION: Final = ("classification", "classification code")
_LEAST: Final = r"at least|no less than|not less than|a minimum of"
_MOST: Final = r"at most|no more than|not more than|a maximum of|up to"
_BOUND: Final = re.compile(
    rf"^(?:(?P<part>[a-z ]+?) (?:of|is) )?(?:(?P<least>{_LEAST})|(?P<most>{_MOST})) "
    rf"(?P<number>\d+(?:\.\d+)?) ?(?P<unit>[a-z²³][a-z²³. ]*?)(?: (?P<how>{'|'.join(phrase_words()['adjectives'])}))?$",
    re.IGNORECASE,
)
_PART: Final = re.compile(r"[^\W\d_]+(?:[ -][^\W\d_]+){0,3}")
"""A property by name; what has numbers in it is more than a name."""
_ATTRIBUTES: Final = {
    ("Door", "width"): "OverallWidth",
    ("Door", "height"): "OverallHeight",
    ("Window", "width"): "OverallWidth",
    ("Window", "height"): "OverallHeight",
    ("Level", "elevation"): "Elevation",
}
"""Measures that the schema has as attributes."""
_NAMES: Final = {"name": "Name", "objectType": "ObjectType"}
"""What names things in the graph, as an attribute of the schema."""
_VERSIONS: Final = ["IFC2X3", "IFC4", "IFC4X3_ADD2"]
_HINT: Final = 'write it as "every external door has a fire rating", or "all beams are load bearing"'


@dataclass(frozen=True)
class _Stated:
    """Where files state a property: its set and its name there, and the texts that stand there for no value."""

    set_name: str
    name: str
    placeholders: tuple[str, ...] = ()


def rules_of(context: AskContext, sentence: str, sources: Sequence[SourceEntry]) -> str:
    """The IDS file of a requirement.

    Raises:
        QuestionError: `question.unknown`: it is not understood as a requirement of elements of this graph.
        MissingExtra: ifctester is not installed.
    """
    try:
        ids: Any = import_module("ifctester.ids")
        facets: Any = import_module("ifctester.facet")
    except ImportError as error:
        message = f"IDS files are written with ifctester, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[ids]"') from error
    found = _SENTENCE.match(" ".join(sentence.split()))
    words = Vocabulary(context)
    types = frozenset(context.schema.relationship_by_type)
    phrase = PhraseReader(words, types).read(found["what"]) if found is not None else None
    if found is None or phrase is None:
        raise QuestionError(f"this is not understood as a requirement: {sentence}", code="question.unknown", hint=_HINT)
    classes = _classes(context, phrase)
    stated = _sets(sources, classes)
    rule = ids.Specification(name=sentence.strip(" .?!"), ifcVersion=_VERSIONS)
    name = classes[0] if len(classes) == 1 else facets.Restriction(options={"enumeration": classes})
    rule.applicability.append(facets.Entity(name=name))
    rule.applicability += [
        _named(context, facets, phrase, test) or _flag(facets, stated, phrase, test) for test in phrase.where
    ]
    rule.requirements.append(_required(facets, stated, words, phrase, found))
    rule.set_usage("optional")
    made = ids.Ids(title=sentence.strip(" .?!"))
    made.specifications.append(rule)
    return str(made.to_string())


def _classes(context: AskContext, phrase: Phrase) -> list[str]:
    """The classes of what a phrase means, in capitals, as IDS has them."""
    column = Column(name="ifcClass", operand=Ref(name=ONE, property="ifcClass"))
    stage = Stage(matches=(phrase.match,), columns=(column,), distinct=True)
    rows = context.run(Plan(branches=((stage,),), parameters=dict(phrase.parameters))).rows
    classes = sorted(str(row[0]).upper() for row in rows if row[0])
    if not classes:
        raise QuestionError("this graph has nothing that the requirement applies to", code="question.unknown")
    return classes


def _sets(sources: Sequence[SourceEntry], classes: Sequence[str]) -> dict[str, _Stated]:
    """Where the files state the properties of elements of these classes: the most frequent place of each."""
    from ifcopenshell import open as opened
    from ifcopenshell.util.element import get_psets

    seen: Counter[tuple[str, str, str]] = Counter()
    empty: dict[tuple[str, str], set[str]] = {}
    for source in sources:
        model = opened(source.path)
        for kind in classes:
            try:
                elements = model.by_type(kind, include_subtypes=False)
            except RuntimeError:  # another schema has no such class
                continue
            for element in elements:
                for set_name, values in get_psets(element).items():
                    seen.update((camel_name(name), set_name, name) for name in values if name != "id")
                    for name, value in values.items():
                        if isinstance(value, str) and placeholder(camel_name(name), value) is not None:
                            empty.setdefault((set_name, name), set()).add(value)
    found: dict[str, _Stated] = {}
    for (property_, set_name, name), _ in seen.most_common():
        standard = set_name.startswith("Pset_") and set_name.endswith("Common")
        if property_ not in found or (standard and not found[property_].set_name.startswith("Pset_")):
            found[property_] = _Stated(set_name, name, tuple(sorted(empty.get((set_name, name), ()))))
    return found


def _place(stated: dict[str, _Stated], phrase: Phrase, property_: str) -> _Stated:
    """Where a property is stated, else where the standard has it."""
    standard = _Stated(f"Pset_{phrase.label}Common", property_[:1].upper() + property_[1:])
    return stated.get(property_, standard)


def _named(context: AskContext, facets: Any, phrase: Phrase, test: Any) -> Any:
    """A word of the names of all that is meant, as a facet; None where the condition is another."""
    words = Vocabulary(context)
    for one in test.tests if isinstance(test, AnyOf) else (test,):
        if not isinstance(one, Test) or not isinstance(one.left, Ref) or not isinstance(one.right, Value):
            return None
        attribute, word = _NAMES.get(one.left.property or ""), phrase.parameters[one.right.parameter]
        attribute = attribute if one.comparison is Comparison.CONTAINS else None
        others = [one if held is test else held for held in phrase.where]
        narrowed = replace(phrase, where=others) if attribute is not None else None
        if narrowed is not None and words.number(narrowed) == words.number(phrase):
            said = "".join(
                f"[{letter.lower()}{letter.upper()}]" if letter.isalpha() else f"[{letter}]" for letter in str(word)
            )
            return facets.Attribute(attribute, value=facets.Restriction(options={"pattern": f".*{said}.*"}))
    return None


def none_of(texts: Sequence[str]) -> str:
    """A pattern of XML Schema that every text but these and the empty one matches."""
    after: dict[str, list[str]] = {}
    for text in texts:
        if text:
            after.setdefault(text[0], []).append(text[1:])
    rest = "".join(_escaped(letter) for letter in after)
    ways = [f"[^{rest}].*" if rest else ".+"]
    for letter, tails in after.items():
        further = none_of(tails)
        ways.append(f"{_escaped(letter)}({further})" if "" in tails else f"{_escaped(letter)}({further})?")
    return "|".join(ways)


def _escaped(letter: str) -> str:
    return f"\\{letter}" if letter in "\\|.?*+(){}[]^$-" else letter


def _flag(facets: Any, stated: dict[str, _Stated], phrase: Phrase, test: Any) -> Any:
    """A condition of the phrase that is true or false, as a facet."""
    right = test.right if isinstance(test, Test) else None
    value = phrase.parameters.get(right.parameter) if isinstance(right, Value) else None
    if not isinstance(test, Test) or not isinstance(test.left, Ref) or not isinstance(value, bool):
        message = "a rule is about a kind of element, and what is true or false of it"
        raise QuestionError(message, code="question.unknown", hint=_HINT)
    name = test.left.property or ""
    if name == "isInternal":
        name, value = "isExternal", not value
    place = _place(stated, phrase, name)
    return facets.Property(place.set_name, place.name, value="true" if value else "false", dataType="IFCBOOLEAN")


def _required(facets: Any, stated: dict[str, _Stated], words: Vocabulary, phrase: Phrase, found: re.Match[str]) -> Any:
    """What elements must have or be, as a facet."""
    bound = _BOUND.match(found["flag"] or found["part"])
    if bound is not None:
        return _bounded(facets, stated, words, phrase, bound)
    if found["flag"]:
        flag = words.flag(phrase.label, found["flag"])
        if flag is None:
            raise QuestionError(f"nothing says whether it is {found['flag']}", code="question.unknown", hint=_HINT)
        name, value = ("isExternal", not flag[1]) if flag[0] == "isInternal" else flag
        place = _place(stated, phrase, name)
        return facets.Property(place.set_name, place.name, value="true" if value else "false", dataType="IFCBOOLEAN")
    part = found["part"].lower()
    if part in _MATERIAL:
        return facets.Material()
    if part in _CLASSIFICATION:
        return facets.Classification()
    if not _PART.fullmatch(part) or set(part.split()) & {"of", "at", "than"}:
        raise QuestionError(f"this is not the name of a property: {part}", code="question.unknown", hint=_HINT)
    info = demanded(words, phrase.label, found["what"], part) or words.property(phrase.label, part)
    name = info.name if info is not None else camel_name(part)
    place = _place(stated, phrase, name)
    kind = "IFCBOOLEAN" if info is not None and info.type is ValueType.BOOLEAN else None
    if not place.placeholders:
        return facets.Property(place.set_name, place.name, dataType=kind)
    filled = facets.Restriction(options={"pattern": none_of(place.placeholders)})
    no_values = joined([f"“{text}”" for text in place.placeholders])
    told = f"{place.name} shall be filled in in the dataset {place.set_name}: no value is {no_values}"
    return facets.Property(place.set_name, place.name, value=filled, dataType=kind, instructions=told)


def _bounded(facets: Any, stated: dict[str, _Stated], words: Vocabulary, phrase: Phrase, bound: re.Match[str]) -> Any:
    """A number that must be so great at least, or at most, in SI units as IDS has them."""
    said = phrase_words()["adjectives"].get((bound["how"] or "").lower()) or (bound["part"] or "")
    info, unit = words.property(phrase.label, said.lower()), unit_named(bound["unit"])
    amount = converted(float(bound["number"]), *unit, info.unit) if info is not None and unit is not None else None
    if info is None or unit is None or amount is None:
        raise QuestionError(f"this is not understood as a bound: {bound[0]}", code="question.unknown", hint=_HINT)
    label = "Space" if phrase.label == "Room" else phrase.label
    names = (info.name, *STATED.get(label, {}).get(info.name, ()))
    place = next((stated[name] for name in names if name in stated), None)
    attribute = _ATTRIBUTES.get((label, info.name))
    side = "minInclusive" if bound["least"] else "maxInclusive"
    value = facets.Restriction(options={side: float(bound["number"]) * unit[1]}, base="double")
    if attribute is not None:
        return facets.Attribute(attribute, value=value)
    if place is None:
        message = f"nothing here states the {said.lower()} of {plural(phrase.label.lower())}"
        raise QuestionError(
            message, code="question.unknown", hint="rules are about what files state, not what is computed"
        )
    return facets.Property(place.set_name, place.name, value=value)
