"""What a person should decide: names that may be one thing, and facts that are not plainly stated."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fingerpost.engine.memory.identity import Identities, identities
from fingerpost.ingest import SAME_AS
from fingerpost.retrieval import Decision, PassageStore, StoredFact

_LEAST_ALIKE = 5
"""Shorter names are not compared by their letters: one letter makes another name."""
_RENAMED, _INITIALS, _LETTERS, _PART, _AMBIGUOUS = 0.95, 0.7, 0.8, 0.6, 0.5
_IDENTIFIED = frozenset(("Incident", "Decision", "Change", "Meeting", "Document"))
"""Kinds whose names are told apart by every character."""
MOST = 1_000
"""The number of candidates of each kind."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Something to decide.

    `kind` is `same` (two names may mean one thing), `renamed`, `ambiguous` (a short name of several things) or `fact`
    (`relation` is set; `certainty` is below supported). `confidence` (0..1) is how likely it is so. `sources` are
    `document:start-end`.
    """

    kind: str
    first: str
    second: str
    reason: str
    confidence: float
    relation: str = ""
    sources: tuple[str, ...] = ()


def candidates(store: PassageStore) -> list[Candidate]:
    """All that is undecided, the likeliest first."""
    facts, decisions = store.facts(), store.decisions()
    now = identities([fact for fact in facts if fact.relation == SAME_AS], decisions)
    decided = {(d.first, d.second) for d in decisions if not d.relation}
    decided |= {(second, first) for first, second in decided}
    found: dict[tuple[str, str], Candidate] = {}
    for one in (*_renamed(facts), *_ambiguous(now), *_alike(facts, now)):
        key = (one.first, one.second) if one.first <= one.second else (one.second, one.first)
        if now.of(one.first) != now.of(one.second) and key not in decided:
            found.setdefault(key, one)
    doubtful = list(_doubtful(facts, decisions))
    return sorted([*found.values(), *doubtful], key=lambda one: (-one.confidence, one.first, one.second, one.relation))


def _place(fact: StoredFact) -> str:
    return f"{fact.document}:{fact.start}-{fact.stop}"


def _renamed(facts: Sequence[StoredFact]) -> Iterator[Candidate]:
    for fact in facts:
        if fact.relation == "RENAMED_TO" and not fact.negated:
            yield Candidate(
                "renamed", fact.subject, fact.object, "a document says so", _RENAMED, sources=(_place(fact),)
            )


def _ambiguous(now: Identities) -> Iterator[Candidate]:
    for short, owners in now.ambiguous.items():
        for owner in owners:
            yield Candidate("ambiguous", short, owner, f"one of {len(owners)} things of this name", _AMBIGUOUS)


def _alike(facts: Sequence[StoredFact], now: Identities) -> Iterator[Candidate]:
    """Names that differ by one letter or by their ending, or of which one has initials or is a part of the other."""
    kinds: dict[str, str] = {}
    for fact in facts:
        for name, kind in ((fact.subject, fact.subject_kind), (fact.object, fact.object_kind)):
            if kinds.get(name) in (None, "Entity", "Thing"):
                kinds[name] = kind
    names = sorted(name for name, kind in kinds.items() if kind not in _IDENTIFIED and now.of(name) == name)
    yield from _spelt_alike(names)
    people: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if kinds[name] in ("Person", "Entity"):
            people[name.split(" ")[-1]].append(name)
    for group in people.values():
        for at, first in enumerate(group):
            for second in group[at + 1 :]:
                yield from _initialled(first, second, person="Person" in (kinds[first], kinds[second]))


def _spelt_alike(names: Sequence[str]) -> Iterator[Candidate]:
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    plain = {name: "".join(filter(str.isalnum, name)) for name in names}
    compared = [name for name in names if len(plain[name]) >= _LEAST_ALIKE]
    listed = 0
    for at, name in enumerate(compared):
        rest = compared[at + 1 :]
        texts = [plain[other] for other in rest]
        for _, distance, index in process.extract(plain[name], texts, scorer=OSA.distance, score_cutoff=1, limit=None):
            digits = ["".join(filter(str.isdigit, text)) for text in (name, rest[index])]
            if digits[0] == digits[1] and listed < MOST:
                listed += 1
                reason = "they differ by one letter" if distance else "they differ by blanks"
                yield Candidate("same", name, rest[index], reason, _LETTERS if distance else _RENAMED)


def _initialled(first: str, second: str, *, person: bool) -> Iterator[Candidate]:
    """Two names with the same last word: "d cruz" and "dana cruz", or "cruz" and "dana cruz"."""
    ours, theirs = first.split(" ")[:-1], second.split(" ")[:-1]
    if not person:
        return
    if not ours or not theirs:
        yield Candidate("same", first, second, "one is the last name of the other", _PART)
    elif ours[0][0] == theirs[0][0] and 1 in (len(ours[0]), len(theirs[0])):
        yield Candidate("same", first, second, "one has the initial of the other", _INITIALS)


def _doubtful(facts: Sequence[StoredFact], decisions: Sequence[Decision]) -> Iterator[Candidate]:
    """Relationships that are stated only as likely or possible, or that are denied, too."""
    decided = {(d.first, d.relation, d.second) for d in decisions}
    about: dict[tuple[str, str, str], list[StoredFact]] = defaultdict(list)
    for fact in facts:
        about[fact.subject, fact.relation, fact.object].append(fact)
    for triple in sorted(about):
        stated = [fact for fact in about[triple] if not fact.negated]
        if triple in decided or not stated:
            continue
        denied = len(stated) < len(about[triple])
        certainties = {fact.certainty for fact in stated}
        if not denied and "supported" in certainties:
            continue
        reason = (
            "it is stated and denied"
            if denied
            else "it is stated as likely"
            if "likely" in certainties
            else "it is stated as possible"
        )
        confidence = 0.5 if denied else 0.7 if "likely" in certainties else 0.4
        places = tuple(_place(fact) for fact in about[triple])
        yield Candidate("fact", triple[0], triple[2], reason, confidence, triple[1], places)
