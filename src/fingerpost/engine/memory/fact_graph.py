"""The graph of the facts that documents state: brought up to date after each change of a document.

A relationship stands as long as a document states it, and names all the places that do (`sources`). Nodes and
relationships that others wrote into the workspace are left alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from fingerpost.core.cells import Node
from fingerpost.engine.workspaces.vocabulary import Forget, ForgetRelations, NodeFact, RelationFact, Write
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.ingest import CERTAINTIES
from fingerpost.retrieval import PassageStore, StoredFact

_LABEL = "Entity"
"""One for all: "What depends on X?" asks for things of every kind."""
SOURCES, CERTAINTY, ORIGIN = "sources", "certainty", "origin"
DOCUMENTS = "documents"
"""The origin of nodes that exist because documents name them."""
_CONFLICTING = "conflicting"
LEVELS = (*CERTAINTIES, _CONFLICTING)
"""How certain a relationship is, most certain first."""
_MOST_SOURCES = 1_000
_KINDS = ("Incident", "Decision", "Change", "Meeting", "Person", "Team", "System", "Entity", "Thing")
"""Kinds of things, the most telling first: a name has the first that any document gives it."""


def bring_up_to_date(workspace: Workspace, store: PassageStore) -> None:
    """Write the facts that came, and remove those that no document states any more.

    Raises:
        StoreError: `store.write`.
        WorkspaceError: `workspace.quota`.
    """
    mark, triples = store.pending()
    if not triples:
        return
    names = list(dict.fromkeys(name for subject, _, object_ in triples for name in (subject, object_)))
    about = {name: store.facts_about(name) for name in names}
    nodes, relationships = workspace.around(names)
    joined: Counter[str] = Counter()
    for held in relationships:
        joined.update({held.start, held.end})
    writes: list[Write] = []
    for subject, relation, object_ in triples:
        stated = [fact for fact in about[subject] if (fact.relation, fact.object) == (relation, object_)]
        if any(not fact.negated for fact in stated):
            writes.append(RelationFact(subject, relation, object_, _properties(stated)))
            continue
        here = any((r.start, r.type, r.end) == (subject, relation, object_) for r in relationships)
        if here:
            writes.append(ForgetRelations(subject, object_, relation))
            joined.subtract({subject, object_})
    writes = [*_named(names, about, nodes), *writes, *_unnamed(names, about, nodes, joined)]
    workspace.write(writes, whole=True)
    store.settle(mark)


def _properties(stated: Sequence[StoredFact]) -> dict[str, object]:
    """How certain a relationship is, and where it is stated or denied."""
    said = {fact.certainty for fact in stated if not fact.negated}
    best = next(level for level in CERTAINTIES if level in said)
    certainty = _CONFLICTING if any(fact.negated for fact in stated) else best
    places = sorted({f"{fact.document}:{fact.start}-{fact.stop}" for fact in stated})
    return {CERTAINTY: certainty, SOURCES: tuple(places[:_MOST_SOURCES])}


def _named(names: Sequence[str], about: dict[str, list[StoredFact]], nodes: dict[str, Node]) -> Iterator[NodeFact]:
    """The nodes that facts name, as most documents write them."""
    for name in names:
        stated = [fact for fact in about[name] if not fact.negated]
        if not stated:
            continue
        written = [_end(fact, name) for fact in stated]
        counts = Counter(text for text, _ in written)
        shown = min(counts, key=lambda text: (-counts[text], text))
        kinds = {kind for _, kind in written}
        kind = next((kind for kind in _KINDS if kind in kinds), "Entity")
        others = tuple(sorted(text for text in counts if text != shown)) or None
        held = nodes.get(name)
        if held is None or held.properties.get(ORIGIN) == DOCUMENTS:
            yield NodeFact(name, _LABEL, {"name": shown, "kind": kind, "aliases": others, ORIGIN: DOCUMENTS})


def _unnamed(
    names: Sequence[str], about: dict[str, list[StoredFact]], nodes: dict[str, Node], joined: Counter[str]
) -> Iterator[Forget]:
    """The nodes that no document names any more, and that nothing else is joined with."""
    for name in names:
        stated = any(not fact.negated for fact in about[name])
        held = nodes.get(name)
        if not stated and held is not None and held.properties.get(ORIGIN) == DOCUMENTS and joined[name] <= 0:
            yield Forget(name)


def _end(fact: StoredFact, name: str) -> tuple[str, str]:
    """How a fact writes a name, and the kind that it gives it."""
    if fact.subject == name:
        return fact.subject_name, fact.subject_kind
    return fact.object_name, fact.object_kind
