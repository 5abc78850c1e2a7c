"""What the graph knows of all things of a label: the answer to "describe orders"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, ValueType
from fingerpost.plans import counted, joined, plural, singular, words

_ASKED = re.compile(
    r"(?:please )?(?:describe|tell me (?:more )?about|explain)(?: to me)?(?: all)?(?: the)? (.+?)\W*", re.IGNORECASE
)
_ONE = re.compile(r"what(?:'s| is) an? (.+?)\W*|(?:please )?(?:describe|explain) (.+?)\W*", re.IGNORECASE)
_SHOWN = 3
"""Values of a property that are shown."""
_LONGEST = 40
_PROPERTIES = 12
_WAYS = 8


def asks_about(question: str) -> bool:
    """Whether a question wants all that is known of what it names: "tell me about Norway"."""
    return _ASKED.fullmatch(question.strip()) is not None


def asked_label(question: str, schema: GraphSchema) -> LabelInfo | None:
    """The label whose things a question asks about as a whole ("describe orders", "describe order", "what is an
    order?"); None for every other question."""
    all_of, one = _ASKED.fullmatch(question.strip()), _ONE.fullmatch(question.strip())
    if all_of is None and one is None:
        return None
    for label in schema.labels:
        many, single = (named(words(label.name)).casefold() for named in (plural, singular))
        if not label.count:
            continue
        if (all_of is not None and all_of[1].casefold() == many != single) or (
            one is not None and (one[1] or one[2]).casefold() == single
        ):
            return label
    return None


def of_label(schema: GraphSchema, label: LabelInfo) -> GraphSchema:
    """The part of a schema that a label is in."""
    touching = tuple(
        r for r in schema.relationships if any(label.name in (p.start, p.end) for p in r.endpoints if p.count)
    )
    return schema.model_copy(update={"labels": (label,), "relationships": touching})


def label_card(schema: GraphSchema, label: LabelInfo, questions: tuple[str, ...]) -> str:
    """How many there are, which properties they have with some values, what they are joined with, and questions."""
    lines = [f"There {'is' if label.count == 1 else 'are'} {counted(label.count, singular(words(label.name)))}."]
    shown = sorted(label.properties, key=lambda info: (-info.present, info.name))
    lines += [f"  {words(info.name)}: {_told(info, label.count)}" for info in shown[:_PROPERTIES] if info.present]
    if len(shown) > _PROPERTIES:
        lines.append(f"  and {len(shown) - _PROPERTIES} more properties")
    ways = list(dict.fromkeys(_ways(schema, label.name)))
    if ways:
        lines.append(f"  joined with {joined(ways[:_WAYS], max(len(ways) - _WAYS, 0))}")
    if questions:
        lines += ["For example, ask:", *(f"  {question}" for question in questions)]
    return "\n".join(lines)


def _told(info: PropertyInfo, count: int) -> str:
    """The values of a property: all of few, else some, and how many things have none."""
    if info.type is ValueType.BOOLEAN:
        told = "yes or no" if info.distinct > 1 else "yes" if "true" in {s.casefold() for s in info.samples} else "no"
    else:
        samples = [sample for sample in info.samples if len(sample) <= _LONGEST][:_SHOWN]
        few = len(samples) == info.distinct
        some = f"for example {', '.join(samples)}" if samples else f"{info.distinct:,} values"
        told = joined(samples) if few else some
        told += f" (in {info.unit})" if info.unit else ""
    missing = count - info.present
    return f"{told}; {missing:,} of {count:,} {'has' if missing == 1 else 'have'} none" if missing else told


def _ways(schema: GraphSchema, name: str) -> Iterator[str]:
    """What a label is joined with, with the relationship where that is not called so."""
    for info in schema.relationships:
        for pair in info.endpoints:
            if pair.count and name in (pair.start, pair.end):
                other = words(pair.end if pair.start == name else pair.start)
                type_ = words(info.type)
                alike = singular(type_).casefold() == singular(other).casefold()
                yield plural(other) if alike else f"{plural(other)} ({type_})"
