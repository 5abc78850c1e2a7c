"""Example questions that are known to work on a graph, and the answer to "What can I ask?"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import islice

from fingerpost.core.answer import SURE, Answer, Status
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, ValueType
from fingerpost.linking import Display
from fingerpost.plans import Plan, counted, is_plural, joined, plural, singular, words

_LABELS = 6
"""The number of labels, commonest first, that questions are made of."""
_TRIED = 4
"""The number of questions of one kind that are tried."""
_LIKELY = 0.5
"""The confidence of an example in a graph of which nothing is answered with more."""
_LARGE = 10_000
"""Relationships of a type from which on it takes long to count them for each thing."""
_LONGEST = 40
"""The longest value that a question quotes."""
_CODE = 4
"""The number of digits from which numbers of equal length are taken for codes."""

Ask = Callable[[str], Answer[Plan]]


def example_questions(schema: GraphSchema, display: Display, ask: Ask, limit: int) -> tuple[str, ...]:
    """Up to `limit` questions of different kinds, each of which is answered with confidence on this graph; where none
    is, those that are likely understood."""
    found: list[str] = []
    likely: list[str] = []
    for kind in _KINDS:
        if len(found) == limit:
            break
        first = ""
        for question in islice(kind(schema, display), _TRIED):
            answer = ask(question)
            good = answer.status is Status.ANSWERED and not answer.notes
            if good and answer.confidence >= SURE:
                found.append(question)
                break
            if good and answer.confidence >= _LIKELY:
                first = first or question
        likely += [first] if first else []
    return tuple(found or likely[:limit])


def likely_questions(schema: GraphSchema, display: Display) -> tuple[str, ...]:
    """Questions of those kinds that nobody asked yet: some may have no answer."""
    return tuple(question for kind in _KINDS for question in islice(kind(schema, display), _TRIED))


def overview(schema: GraphSchema, questions: tuple[str, ...]) -> str:
    """What the graph has, and example questions."""
    shown = _labels(schema)
    if not shown:
        return "This graph is empty."
    called = Counter(plural(words(label.name)) for label in shown)
    # `port` and `Port` are both "ports".
    names = [
        counted(label.count, words(label.name))
        if called[plural(words(label.name))] == 1
        else f"{label.count:,} {label.name}"
        for label in shown
    ]
    more = sum(1 for label in schema.labels if label.count) - len(shown)
    head = f"This graph has {joined(names, more)}."
    return "\n".join([f"{head} For example, ask:" if questions else head, *(f"  {one}" for one in questions)])


def _labels(schema: GraphSchema, last: Callable[[LabelInfo], bool] = lambda label: False) -> list[LabelInfo]:
    """The labels with most nodes, but some behind all others."""
    present = [label for label in schema.labels if label.count]
    return sorted(present, key=lambda label: (last(label), -label.count, label.name))[:_LABELS]


def _named_first(schema: GraphSchema, display: Display) -> list[LabelInfo]:
    """The labels that questions are made of: what has no name is mostly there for the sake of something else."""

    def nameless(label: LabelInfo) -> bool:
        return all("id" in words(name).lower().split() for name in display.parts(label.name))

    return _labels(schema, last=nameless)


def _counts(schema: GraphSchema, display: Display) -> Iterator[str]:
    for label in _named_first(schema, display):
        yield f"How many {plural(words(label.name))} are there?"


def _cards(schema: GraphSchema, display: Display) -> Iterator[str]:
    for label in _named_first(schema, display):
        naming = display.parts(label.name)
        if len(naming) == 1 and "id" not in words(naming[0]).split() and not label.by_name[naming[0]].numeric:
            for sample in _short(label.by_name[naming[0]]):
                yield f"Tell me about {sample}"
                break


def _having(schema: GraphSchema, display: Display) -> Iterator[str]:
    for label in _named_first(schema, display):
        naming = display.parts(label.name)
        for info in label.properties:
            few = 1 < info.distinct <= max(2, label.count // 3) and info.type is ValueType.STRING
            if few and info.name not in naming and info.text_kind is None:
                for sample in _short(info):
                    yield f"Which {plural(words(label.name))} have {words(info.name)} {sample}?"
                    break


def _highest(schema: GraphSchema, display: Display) -> Iterator[str]:
    for label, info in _measures(schema, display):
        degree = "most" if is_plural(words(info.name)) else "highest"
        yield f"Which {singular(words(label.name))} has the {degree} {words(info.name)}?"


def _averages(schema: GraphSchema, display: Display) -> Iterator[str]:
    for label, info in _measures(schema, display):
        degree = "average number of" if is_plural(words(info.name)) else "average"
        yield f"What is the {degree} {words(info.name)} of the {plural(words(label.name))}?"


def _groups(schema: GraphSchema, display: Display) -> Iterator[str]:
    for start, end in _pairs(schema):
        yield f"How many {plural(words(start))} does each {singular(words(end))} have?"
        yield f"How many {plural(words(end))} does each {singular(words(start))} have?"


def _most(schema: GraphSchema, display: Display) -> Iterator[str]:
    for start, end in _pairs(schema):
        yield f"Which {singular(words(end))} has the most {plural(words(start))}?"
        yield f"Which {singular(words(start))} has the most {plural(words(end))}?"


def _without(schema: GraphSchema, display: Display) -> Iterator[str]:
    for start, end in _pairs(schema):
        yield f"Which {plural(words(start))} have no {plural(words(end))}?"


def _measures(schema: GraphSchema, display: Display) -> Iterator[tuple[LabelInfo, PropertyInfo]]:
    """Properties that measure something, rather than name it or say when it was."""
    for label in _named_first(schema, display):
        for info in label.properties:
            named = {"id", "year", "number", "code", "key", "zip"} & set(words(info.name).lower().split())
            if info.numeric and info.distinct > 2 and not named and not _is_code(info):
                yield label, info


def _is_code(info: PropertyInfo) -> bool:
    """Whether whole numbers look like codes: all of the same four or more digits in number."""
    lengths = {len(sample) for sample in info.samples}
    return info.type is ValueType.INTEGER and len(lengths) == 1 and min(lengths) >= _CODE


def _pairs(schema: GraphSchema) -> Iterator[tuple[str, str]]:
    for info in sorted(schema.relationships, key=lambda info: (info.count > _LARGE, -info.count, info.type)):
        best = max(info.endpoints, key=lambda pair: pair.count, default=None)
        if best is not None and best.count and best.start != best.end:
            yield best.start, best.end


def _short(info: PropertyInfo) -> Iterator[str]:
    """Samples that can be quoted, those first that begin with a letter or digit."""
    samples = sorted(info.samples, key=lambda sample: not sample[:1].isalnum())
    return (sample for sample in samples if 1 < len(sample) <= _LONGEST and sample.strip() == sample)


_KINDS = (_counts, _cards, _highest, _having, _groups, _most, _averages, _without)
