"""Which names mean one thing: by what documents call it, and by what people decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from fingerpost.retrieval import Decision, StoredFact

POSSIBLE_SAME_AS = "POSSIBLE_SAME_AS"
"""The relationship of a short name to each of several things that have it."""


@dataclass(frozen=True)
class Identities:
    """The name that stands for each (`canonical`; names that stand for themselves are left out), and the reverse.

    `ambiguous` maps short names that several things have to those things: they are not merged.
    """

    canonical: Mapping[str, str] = field(default_factory=dict)
    members: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ambiguous: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def of(self, name: str) -> str:
        """The name that stands for a name."""
        return self.canonical.get(name, name)

    def all(self, name: str) -> tuple[str, ...]:
        """All names of the thing that a name stands for."""
        return self.members.get(name, (name,))


def identities(aliases: Iterable[StoredFact], decisions: Sequence[Decision]) -> Identities:
    """The identities that follow from statements of other names and from decisions, whatever their order."""
    owners: dict[str, set[str]] = defaultdict(set)
    for fact in aliases:
        if not fact.negated and fact.certainty == "supported":
            owners[fact.object].add(fact.subject)
    apart = {_pair(d.first, d.second) for d in decisions if d.verdict == "separate"}
    groups: dict[str, set[str]] = {}

    def join(first: str, second: str) -> None:
        ours, theirs = groups.get(first, {first}), groups.get(second, {second})
        if ours is theirs or any(_pair(a, b) in apart for a in ours for b in theirs):
            return
        ours = ours | theirs
        for name in ours:
            groups[name] = ours

    for decision in sorted(decisions, key=lambda d: (d.first, d.second)):
        if decision.verdict == "merge":
            join(decision.first, decision.second)
    ambiguous = {}
    for short in sorted(owners):
        things = sorted({min(groups.get(owner, {owner})) for owner in owners[short]} - {short})
        if len(things) > 1 and short not in groups:
            ambiguous[short] = tuple(sorted(owners[short]))
            continue
        for owner in sorted(owners[short]):
            join(owner, short)
    canonical, members = {}, {}
    for group in {id(group): group for group in groups.values()}.values():
        best = min(group, key=lambda name: (-len(name), name))
        members[best] = tuple(sorted(group))
        canonical.update({name: best for name in group if name != best})
    return Identities(canonical, members, ambiguous)


def _pair(first: str, second: str) -> tuple[str, str]:
    return (first, second) if first <= second else (second, first)
