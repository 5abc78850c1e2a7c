"""Loaders: they stream records from files and report problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.ingest.build import BuildReport as BuildReport, GraphBuilder as GraphBuilder
    from fingerpost.ingest.crossing import crossed as crossed
    from fingerpost.ingest.documents import (
        CERTAINTIES as CERTAINTIES,
        SAME_AS as SAME_AS,
        Document as Document,
        DocumentFact as DocumentFact,
        DocumentTable as DocumentTable,
        Gazetteer as Gazetteer,
        MessageHead as MessageHead,
        Passage as Passage,
        Skipped as Skipped,
        SpacyNames as SpacyNames,
        are_documents as are_documents,
        date_in as date_in,
        document_files as document_files,
        expanded as expanded,
        facts_of as facts_of,
        identifiers_in as identifiers_in,
        is_denied as is_denied,
        is_kind as is_kind,
        key_of as key_of,
        message_heads as message_heads,
        named as named,
        own_name as own_name,
        parted as parted,
        passages_of as passages_of,
        read_documents as read_documents,
        read_gazetteer as read_gazetteer,
        read_plain as read_plain,
        relation_mentions as relation_mentions,
        relations as relations,
        tables_in as tables_in,
    )
    from fingerpost.ingest.exchange import (
        ExchangedEdge as ExchangedEdge,
        ExchangedGraph as ExchangedGraph,
        ExchangedNode as ExchangedNode,
        read_flowchart as read_flowchart,
        read_graph as read_graph,
        write_graph as write_graph,
    )
    from fingerpost.ingest.facts import (
        read_lines as read_lines,
    )
    from fingerpost.ingest.folders import of_one_kind as of_one_kind
    from fingerpost.ingest.graphs.networkx_graph import is_networkx as is_networkx, records_of as records_of
    from fingerpost.ingest.graphs.shared_keys import GRAPHS as GRAPHS, with_shared_keys as with_shared_keys
    from fingerpost.ingest.loaders import (
        loader_for as loader_for,
        loader_for_graph as loader_for_graph,
        loader_for_url as loader_for_url,
        records_from as records_from,
    )
    from fingerpost.ingest.mapping import SourceMapping as SourceMapping, read_mapping as read_mapping
    from fingerpost.ingest.records import (
        AddingLoader as AddingLoader,
        GraphLoader as GraphLoader,
        LoadContext as LoadContext,
        Loader as Loader,
        MappedLoader as MappedLoader,
        NodeRecord as NodeRecord,
        Problems as Problems,
        PropertyHint as PropertyHint,
        Proposal as Proposal,
        ReadOptions as ReadOptions,
        Record as Record,
        RelationshipRecord as RelationshipRecord,
        TableLoader as TableLoader,
    )
    from fingerpost.ingest.source_names import other_names as other_names
    from fingerpost.ingest.text_source import TextSource as TextSource

__getattr__ = lazy_exports(
    __name__,
    {
        "build": "BuildReport GraphBuilder",
        "crossing": "crossed",
        "documents": "CERTAINTIES SAME_AS Document DocumentFact DocumentTable Gazetteer MessageHead Passage Skipped "
        "SpacyNames are_documents date_in document_files expanded facts_of identifiers_in key_of message_heads named "
        "own_name parted passages_of is_denied is_kind read_documents read_gazetteer read_plain relation_mentions "
        "relations tables_in",
        "graphs.networkx_graph": "is_networkx records_of",
        "graphs.shared_keys": "GRAPHS with_shared_keys",
        "loaders": "loader_for loader_for_graph loader_for_url records_from",
        "mapping": "SourceMapping read_mapping",
        "records": "AddingLoader GraphLoader LoadContext Loader MappedLoader NodeRecord Problems PropertyHint Proposal "
        "ReadOptions Record RelationshipRecord TableLoader",
        "exchange": "ExchangedEdge ExchangedGraph ExchangedNode read_flowchart read_graph write_graph",
        "facts": "read_lines",
        "folders": "of_one_kind",
        "source_names": "other_names",
        "text_source": "TextSource",
    },
)
