"""Audits a folder of documents: whether every fact shows its source, and which names a person should look at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import PathLike, fspath

from fingerpost.core.cells import Node
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.places import is_url, shown
from fingerpost.core.settings import Settings
from fingerpost.engine.memory.fact_graph import DOCUMENTS, ORIGIN, SOURCES, relations_of
from fingerpost.engine.memory.identity import Identities, identities
from fingerpost.engine.memory.place import require_namespace
from fingerpost.engine.memory.resolving import candidates
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.ingest import key_of
from fingerpost.retrieval import PassageStore, StoredFact

_DUPLICATE = 0.8
"""The confidence from which two names count as duplicates; what is less likely, `resolve` shows."""
_MOST_LISTED = 1_000


@dataclass
class Audit:
    """What was found. All lists but `conflicting` must be empty for the audit to pass.

    Attributes:
        entities, relationships, documents: how many there are that come from documents.
        broken: sources that do not slice back to a quote with both names, as (subject, relation, object, place).
        missing: relationships that documents state and the graph lacks, or that the graph has without a document.
        missing_ids: entities without an identifier, or with that of another.
        duplicates: pairs of names that differ by one letter or by blanks, and that nobody has told apart.
        unresolved_ambiguities: short names of several things, with the things.
        inconsistent_types: names that documents give several kinds, with the kinds.
        same_as_chains: names that are merged with a name that is merged with another.
        conflicting: relationships that one document states and another denies; the answers say so.
        cut: whether a list was cut at 1,000.
    """

    entities: int = 0
    relationships: int = 0
    documents: int = 0
    broken: list[tuple[str, str, str, str]] = field(default_factory=list)
    missing: list[tuple[str, str, str]] = field(default_factory=list)
    missing_ids: list[str] = field(default_factory=list)
    duplicates: list[tuple[str, str]] = field(default_factory=list)
    unresolved_ambiguities: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    inconsistent_types: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    same_as_chains: list[tuple[str, str, str]] = field(default_factory=list)
    conflicting: list[tuple[str, str, str]] = field(default_factory=list)
    cut: bool = False

    @property
    def passed(self) -> bool:
        """Whether nothing is wrong and nothing is left to decide."""
        wrong = self.broken or self.missing or self.missing_ids or self.same_as_chains
        return not (wrong or self.duplicates or self.unresolved_ambiguities or self.inconsistent_types)


def audit(place: str | PathLike[str], namespace: str = "") -> Audit:
    """Audit the documents of a place, or of one of its namespaces; they are only read.

    Raises:
        QuestionError: `namespace.unknown`, `namespace.invalid`.
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer`.
        StoreError: a database cannot be reached.
    """
    if is_url(url := fspath(place)):
        from fingerpost.engine.memory.memory import Memory
        from fingerpost.engine.memory.neo4j_memory import holds_documents

        if not holds_documents(url, Settings(), namespace):
            raise KnowledgeBaseError(f"{shown(url)} has no documents", code="kb.missing")
        with Memory(url, namespace=namespace) as memory, Workspace(memory.folder, write=False) as workspace:
            return _audited(workspace, memory.store)
    folder = require_namespace(place, namespace)
    with Workspace(folder, write=False) as workspace, PassageStore(folder, write=False) as store:
        return _audited(workspace, store)


def _audited(workspace: Workspace, store: PassageStore) -> Audit:
    facts, decisions = store.facts(), store.decisions()
    now = identities(store.aliases(), decisions)
    found = Audit(documents=len(store.keys()))
    named = dict.fromkeys(now.of(name) for fact in facts for name in (fact.subject, fact.object))
    nodes, joined = workspace.around(list(named))
    held = {(r.start, r.type, r.end): r for r in joined if r.properties.get(SOURCES)}
    stated, denied = relations_of(facts, now, decisions)
    ours = [node for node in nodes.values() if node.properties.get(ORIGIN) == DOCUMENTS]
    found.entities, found.relationships = len(ours), len(held)
    found.missing = sorted(stated ^ set(held))
    found.conflicting = sorted(stated & denied)
    found.broken = list(_broken(store, facts))
    found.missing_ids = list(_without_id(ours))
    found.inconsistent_types = list(_inconsistent(facts, now))
    found.unresolved_ambiguities = sorted(now.ambiguous.items())
    found.same_as_chains = sorted(
        (name, stands, now.canonical[stands]) for name, stands in now.canonical.items() if stands in now.canonical
    )
    alike = [one for one in candidates(store) if one.kind == "same" and one.confidence >= _DUPLICATE]
    found.duplicates = sorted((one.first, one.second) for one in alike)
    _cut(found)
    return found


def _broken(store: PassageStore, facts: list[StoredFact]) -> Iterator[tuple[str, str, str, str]]:
    texts: dict[str, tuple[str, str]] = {}
    for fact in facts:
        if fact.document not in texts:
            document = store.document(fact.document)
            above = {heading for one in store.passages_of(fact.document) for heading in one.headings}
            whole = document.text if document is not None else ""
            title = document.title if document is not None else ""
            texts = {fact.document: (whole, " | ".join([fact.document, title, *sorted(above)]))}
        text, about = texts[fact.document]
        quote = _words(text[fact.start : fact.stop])
        shown = [_words(name) in quote for name in (fact.subject_name, fact.object_name)]
        if fact.object_kind == "Document":  # a link gives its place from here
            shown[1] = _words(fact.object_name.rpartition("/")[2]) in quote
        # A line below a heading, or a reference, is about what the heading, or the document, names.
        around = [_words(name) in _words(about) for name in (fact.subject_name, fact.object_name)]
        if not any(shown) or not all(here or above for here, above in zip(shown, around, strict=True)):
            yield fact.subject, fact.relation, fact.object, f"{fact.document}:{fact.start}-{fact.stop}"


def _words(text: str) -> str:
    """A text as names are compared, with a blank on each side."""
    return f" {key_of(text)} "


def _without_id(nodes: list[Node]) -> Iterator[str]:
    seen: set[object] = set()
    for node in nodes:
        identifier = node.properties.get("id")
        if not identifier or identifier in seen:
            yield str(node.element_id)
        seen.add(identifier)


def _inconsistent(facts: list[StoredFact], now: Identities) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Names with several kinds; an entity or thing of no known kind contradicts none."""
    kinds: dict[str, set[str]] = defaultdict(set)
    for fact in facts:
        kinds[now.of(fact.subject)].add(fact.subject_kind)
        kinds[now.of(fact.object)].add(fact.object_kind)
    for name in sorted(kinds):
        known = tuple(sorted(kinds[name] - {"Entity", "Thing"}))
        if len(known) > 1:
            yield name, known


def _cut(found: Audit) -> None:
    lists = (found.broken, found.missing, found.duplicates, found.inconsistent_types, found.conflicting)
    for listed in lists:
        if len(listed) > _MOST_LISTED:
            del listed[_MOST_LISTED:]
            found.cut = True
