"""What a knowledge base in a folder holds, to be written again with more."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fingerpost.core.cells import Node, Relationship
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.engine.manifest import Manifest, SourceEntry, read_manifest, read_schema
from fingerpost.engine.registry import store_class
from fingerpost.ingest import LoadContext, NodeRecord, PropertyHint, Record, RelationshipRecord
from fingerpost.stores import Origin, Store


@dataclass(frozen=True)
class Existing:
    """A knowledge base that more is added to."""

    folder: Path
    manifest: Manifest

    @property
    def pack(self) -> str | None:
        return self.manifest.pack

    @property
    def sources(self) -> tuple[SourceEntry, ...]:
        """The files that it was read from; they need not be there any more."""
        return self.manifest.sources

    def records(self, context: LoadContext) -> Iterator[Record]:
        """Its nodes and relationships, with their places; files, units and descriptions go to the context.

        Raises:
            KnowledgeBaseError: `kb.damaged`.
        """
        for entry in self.manifest.sources:
            context.add_file(Path(entry.path), entry.positions, loaded=False)
        data = self.folder / self.manifest.data
        schema = read_schema(data, self.manifest)
        owners = [(one.name, one.properties) for one in schema.labels]
        owners += [(one.type, one.properties) for one in schema.relationships]
        for owner, properties in owners:
            for info in properties:
                if info.unit is not None or info.description is not None or not info.present:
                    hint = PropertyHint(info.unit, info.description, declared=not info.present)
                    context.property_hints.setdefault((owner, info.name), hint)
        told = [(one.name, one.description) for one in schema.labels]
        told += [(one.type, one.description) for one in schema.relationships]
        for owner, description in told:
            if description is not None:
                context.property_hints.setdefault((owner, ""), PropertyHint(description=description))
        with closing(store_class(self.manifest.store).open(str(data))) as store:
            yield from records_of(store)


def existing(folder: Path) -> Existing | None:
    """The knowledge base in a folder; None if there is none yet.

    Raises:
        KnowledgeBaseError: `kb.damaged`; or `kb.exists`: it is a database behind a URL, which is added to there.
    """
    try:
        manifest = read_manifest(folder)
    except KnowledgeBaseError as error:
        if error.code == "kb.missing" and not folder.exists():
            return None
        raise
    if manifest.url is not None:
        raise KnowledgeBaseError(f"{folder} is a database at {manifest.url}: add to that", code="kb.exists")
    return Existing(folder, manifest)


def records_of(store: Store) -> Iterator[Record]:
    """Every node and relationship of a store as it would be loaded."""
    for element, origin in store.elements():
        yield record_of(element, origin)


def record_of(element: Node | Relationship, origin: Origin | None) -> Record:
    """An element of a store as it would be loaded."""
    file, line = (origin.file, origin.line) if origin is not None else (0, 0)
    properties = dict(element.properties)
    if isinstance(element, Node):
        return NodeRecord(element.element_id, element.labels, properties, file, line)
    return RelationshipRecord(element.start, element.end, element.type, properties, file, line)
