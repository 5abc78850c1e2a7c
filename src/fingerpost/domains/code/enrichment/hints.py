"""The tags that a question names, as the hints that a writer of queries is given."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from fingerpost.domains.code.enrichment.tags import RISK, SUBSYSTEM, Tag, tag_rules

FAMILIES: Final[Mapping[str, str]] = {
    "subsystems": SUBSYSTEM,
    "function_purposes": "function-purpose",
    "data_structures": "data-structure",
    "algorithms": "algorithm-class",
    "domain_concepts": "domain-concept",
    "architectural_roles": "arch-layer",
    "features": "Feature",
    "api_categories": "api-category",
    "security_risks": RISK,
}
"""The lists of hints, and the family of the tags in each; a graph that somebody else tagged may have further ones."""


_NAMES: Final = re.compile(
    r"[\"“][^\"”]*[\"”]|`[^`]*`|\b[\w-]+\.[a-z]{1,4}\b|\b\w+ in (?:its|their|the) names?\b"
    r"|\bnames? (?:that )?(?:contain|start|begin|end)(?:s|ing)?(?: with| in)? \S+"
)
"""Texts, files, and names or pieces of them: "out of memory" and trees.c name no concept."""


@dataclass(frozen=True)
class Hints:
    """The tags that a question names and the graph has, by list; `absent` are those that the graph has not."""

    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    absent: tuple[Tag, ...] = ()

    @property
    def tags(self) -> tuple[Tag, ...]:
        """All that the graph has."""
        return tuple(Tag(FAMILIES[name], value) for name, values in self.lists.items() for value in values)

    @property
    def coverage(self) -> float:
        """The share of the lists with anything in them, risks aside (0 to 1)."""
        counted = [values for name, values in self.lists.items() if FAMILIES[name] != RISK]
        return sum(map(bool, counted)) / max(len(counted), 1)

    def to_json(self) -> dict[str, Any]:
        """The lists by name, all of them."""
        return {name: list(self.lists.get(name, ())) for name in FAMILIES}


def hints_of(question: str, known: Collection[Tag]) -> Hints:
    """The tags that a question names, of those that a graph has. Each call makes lists of its own."""
    text = _NAMES.sub(lambda match: " " * len(match[0]), question.lower())
    patterns = [*_said(), *((_by_value(tag), tag) for tag in sorted(known))]
    said = [(*match.span(), tag) for pattern, tag in patterns for match in pattern.finditer(text)]
    spans = {(start, end) for start, end, _ in said}
    named = [
        tag
        for start, end, tag in said
        if not any(one <= start and end <= other and (one, other) != (start, end) for one, other in spans)
    ]
    held = [tag for tag in dict.fromkeys(named) if tag in known]
    lists = {
        name: tuple(tag.value for tag in held if tag.name == family)
        for name, family in FAMILIES.items()
    }  # fmt: skip
    return Hints(lists, tuple(tag for tag in dict.fromkeys(named) if tag not in known))


def _by_value(tag: Tag) -> re.Pattern[str]:
    """The value of a tag as words; of a part of the code, beside a word for one."""
    value = re.escape(tag.value.lower()).replace(r"\-", "[- ]")
    if tag.name == SUBSYSTEM:
        value = rf"{value} (?:subsystem|module|component|part)|(?:subsystem|module|component) {value}"
    return re.compile(rf"(?<![\w-])(?:{value})(?![\w-])")


@cache
def _said() -> tuple[tuple[re.Pattern[str], Tag], ...]:
    """The wordings of each tag. `memory` in `memory management` is the longer one's."""
    return tuple(
        (re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(rule.said, key=len, reverse=True)))})(?![\w-])"),
         rule.tag)
        for rule in tag_rules()
    )  # fmt: skip
