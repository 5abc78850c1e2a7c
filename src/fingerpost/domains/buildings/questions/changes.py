"""What changed between versions: "what changed since version 3?", "which doors were added?", "compare the areas"."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell, Node
from fingerpost.core.schema import GraphSchema
from fingerpost.domains.buildings.questions.catalog import KnownModel
from fingerpost.domains.buildings.questions.limits import EARLIER
from fingerpost.linking import read_pack, stem
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    EdgePattern,
    Match,
    NodePattern,
    Order,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
    counted,
    words,
)
from fingerpost.stores import Result

_KINDS: Final[tuple[tuple[str, str, str], ...]] = (
    ("ADDED", "added", "added|new|introduced|created"),
    ("REMOVED", "removed", "removed|deleted|dropped|missing|gone|lost"),
    ("CHANGED", "changed", "changed|modified|altered|edited|different|updated"),
)
_SINCE: Final = re.compile(r"\b(?:since|after) (?:the )?version (?P<number>\d+)\b", re.IGNORECASE)
_BETWEEN: Final = re.compile(
    r"\b(?:between|from) (?:the )?versions? (?P<first>\d+) (?:and|to) (?:version )?(?P<last>\d+)\b", re.IGNORECASE
)
_AT: Final = re.compile(r"\b(?:in|with|by) (?:the )?version (?P<number>\d+)\b", re.IGNORECASE)
_LATEST: Final = re.compile(
    r"\b(?:(?:in|with|by|since) (?:the )?(?:latest|last|newest|previous|new) version)\b", re.IGNORECASE
)
_ASKED: Final = re.compile(
    r"^(?:what(?: has| have|'s| is| are)?|which (?P<what>[a-z ]+?)|how many (?P<counted>[a-z ]+?)|"
    r"(?:list|show(?: me)?|give me)(?: all)?(?: the)?(?: (?P<listed>[a-z ]+?))?)"
    rf" (?:(?:were|was|are|is|have been|has been|got|have|has) )?(?P<kind>{'|'.join(kind for _, _, kind in _KINDS)}|"
    r"changes?|differences?)\b(?P<after>.*)$",
    re.IGNORECASE,
)
_BEFORE_NOUN: Final = re.compile(
    rf"^(?P<ask>which|what|list|show(?: me)?|how many)(?: all)?(?: the)? (?P<kind>{'|'.join(k for _, _, k in _KINDS)}) "
    r"(?P<what>[a-z ]+?)(?P<after>\s+(?:are|were|is|since|after|between|in|from|with)\b.*|\W*)$",
    re.IGNORECASE,
)
_COMPARED: Final = re.compile(
    r"^compare (?:the )?(?P<what>.+?) (?:of|in|between|for|across) versions? (?P<first>\d+) (?:and|with|to|against) "
    r"(?:version )?(?P<last>\d+)\W*$",
    re.IGNORECASE,
)
_MEASURED: Final = re.compile(
    r"^(?:total )?(?:(?P<noun>[a-z ]+?) )?(?P<quantity>areas?|volumes?|lengths?|weights?|perimeters?)"
    r"(?: of (?:the )?(?P<of>[a-z ]+))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ChangesAsked:
    """A question about changes: of which kinds and label, after which version up to which, and whether to count."""

    kinds: tuple[str, ...]
    label: str | None
    after: int | None
    until: int | None
    counts: bool


def changes_asked(question: str, schema: GraphSchema, most: int) -> ChangesAsked | None:
    """What a question asks about changes; None where it asks about something else. `most` is the newest version."""
    asked = question.strip().rstrip("?!. ")
    found = _BEFORE_NOUN.match(asked) or _ASKED.match(asked)
    if found is None:
        return None
    groups = found.groupdict()
    noun = groups.get("what") or groups.get("counted") or groups.get("listed") or ""
    label = label_of(noun, schema)
    if noun and label is None and not _means_anything(noun):
        return None
    said = found["kind"].lower()
    kinds = tuple(kind for kind, _, pattern in _KINDS if re.fullmatch(pattern, said)) or tuple(k for k, _, _ in _KINDS)
    if said == "changed" and not noun and label is None:
        kinds = tuple(kind for kind, _, _ in _KINDS)
    rest = groups.get("after") or ""
    span = _span(rest, most)
    if span is None and rest.strip():
        return None
    if span is None and said not in ("added", "removed", "deleted", "changed", "modified", "changes", "differences"):
        return None
    after, until = span or (1, None)
    counts = bool(groups.get("counted")) or (groups.get("ask") or "").lower() == "how many"
    return ChangesAsked(kinds, label, after, until, counts)


def _span(text: str, most: int) -> tuple[int, int | None] | None:
    """After which version and up to which the changes are asked for; None where the text says nothing of it."""
    if (found := _SINCE.search(text)) is not None:
        return int(found["number"]), None
    if (found := _BETWEEN.search(text)) is not None:
        numbers = sorted((int(found["first"]), int(found["last"])))
        return numbers[0], numbers[1]
    if (found := _AT.search(text)) is not None:
        return int(found["number"]) - 1, int(found["number"])
    return (most - 1, None) if _LATEST.search(text) else None


def _means_anything(noun: str) -> bool:
    return stem(noun.split()[-1].lower()) in {stem(one) for one in ("elements", "things", "components", "objects")}


def label_of(noun: str, schema: GraphSchema) -> str | None:
    """The label that a noun of the pack stands for, among those that the graph has, now or in an earlier version."""
    said = " ".join(stem(word) for word in noun.lower().split())
    known = {name.removeprefix(EARLIER) for name in schema.label_by_name} - {""}
    own = {" ".join(stem(word) for word in words(name).lower().split()): name for name in sorted(known)}
    label = _labels().get(said) or own.get(said)
    return label if label in known else None


@cache
def _labels() -> Mapping[str, str]:
    """Every phrase of the pack for a label, by its stems."""
    found: dict[str, str] = {}
    for label, phrases in read_pack("buildings").labels.items():
        for phrase in phrases:
            found.setdefault(" ".join(stem(word) for word in phrase.lower().split()), label)
    return found


def changes_plan(asked: ChangesAsked, models: Sequence[KnownModel], schema: GraphSchema) -> Plan:
    """The plan that lists or counts the changes; of a changed element also in what it differs.

    `models` are those that the question names; none are all.
    """
    version, element, change = "v", "e", "c"
    labels, types = (
        _labels_of(asked, schema),
        tuple(kind for kind in asked.kinds if kind in schema.relationship_by_type),
    )
    if not labels or not types:
        return _nothing()
    parameters: dict[str, Cell] = {}
    where = []
    for name, comparison, value in (
        ("after", Comparison.GT, asked.after),
        ("until", Comparison.LE, asked.until),
        ("versions", Comparison.IN, tuple(one.digest for model in models for one in model.versions)),
    ):
        if value:
            parameters[name] = value
            property_ = "sha256" if name == "versions" else "versionNumber"
            left = Ref(name=version, property=property_)
            where.append(Test(left=left, comparison=comparison, right=Value(parameter=name)))
    branches = []
    for label in labels:
        pattern = Pattern(
            nodes=(NodePattern(name=version, label="Version"), NodePattern(name=element, label=label)),
            edges=(EdgePattern(start=version, end=element, types=types, name=change),),
        )
        match = Match(pattern=pattern, where=tuple(where))
        if asked.counts:
            total = Aggregate(name="number", function=AggregateFunction.COUNT, operand=Ref(name=element), distinct=True)
            branches.append((Stage(matches=(match,), aggregates=(total,)),))
            continue
        columns = [
            Column(name="change", operand=Ref(name=change, property="change")),
            Column(name="element", operand=Ref(name=element)),
        ]
        if "CHANGED" in types and "properties" in schema.relationship_by_type["CHANGED"].by_name:
            columns.append(Column(name="in", operand=Ref(name=change, property="properties")))
        columns.append(Column(name="version", operand=Ref(name=version, property="versionNumber")))
        order = () if len(labels) > 1 else (Order(operand=Ref(name="version")),)
        branches.append((Stage(matches=(match,), columns=tuple(columns), distinct=True, order=order),))
    return Plan(branches=tuple(branches), union_all=True, parameters=parameters)


def _nothing() -> Plan:
    """A plan without rows: no version has number 0."""
    node = NodePattern(name="v", label="Version")
    test = Test(left=Ref(name="v", property="versionNumber"), comparison=Comparison.EQ, right=Value(parameter="number"))
    stage = Stage(
        matches=(Match(pattern=Pattern(nodes=(node,)), where=(test,)),),
        columns=(Column(name="version", operand=Ref(name="v")),),
    )
    return Plan(branches=((stage,),), parameters={"number": 0})


def _labels_of(asked: ChangesAsked, schema: GraphSchema) -> tuple[str | None, ...]:
    """The labels of the nodes in question, also of earlier states, among those that have changed in such a way."""
    if asked.label is None:
        return (None,)
    changed = {
        pair.end
        for kind in asked.kinds
        if kind in schema.relationship_by_type
        for pair in schema.relationship_by_type[kind].endpoints
        if pair.count
    }
    return tuple(one for one in (asked.label, EARLIER + asked.label) if one in changed)


def told(asked: ChangesAsked, result: Result, name: Mapping[str, str]) -> tuple[str, Status]:
    """The answer: how many changes of each kind, and what they are. `name` has the names of elements by their ids."""
    since = f"since version {asked.after}" if asked.until is None else f"from version {asked.after} to {asked.until}"
    what = words(asked.label).lower() if asked.label else "element"
    verbs = {kind: verb for kind, verb, _ in _KINDS}
    if asked.counts:
        total = sum(row[0] for row in result.rows if isinstance(row[0], int))
        said = " or ".join(verbs[kind] for kind in asked.kinds)
        return f"{counted(total, what)} {'was' if total == 1 else 'were'} {said} {since}.", Status.ANSWERED
    by_change: dict[str, dict[str, set[str]]] = {}
    at = result.columns.index("in") if "in" in result.columns else None
    for row in result.rows:
        element = row[1]
        if isinstance(element, Node):
            differing = by_change.setdefault(str(row[0]), {}).setdefault(element.element_id, set())
            cell = row[at] if at is not None else None
            differing.update(map(str, cell) if isinstance(cell, tuple) else ())
    lines = []
    for _, verb, _ in _KINDS:
        found = by_change.get(verb, {})
        if found:
            parts = [
                name.get(one, one) + (f" ({', '.join(words(each) for each in sorted(inner))})" if inner else "")
                for one, inner in list(found.items())[:_SHOWN]
            ]
            more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
            lines.append(f"{counted(len(found), what)} {verb}: {', '.join(parts)}{more}")
    if not lines:
        return f"Nothing was {' or '.join(verbs[kind] for kind in asked.kinds)} {since}.", Status.EMPTY
    return f"{since[0].upper()}{since[1:]}: " + "; ".join(lines) + ".", Status.ANSWERED


_SHOWN: Final = 10
"""The number of elements that the text of an answer names for each kind of change."""


def told_compared(result: Result, units: Mapping[str, str]) -> tuple[str, Status]:
    """The answer to a comparison of two versions: the number of each, and the difference."""
    unit = next((f" {unit}" for name, unit in units.items() if name != "version"), "")
    sides = sorted((str(row[0]), row[-1]) for row in result.rows)
    said = ", ".join(f"{name}: {_figure(value)}{unit if value is not None else ''}" for name, value in sides)
    numbers = [value for _, value in sides if isinstance(value, (int, float))]
    if len(numbers) != 2 or len(sides) != 2:
        return f"{said}.", Status.ANSWERED
    difference = numbers[1] - numbers[0]
    return f"{said} ({'+' if difference >= 0 else ''}{_figure(difference)}{unit}).", Status.ANSWERED


def _figure(value: Cell) -> str:
    return f"{value:,.4f}".rstrip("0").rstrip(".") if isinstance(value, (int, float)) else "none"


def compared_versions(question: str) -> tuple[str, int, int] | None:
    """A question for each of two versions that are to be compared, and their numbers."""
    found = _COMPARED.match(question)
    if found is None:
        return None
    what = found["what"].strip()
    numbered = re.match(r"^(?:number|count) of (?:the )?(.+)$", what, re.IGNORECASE)
    measured = _MEASURED.match(what)
    if numbered is not None:
        asked = f"How many {numbered[1]} are there?"
    elif measured is not None and (measured["noun"] or measured["of"]):
        quantity = measured["quantity"].removesuffix("s")
        noun = measured["of"] or measured["noun"]
        asked = f"What is the total {quantity} of the {noun if noun.endswith('s') else noun + 's'}?"
    else:
        asked = f"How many {what} are there?"
    return asked, int(found["first"]), int(found["last"])
