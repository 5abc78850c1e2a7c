"""The graph of the facts that documents state: brought up to date after each change of a document.

A relationship stands as long as a document states it, and names all the places that do (`sources`). Nodes and
relationships that others wrote into the workspace are left alone.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from fingerpost.core.cells import Node
from fingerpost.engine.memory.earned import earned
from fingerpost.engine.memory.identity import POSSIBLE_SAME_AS, Identities, identities
from fingerpost.engine.memory.place import namespace_of
from fingerpost.engine.workspaces.vocabulary import Forget, ForgetRelations, NodeFact, RelationFact, Write
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.ingest import CERTAINTIES, SAME_AS, key_of
from fingerpost.retrieval import Decision, PassageStore, StoredFact, Triple

_LABEL = "Entity"
"""One for all: "What depends on X?" asks for things of every kind."""
SOURCES, CERTAINTY, ORIGIN, CONFIDENCE = "sources", "certainty", "origin", "confidence"
DOCUMENTS = "documents"
"""The origin of nodes that exist because documents name them."""
_CONFLICTING = "conflicting"
LEVELS = (*CERTAINTIES, _CONFLICTING)
"""How certain a relationship is, most certain first."""
_MOST_SOURCES = 1_000
_OF_DOCUMENT = "document "
_BEFORE_NAMESPACE = re.compile(r"[^:]+(?=:)")
_KINDS = ("Incident", "Decision", "Change", "Meeting", "Person", "Team", "System", "Document", "Entity", "Thing")
"""Kinds of things, the most telling first: a name has the first that any document gives it."""


def bring_up_to_date(workspace: Workspace, store: PassageStore) -> None:
    """Write the facts that came, and remove those that no document states any more.

    Raises:
        StoreError: `store.write`.
        WorkspaceError: `workspace.quota`.
    """
    mark, pending = store.pending()
    if not pending:
        return
    before, decisions = store.identities(), store.decisions()
    now = identities(store.aliases(), decisions)
    moved = {name for name in {*before, *now.canonical} if before.get(name, name) != now.of(name)}
    touched = list(pending)
    for name in sorted(moved):
        touched += [(fact.subject, fact.relation, fact.object) for fact in store.facts_about(name)]
    triples: dict[Triple, None] = {}
    for subject, relation, object_ in touched:
        was = _between(before.get(subject, subject), relation, before.get(object_, object_))
        triples.update(dict.fromkeys([was, _between(now.of(subject), relation, now.of(object_))]))
    names = list(dict.fromkeys(name for subject, _, object_ in triples for name in (subject, object_)))
    about = {name: _about(name, store, now, decisions) for name in names}
    nodes, relationships = workspace.around(names)
    joined: Counter[str] = Counter()
    for held in relationships:
        joined.update({held.start, held.end})
    writes: list[Write] = []
    for subject, relation, object_ in triples:
        stated = [
            fact
            for fact in about[subject]
            if (fact.subject, fact.relation, fact.object) == (subject, relation, object_)
        ]
        if subject != object_ and any(not fact.negated for fact in stated):
            writes.append(RelationFact(subject, relation, object_, _properties(stated)))
            continue
        here = any((r.start, r.type, r.end) == (subject, relation, object_) for r in relationships)
        if here:
            writes.append(ForgetRelations(subject, object_, relation))
            joined.subtract({subject, object_})
    writes = [
        *_named(names, about, nodes, namespace_of(workspace.folder)),
        *writes,
        *_unnamed(names, about, nodes, joined),
    ]
    workspace.write(writes, whole=True)
    store.settle(mark, now.canonical)


def _between(subject: str, relation: str, object_: str) -> Triple:
    """What stands in the graph: names that are not merged, although some document joins them, may be the same."""
    return subject, (POSSIBLE_SAME_AS if relation == SAME_AS else relation), object_


def _about(name: str, store: PassageStore, now: Identities, decisions: Sequence[Decision]) -> list[StoredFact]:
    """The facts about a thing by any of its names, in the names that stand in the graph, as people decided them."""
    if now.of(name) != name:
        return []
    verdicts = {(d.first, d.relation, d.second): d.verdict for d in decisions if d.relation}
    found: dict[tuple[str, int], StoredFact] = {}
    for member in now.all(name):
        for fact in store.facts_about(member):
            verdict = verdicts.get((fact.subject, fact.relation, fact.object))
            if verdict == "reject" and not fact.negated:
                continue
            ends = _between(now.of(fact.subject), fact.relation, now.of(fact.object))
            certainty = CERTAINTIES[0] if verdict == "accept" else fact.certainty
            found[fact.document, fact.number] = replace(
                fact, subject=ends[0], relation=ends[1], object=ends[2], certainty=certainty
            )
    return [found[place] for place in sorted(found)]


def relations_of(
    facts: Sequence[StoredFact], now: Identities, decisions: Sequence[Decision]
) -> tuple[set[Triple], set[Triple]]:
    """The relationships that facts state, and those that they deny, in the names that stand in the graph."""
    rejected = {(d.first, d.relation, d.second) for d in decisions if d.verdict == "reject"}
    stated: set[Triple] = set()
    denied: set[Triple] = set()
    for fact in facts:
        if not fact.negated and (fact.subject, fact.relation, fact.object) in rejected:
            continue
        ends = _between(now.of(fact.subject), fact.relation, now.of(fact.object))
        if ends[0] != ends[2]:
            (denied if fact.negated else stated).add(ends)
    return stated, denied


def _properties(stated: Sequence[StoredFact]) -> dict[str, object]:
    """How certain a relationship is, since when, and where it is stated or denied."""
    said = {fact.certainty for fact in stated if not fact.negated}
    best = next(level for level in CERTAINTIES if level in said)
    if best == "possible" and len({fact.document for fact in stated if not fact.negated}) > 1:
        best = "likely"  # two documents hint at it
    certainty = _CONFLICTING if any(fact.negated for fact in stated) else best
    places = sorted({f"{fact.document}:{fact.start}-{fact.stop}" for fact in stated})
    date = min((fact.date for fact in stated if fact.date and not fact.negated), default=None)
    return {CERTAINTY: certainty, SOURCES: tuple(places[:_MOST_SOURCES]), "date": date}


def _named(
    names: Sequence[str], about: dict[str, list[StoredFact]], nodes: dict[str, Node], namespace: str
) -> Iterator[NodeFact]:
    """The nodes that facts name, as most documents write them."""
    for name in names:
        stated = [fact for fact in about[name] if not fact.negated]
        if not any(fact.subject != fact.object for fact in stated):
            continue
        ends = [(fact, *end) for fact in stated for end in _ends(fact, name)]
        written = [(text, kind) for _, text, kind in ends]
        own = [text for text, _ in written if key_of(text) == name] or [text for text, _ in written]
        shown = min(counts := Counter(own), key=lambda text: (-counts[text], text))
        kinds = {kind for _, kind in written}
        kind = next((kind for kind in _KINDS if kind in kinds), "Entity")
        others = tuple(sorted({text for text, _ in written} - {shown})) or None
        held = nodes.get(name)
        if held is None or held.properties.get(ORIGIN) == DOCUMENTS:
            properties = {
                "name": shown,
                "id": _id(name, kind, namespace),
                "kind": kind,
                "aliases": others,
                CONFIDENCE: earned(ends),
                ORIGIN: DOCUMENTS,
            }
            yield NodeFact(name, _LABEL, properties)


def _id(name: str, kind: str, namespace: str) -> str:
    """The identifier of an entity, `kind:canonical_name` or `kind:canonical_name:namespace`."""
    own = f"{kind.lower()}:{name.removeprefix(_OF_DOCUMENT).replace(' ', '_')}"
    return f"{own}:{namespace}" if namespace else own


def key_of_id(given: str) -> str:
    """The key of an entity from its identifier, or from any name."""
    kind, found, name = given.partition(":")
    if not found or kind.capitalize() not in _KINDS:
        return key_of(given)
    own = _BEFORE_NAMESPACE.match(name)
    key = key_of((own.group() if own else name).replace("_", " "))
    return f"{_OF_DOCUMENT}{key}" if kind == "document" else key


def _unnamed(
    names: Sequence[str], about: dict[str, list[StoredFact]], nodes: dict[str, Node], joined: Counter[str]
) -> Iterator[Forget]:
    """The nodes that no document names any more, and that nothing else is joined with."""
    for name in names:
        stated = any(not fact.negated and fact.subject != fact.object for fact in about[name])
        held = nodes.get(name)
        if not stated and held is not None and held.properties.get(ORIGIN) == DOCUMENTS and joined[name] <= 0:
            yield Forget(name)


def _ends(fact: StoredFact, name: str) -> Iterator[tuple[str, str]]:
    """How a fact writes a name, and the kind that it gives it; both ends, if they are one thing."""
    if fact.subject == name:
        yield fact.subject_name, fact.subject_kind
    if fact.object == name:
        yield fact.object_name, fact.object_kind
