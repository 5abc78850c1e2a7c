"""Checks a pack against a knowledge base: its names, values and examples."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from fingerpost.core.cells import Cell
from fingerpost.core.errors import FingerpostError, QueryRejected
from fingerpost.core.names import quoted
from fingerpost.core.nearest import closest
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.linking import PACK_FILE, Fit, Pack, PackText, Problem, ValueAlias, draft, pack_folder
from fingerpost.query_languages import Finding

_NOT_THERE = ("N001", "N002", "N003")
"""Rules of the gate about labels, types and properties that the graph does not have."""
_MOST_VALUES = 2_000
"""The maximum number of values of a property to search for a similar one."""


@dataclass(frozen=True)
class CheckedPack:
    """A pack without mistakes. `lacking` is what a general pack has and the graph lacks: names, examples with such."""

    pack: Pack
    lacking: tuple[str, ...] = ()


def check_pack(name: str, kb: KnowledgeBase | None = None) -> CheckedPack:
    """Read a pack and check it, against a knowledge base if one is given.

    Raises:
        SettingsError: `pack.missing`, or `pack.invalid` with a line for each mistake.
        StoreError: the values that the pack names cannot be looked up.
    """
    text = PackText(pack_folder(name) / PACK_FILE)
    if kb is None:
        return CheckedPack(text.pack)
    fit = Fit(text.pack, kb.schema)
    unfit, lacking = _examples(text.pack, kb)
    text.refuse([*fit.problems, *_values(text.pack, kb), *unfit])
    return CheckedPack(text.pack, tuple(dict.fromkeys((*fit.lacking, *lacking))))


def _values(pack: Pack, kb: KnowledgeBase) -> Iterator[Problem]:
    """Report values that no node or relationship has."""
    for phrase, alias in pack.values.items():
        if alias.label is not None:
            info = kb.schema.label_by_name.get(alias.label)
            known = info is not None and alias.property in info.by_name
        else:
            relation = kb.schema.relationship_by_type.get(alias.owner)
            known = relation is not None and alias.property in relation.by_name
        if not known or pack.general or _found(kb, alias, "= $value RETURN x LIMIT 1", {"value": alias.value}):
            continue
        stored = _found(kb, alias, f"IS NOT NULL RETURN DISTINCT x.{quoted(alias.property)} LIMIT {_MOST_VALUES}", {})
        near = closest(str(alias.value), [str(value) for value in stored])
        hint = f"; did you mean {near!r}?" if near is not None else ""
        said = f"no {alias.owner} has {alias.value!r} as its {alias.property}{hint}"
        yield Problem(("values", phrase, "value"), f"values.{phrase}: {said}")


def _found(kb: KnowledgeBase, alias: ValueAlias, rest: str, parameters: dict[str, Cell]) -> list[Cell]:
    """The first cell of each row of a query about a property of a label or type."""
    pattern = f"(x:{quoted(alias.owner)})" if alias.label is not None else f"()-[x:{quoted(alias.owner)}]->()"
    result = kb.query(f"MATCH {pattern} WHERE x.{quoted(alias.property)} {rest}", parameters)
    return [row[0] for row in result.rows]


def _examples(pack: Pack, kb: KnowledgeBase) -> tuple[list[Problem], list[str]]:
    """The examples whose Cypher the gate refuses, and those of a general pack that only name what the graph lacks."""
    problems, lacking = [], []
    for number, example in enumerate(pack.example):
        place, name = ("example", number, "cypher"), f"example {number + 1}"
        try:
            kb.verify(example.cypher)
        except QueryRejected as error:
            findings = [Finding.model_validate(finding) for finding in error.details.get("findings", ())]
            if pack.general and findings and all(one.code in _NOT_THERE and not one.suggestion for one in findings):
                lacking.append(name)
                continue
            said = [finding.render() for finding in findings] or [error.message]
            problems += [Problem(place, f"{name}: {one}") for one in said]
        except FingerpostError as error:
            problems.append(Problem(place, f"{name}: {error.message}"))
    return problems, lacking


def draft_pack(kb: KnowledgeBase, name: str) -> str:
    """The text of a draft pack for a knowledge base.

    Raises:
        StoreError: values of properties with few values cannot be looked up.
    """

    def values(label: str, property_: str, most: int) -> list[Cell]:
        return _found(
            kb,
            ValueAlias(label=label, property=property_, value=None),
            f"IS NOT NULL RETURN DISTINCT x.{quoted(property_)} LIMIT {most}",
            {},
        )

    return draft(kb.schema, name, values)
