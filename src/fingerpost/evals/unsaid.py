"""What a gold names and its question does not: labels, relations, properties and values without a mention."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from fingerpost.evals.compare import plain
from fingerpost.evals.sketch import Need
from fingerpost.linking import Linked, Mention, normalise


@dataclass(frozen=True)
class Saying:
    """Which words name what a gold names. `how` is `named`, `implied` (a value, property or relation stands for it),
    `misread` (only as something else) or `not named`."""

    need: Need
    how: str
    words: str = ""

    def to_json(self) -> dict[str, str]:
        return {"kind": self.need.kind, "name": str(self.need), "how": self.how, "words": self.words}


def sayings(needs: Sequence[Need], linked: Linked) -> tuple[Saying, ...]:
    """How the question names each thing that a gold names."""
    found = [_saying(need, linked) for need in needs if need.kind != "label"]
    for need in needs:
        if need.kind != "label":
            continue
        own = [m for m in linked.mentions if m.kind == "label" and m.name == need.name]
        if own:
            found.append(Saying(need, "named", _words(linked, own)))
            continue
        held = [s for s in found if s.need.owner == need.name and s.how == "named"]
        found.append(Saying(need, "implied" if held else "not named", ", ".join(s.words for s in held)))
    return tuple(found)


def _saying(need: Need, linked: Linked) -> Saying:
    if need.kind == "value":
        return _value(need, linked)
    own = mentions_of(need, linked)
    return Saying(need, "named" if own else "not named", _words(linked, own))


def mentions_of(need: Need, linked: Linked) -> list[Mention]:
    """The mentions that say what a gold names."""
    if need.kind == "value":
        alike = [m for m in linked.mentions if m.value is not None and _same(m.value, need.value)]
        return [m for m in alike if m.kind != "value" or (m.name == need.name and need.owner in m.owners)]
    own = [
        m
        for m in linked.mentions
        if m.kind == need.kind and m.name == need.name and (need.kind != "property" or need.owner in m.owners)
    ]
    if not own and need.kind == "relation":
        own = [m for m in linked.mentions if m.kind == "relation" and m.name in need.name.split("|")]
    return own


def _value(need: Need, linked: Linked) -> Saying:
    alike = [m for m in linked.mentions if m.value is not None and _same(m.value, need.value)]
    own = mentions_of(need, linked)
    if own:
        return Saying(need, "named", _words(linked, own))
    if alike:
        return Saying(need, "misread", _words(linked, alike))
    text = normalise(str(need.value))
    if isinstance(need.value, bool):
        return Saying(need, "implied")
    if text and f" {text} " in f" {normalise(linked.question)} ":
        return Saying(need, "misread", str(need.value))
    return Saying(need, "not named")


def _same(one: Any, other: Any) -> bool:
    """Whether a mention's value is a gold's, whichever of both is a text."""
    if isinstance(one, str) and isinstance(other, str):
        return normalise(one) == normalise(other)
    return bool(plain(one) == plain(other)) or str(one) == str(other) or _number(one) == _number(other) is not None


def _number(value: Any) -> float | None:
    try:
        return float(value)
    except (TypeError, ValueError):
        return None


def _words(linked: Linked, mentions: Sequence[Mention]) -> str:
    """The words of the best mention."""
    if not mentions:
        return ""
    best = max(mentions, key=lambda mention: mention.score)
    return linked.text(best.start, best.end)


def missing_from(
    found: Sequence[Saying], part: str, lacking: Sequence[str], instead: Sequence[str]
) -> tuple[str, str, str]:
    """Why a part of the gold could not be generated: cause, part and a sentence; "" for none.

    `lacking` is what the nearest candidate lacks in that part, `instead` what it has beyond the gold. A path needs its
    values and ends and the words for its relations; a node that nobody mentions is a hop, which is not a matter of
    linking.
    """

    def not_named(kind: str) -> list[Saying]:
        return [s for s in found if s.need.kind == kind and s.how == "not named"]

    values = [s for s in found if s.need.kind == "value" and s.how in ("not named", "misread")]
    if values and part in ("path", "conditions"):
        first = values[0]
        read = f"“{first.words}” is not read as {first.need}."
        kind = "value that is denied" if all(s.need.denied for s in values) else "value"
        return "linking", kind, read if first.how == "misread" else f"No words mean {_listed(values)}."
    if part == "path":
        alone = [s for s in not_named("label") if s.need.joins < 2]
        if alone:
            return "linking", "label", f"No words mean {_listed(alone)}."
        hops = [s for s in not_named("label") if any(s.need.name in step for step in lacking)]
        if hops:
            return "not generated", "hop", f"Nobody mentions {_listed(hops)}, which is on the path."
        relations = [s for s in not_named("relation") if any(f" -{s.need.name}- " in step for step in lacking)]
        if relations:
            return "linking", "relation", f"No words mean {_listed(relations)}."
    properties = [s for s in not_named("property") if any(str(s.need) in text for text in lacking)]
    if any(s.need.owner in instead for s in properties):
        return "not generated", f"{part}, node for its property", f"A node stands in place of {_listed(properties)}."
    if properties:
        return "linking", "property", f"No words mean {_listed(properties)}."
    return "", "", ""


def _listed(found: Sequence[Saying]) -> str:
    return ", ".join(str(saying.need) for saying in found)
