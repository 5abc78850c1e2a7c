"""Audits a folder of documents: whether every fact shows its source, and which names a person should look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from fingerpost.engine.memory.fact_graph import DOCUMENTS, ORIGIN, SOURCES
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.retrieval import PassageStore, StoredFact

_LEAST_ALIKE = 5
"""Shorter names are not compared: one letter makes another name."""
_MOST_LISTED = 1_000


@dataclass
class Audit:
    """What was found. `broken` and `missing` must be empty for the audit to pass; the rest is for a person to decide.

    Attributes:
        entities, relationships, documents: how many there are that come from documents.
        broken: sources that do not slice back to a sentence with both names, as (subject, relation, object, place).
        missing: relationships that documents state and the graph lacks, or that the graph has without a document.
        duplicates: pairs of names that differ by one letter, by punctuation or by a plural.
        inconsistent: names that documents give several kinds, with the kinds.
        conflicting: relationships that one document states and another denies.
        cut: whether a list was cut at 1,000.
    """

    entities: int = 0
    relationships: int = 0
    documents: int = 0
    broken: list[tuple[str, str, str, str]] = field(default_factory=list)
    missing: list[tuple[str, str, str]] = field(default_factory=list)
    duplicates: list[tuple[str, str]] = field(default_factory=list)
    inconsistent: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    conflicting: list[tuple[str, str, str]] = field(default_factory=list)
    cut: bool = False

    @property
    def passed(self) -> bool:
        """Whether every relationship has its sources, and every source its sentence."""
        return not self.broken and not self.missing


def audit(place: str | PathLike[str]) -> Audit:
    """Audit a folder of documents; it is only read.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer`.
    """
    folder = Path(place)
    with Workspace(folder, write=False) as workspace, PassageStore(folder, write=False) as store:
        facts = store.facts()
        found = Audit(documents=len(store.keys()))
        names = list(dict.fromkeys(name for fact in facts for name in (fact.subject, fact.object)))
        nodes, joined = workspace.around(names)
        held = {(r.start, r.type, r.end): r for r in joined if r.properties.get(SOURCES)}
        stated = {(f.subject, f.relation, f.object) for f in facts if not f.negated}
        denied = {(f.subject, f.relation, f.object) for f in facts if f.negated}
        found.entities = sum(node.properties.get(ORIGIN) == DOCUMENTS for node in nodes.values())
        found.relationships = len(held)
        found.missing = sorted(stated ^ set(held))
        found.conflicting = sorted(stated & denied)
        found.broken = list(_broken(store, facts))
        found.inconsistent = list(_inconsistent(facts))
        found.duplicates = list(_duplicates(sorted(nodes)))
    _cut(found)
    return found


def _broken(store: PassageStore, facts: list[StoredFact]) -> Iterator[tuple[str, str, str, str]]:
    texts: dict[str, str] = {}
    for fact in facts:
        if fact.document not in texts:
            document = store.document(fact.document)
            texts = {fact.document: document.text if document is not None else ""}
        sentence = " ".join(texts[fact.document][fact.start : fact.stop].split())
        if fact.subject_name not in sentence or fact.object_name not in sentence:
            yield fact.subject, fact.relation, fact.object, f"{fact.document}:{fact.start}-{fact.stop}"


def _inconsistent(facts: list[StoredFact]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names with several kinds; an entity or thing of no known kind contradicts none."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        kinds[fact.subject].add(fact.subject_kind)
        kinds[fact.object].add(fact.object_kind)
    for name in sorted(kinds):
        known = tuple(sorted(kinds[name] - {"Entity", "Thing"}))
        if len(known) > 1:
            yield name, known


def _duplicates(names: list[str]) -> Iterator[tuple[str, str]]:
    """Pairs of names that may be one; identifiers with numbers are told apart by them."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    plain = {name: "".join(filter(str.isalnum, name)) for name in names}
    compared = [name for name in names if len(plain[name]) >= _LEAST_ALIKE]
    for at, name in enumerate(compared):
        rest = compared[at + 1 :]
        texts = [plain[other] for other in rest]
        for _, _, index in process.extract(plain[name], texts, scorer=OSA.distance, score_cutoff=1, limit=None):
            digits = ["".join(filter(str.isdigit, text)) for text in (name, rest[index])]
            if digits[0] == digits[1]:
                yield name, rest[index]


def _cut(found: Audit) -> None:
    for listed in (found.broken, found.missing, found.duplicates, found.inconsistent, found.conflicting):
        if len(listed) > _MOST_LISTED:
            del listed[_MOST_LISTED:]
            found.cut = True
