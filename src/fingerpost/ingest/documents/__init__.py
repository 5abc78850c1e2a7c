"""Documents: text, Markdown, HTML and JSON Lines, read and cut into passages along their structure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.ingest.documents.chats import MessageHead as MessageHead, message_heads as message_heads
    from fingerpost.ingest.documents.dates import date_in as date_in
    from fingerpost.ingest.documents.facts import is_denied as is_denied
    from fingerpost.ingest.documents.gazetteer import Gazetteer as Gazetteer, read_gazetteer as read_gazetteer
    from fingerpost.ingest.documents.model import Document as Document, Passage as Passage, Skipped as Skipped
    from fingerpost.ingest.documents.names import (
        Name as Name,
        identifiers_in as identifiers_in,
        key_of as key_of,
        named as named,
        own_name as own_name,
    )
    from fingerpost.ingest.documents.parting import parted as parted
    from fingerpost.ingest.documents.passages import passages_of as passages_of
    from fingerpost.ingest.documents.plain import read_plain as read_plain
    from fingerpost.ingest.documents.reading import (
        are_documents as are_documents,
        document_files as document_files,
        expanded as expanded,
        read_documents as read_documents,
    )
    from fingerpost.ingest.documents.relation_words import (
        is_kind as is_kind,
        relation_mentions as relation_mentions,
        relations as relations,
    )
    from fingerpost.ingest.documents.spacy_names import SpacyNames as SpacyNames
    from fingerpost.ingest.documents.statement import (
        CERTAINTIES as CERTAINTIES,
        SAME_AS as SAME_AS,
        DocumentFact as DocumentFact,
    )
    from fingerpost.ingest.documents.statements import facts_of as facts_of
    from fingerpost.ingest.documents.tables import DocumentTable as DocumentTable, tables_in as tables_in

__getattr__ = lazy_exports(
    __name__,
    {
        "chats": "MessageHead message_heads",
        "dates": "date_in",
        "facts": "is_denied",
        "gazetteer": "Gazetteer read_gazetteer",
        "model": "Document Passage Skipped",
        "names": "Name identifiers_in key_of named own_name",
        "parting": "parted",
        "passages": "passages_of",
        "plain": "read_plain",
        "reading": "are_documents document_files expanded read_documents",
        "relation_words": "is_kind relation_mentions relations",
        "spacy_names": "SpacyNames",
        "statement": "CERTAINTIES SAME_AS DocumentFact",
        "statements": "facts_of",
        "tables": "DocumentTable tables_in",
    },
)
