"""A first pack for a graph, drafted from its schema: its words are known to linking already, the rest is comments.

A draft changes no answer: it shows where words belong, and what the graph holds, to a person who knows more of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.schema import GraphSchema, LabelInfo, PropertyInfo, RelationshipInfo
from fingerpost.linking.display import Display
from fingerpost.linking.english import english
from fingerpost.linking.pack_verbs import said_both_ways
from fingerpost.linking.text import split_name
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    Stage,
    counted,
    plural,
)
from fingerpost.query_languages import language

Values = Callable[[str, str, int], Sequence[Cell]]
"""The values of a property of a label: label, property, at most how many."""

CLOSED = 24
"""Most values of a property that are listed."""
_REPEATED = 2
"""How many times each, on average, a closed set's values stand in the graph."""
_SAMPLES = 3
_WIDTH = 110


def draft(schema: GraphSchema, name: str, values: Values) -> str:
    """The text of a `pack.toml` for a graph."""
    parts = (
        [
            "# A pack: the words that people use for what is in this graph. Drafted by `fingerpost pack init`.",
            "# Add words to the lists, take what is wrong out, and test it: fingerpost pack check FOLDER --kb KB",
            f"name = {_text(name)}",
            f"description = {_text(f'The words of {name}')}",
            "",
            "# Labels, relationship types and properties that questions never mean, and phrases that say nothing.",
            "hidden = []",
            "ignore = []",
        ],
        _labels(schema),
        _relations(schema),
        _properties(schema),
        _values(schema, values),
        _shown(schema),
        _ranked(schema),
        _example(schema),
    )
    return "\n\n".join("\n".join(lines) for lines in map(list, parts) if lines) + "\n"


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _key(name: str) -> str:
    return name if name and all(c.isascii() and (c.isalnum() or c in "_-") for c in name) else _text(name)


def _words(names: Sequence[str]) -> str:
    return f"[{', '.join(map(_text, dict.fromkeys(filter(None, names))))}]"


def _present(schema: GraphSchema) -> list[LabelInfo]:
    return sorted((label for label in schema.labels if label.count), key=lambda label: (-label.count, label.name))


def _labels(schema: GraphSchema) -> Iterator[str]:
    yield "# What a node is called. Both numbers of a word are known by either."
    yield "[labels]"
    for label in _present(schema):
        noun = " ".join(split_name(label.name))
        yield f"{_key(label.name)} = {_words([noun, plural(noun)] if noun else [])}  # {label.count:,}"


def _relations(schema: GraphSchema) -> Iterator[str]:
    if not schema.relationships:
        return
    yield "# How things relate. `forward` words lead along the arrow, `backward` words against it, `start` and `end`"
    yield "# are nouns for the node at that end, `each` for both; a plain list says nothing of direction."
    yield "[relations]"
    for relationship in sorted(schema.relationships, key=lambda one: (-one.count, one.type)):
        yield f"# {_arrows(relationship)}"
        forward, backward = said_both_ways(relationship.type)
        if any(pair.start == pair.end for pair in relationship.endpoints):
            guess = f"  # or {{ forward = {_words([forward])}, backward = {_words([backward])} }}" if backward else ""
            yield f"{_key(relationship.type)} = {_words([forward])}{guess}"
        else:
            led = f", backward = {_words([backward])}" if backward else ""
            yield f"{_key(relationship.type)} = {{ forward = {_words([forward])}{led} }}"


def _arrows(relationship: RelationshipInfo) -> str:
    pairs = sorted(relationship.endpoints, key=lambda pair: -pair.count)
    shown = ", ".join(f"({pair.start})->({pair.end}) {pair.count:,}" for pair in pairs[:_SAMPLES])
    return shown + (f", and {len(pairs) - _SAMPLES} more" if len(pairs) > _SAMPLES else "")


def _owned(schema: GraphSchema) -> dict[str, list[tuple[str, PropertyInfo]]]:
    """Every property's name, with the labels and types that have it."""
    found: dict[str, list[tuple[str, PropertyInfo]]] = {}
    for label in _present(schema):
        for info in label.properties:
            found.setdefault(info.name, []).append((label.name, info))
    for relationship in schema.relationships:
        for info in relationship.properties:
            found.setdefault(info.name, []).append((relationship.type, info))
    return found


def _properties(schema: GraphSchema) -> Iterator[str]:
    owned = _owned(schema)
    if not owned:
        return
    yield "# What a property is called; `Label.property = [...]` holds for one label only."
    yield "[properties]"
    for name, owners in sorted(owned.items()):
        parts = split_name(name)
        said = [" ".join(parts)]
        for number, part in enumerate(parts):
            long = english().abbreviations.get(part, ())
            said += [" ".join((*parts[:number], word, *parts[number + 1 :])) for word in long[:1]]
        yield f"{_key(name)} = {_words(said)}{_comment(owners)}"
    units = sorted(
        {(f"{owner}.{name}", i.unit or "") for name, held in owned.items() for owner, i in held if i.numeric}
    )
    if units:
        yield ""
        yield "# What numbers count, so that questions and answers can name it."
        yield "[units]"
        yield from (f"# {'.'.join(map(_key, what.split('.')))} = {_text(unit)}" for what, unit in units)


def _comment(owners: Sequence[tuple[str, PropertyInfo]]) -> str:
    """Who has a property, and samples of its values."""
    samples = list(dict.fromkeys(sample for _, info in owners for sample in info.samples))[:_SAMPLES]
    shown = f": {', '.join(samples)}" if samples else ""
    return _cut(f"  # of {', '.join(owner for owner, _ in owners)}{shown}")


def _cut(comment: str) -> str:
    comment = " ".join(comment.split()) if not comment.startswith("  #") else f"  {' '.join(comment.split())}"
    return comment if len(comment) <= _WIDTH else f"{comment[: _WIDTH - 1]}…"


def _closed(schema: GraphSchema) -> Iterator[tuple[LabelInfo, PropertyInfo]]:
    for label in _present(schema):
        for info in label.properties:
            few = info.distinct_is_exact and 1 < info.distinct <= CLOSED and info.present >= _REPEATED * info.distinct
            if few and info.in_words:
                yield label, info


def _values(schema: GraphSchema, values: Values) -> Iterator[str]:
    yield "# Other words for values: a phrase, and the value that it means."
    yield "[values]"
    for label, info in _closed(schema):
        found = sorted(value for value in values(label.name, info.name, CLOSED) if isinstance(value, str))
        if found:
            yield f"# {label.name}.{info.name} is one of:"
            yield from (f"#   {_text(value)}" for value in found)
            meant = f"label = {_text(label.name)}, property = {_text(info.name)}, value = {_text(found[0])}"
            yield f'# "..." = {{ {meant} }}'


def _shown(schema: GraphSchema) -> Iterator[str]:
    display = Display(schema)
    yield "# What a node is called in answers, and what is told of it beside."
    yield "[show]"
    for label in _present(schema):
        parts = list(display.parts(label.name))
        yield f"{_key(label.name)} = {_words(parts)}" if parts else f'# {_key(label.name)} = ["..."]'
    yield ""
    yield "[columns]"
    for label in _present(schema):
        told = [info.name for info in label.properties if info.name not in display.parts(label.name)][:_SAMPLES]
        if told:
            yield f"# {_key(label.name)} = {_words(told)}"


def _ranked(schema: GraphSchema) -> Iterator[str]:
    held = [(label.name, info) for label in _present(schema) for info in label.properties]
    numbers = [(label, info.name) for label, info in held if info.numeric]
    moments = [(label, info.name) for label, info in held if info.temporal]
    if numbers:
        yield "# What “the largest” of a label ranks by."
        yield "[measures]"
        yield from (f"# {_key(label)} = {_text(name)}" for label, name in dict(reversed(numbers)).items())
    if moments or numbers:
        label, name = (moments or numbers)[0]
        yield "# What other superlatives rank by: the most or the least of a property."
        yield "[superlatives]"
        yield f"# newest = {_text(f'most {label}.{name}')}"


def _example(schema: GraphSchema) -> Iterator[str]:
    """A question and its query: for people and language models to learn from."""
    for label in _present(schema)[:1]:
        noun = " ".join(split_name(label.name)) or label.name
        yield "# Questions with the Cypher that answers them."
        yield "[[example]]"
        yield f"question = {_text(f'How many {plural(noun)} are there?')}  # {counted(label.count, noun)}"
        yield f"cypher = {_text(_counting(label.name))}"


def _counting(label: str) -> str:
    """A query that counts the nodes of a label."""
    nodes = Match(pattern=Pattern(nodes=(NodePattern(name="x", label=label),)))
    number = Aggregate(name="count(x)", function=AggregateFunction.COUNT, operand=Ref(name="x"))
    return language().write(Plan(branches=((Stage(matches=(nodes,), aggregates=(number,)),),))).text
