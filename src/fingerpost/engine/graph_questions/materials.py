"""What things are made of, and what the parts of a whole are joined with: the materials used in a car."""

from __future__ import annotations

from fingerpost.engine.graph_questions import chains, compounds, presence, wholes
from fingerpost.engine.graph_questions.asked import Asked, Far
from fingerpost.engine.graph_questions.nouns import Link, Way
from fingerpost.engine.question_reader import DomainReading


def made_of(asked: Asked) -> DomainReading | None:
    """What something is made of: its materials, where the graph has such a relation and knows them, else its parts."""
    thing, label = asked.name("x"), asked.label
    if thing is None or label is None:
        return None
    types = wholes.matter(asked.words)
    parts = wholes.parts_of(asked.context, asked.words, thing, label, strict=True)
    if asked.far is Far.UNSAID and types:
        found = chains.follow(asked.context, thing, [Link(types, Way.ALONG)], label, "hop")
        if asked.context.run(found.plan).rows:
            return found
        of_parts = presence.joined_inside(
            asked.context, asked.words, thing, types, label, backwards=True, some=True, parts=True
        )
        known = parts is not None and (of_parts is None or asked.context.run(parts.plan).rows)
        return parts if known else of_parts or found
    return parts


def made_from(asked: Asked) -> DomainReading | None:
    """What is made of something: what has it as its material, or else as a part."""
    thing, label = asked.name("x"), asked.label
    if thing is None or label is None:
        return None
    types = wholes.matter(asked.words)
    if asked.far is Far.UNSAID and types:
        found = chains.follow(asked.context, thing, [Link(types, Way.AGAINST)], label, "hop")
        if asked.context.run(found.plan).rows:
            return found
    return with_material(asked, thing, label) or wholes.wholes_of(asked.context, asked.words, thing, label, strict=True)


def with_material(asked: Asked, material: str, label: str) -> DomainReading | None:
    """The wholes of parts that are made of something; None if there are none."""
    types = wholes.matter(asked.words)
    found = compounds.having(asked, label, types, material) if types else None
    return found if found is not None and asked.context.run(found.plan).rows else None


def used_inside(asked: Asked) -> DomainReading | None:
    """The nodes of a type that only one relation leads to, from a whole or a part of it, at any depth."""
    whole, label, words = asked.name("x"), asked.label, asked.words
    if whole is None or not label:
        return None
    nested = wholes.nesting(words, parts=True)
    types = tuple(type_ for type_ in words.types if label in words.ends([type_])[1])
    starts = words.ends(types)[0]
    if len(types) != 1 or label in starts or {*types} & {*nested.up, *nested.down}:
        return None
    return presence.joined_inside(asked.context, words, whole, types, label, backwards=True, some=True)
