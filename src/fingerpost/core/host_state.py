"""An answer as the state that agent hosts pass from node to node: plain JSON, by the names that they know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from fingerpost.core.cells import Cell, encode
from fingerpost.core.trace import Step, Trace

SINGLE_ROWS = 20
"""Up to so many rows are a document each; more are one document with all of them."""
_FIT = ("N",)
_SYNTAX = ("S",)


class Named(Protocol):
    """An element with its name."""

    @property
    def element_id(self) -> str: ...
    @property
    def name(self) -> str | None: ...


class Answered(Protocol):
    """What the state of an answer is made of."""

    @property
    def text(self) -> str: ...
    @property
    def status(self) -> str: ...
    @property
    def columns(self) -> tuple[str, ...]: ...
    @property
    def rows(self) -> Sequence[Sequence[Cell]]: ...
    @property
    def confidence(self) -> float: ...
    @property
    def reading(self) -> str: ...
    @property
    def query(self) -> str | None: ...
    @property
    def error_code(self) -> str | None: ...
    @property
    def citations(self) -> Sequence[Named]: ...
    @property
    def metadata(self) -> Mapping[str, Any]: ...
    @property
    def trace(self) -> Trace: ...


def state_of(answer: Answered) -> dict[str, Any]:
    """The state: intent, route, query, verdict, and the rows and the sentences of documents as documents.

    Of an answer of several parts, the query and the verdict are those of the first that has any.
    """
    parts = [part["state"] for part in answer.metadata.get("parts", ()) if "state" in part]
    if parts:
        return _joined(answer, parts)
    verified = next((step for step in answer.trace.steps if step.name == "verify"), None)
    done = answer.status in ("answered", "empty")
    source = answer.metadata.get("source_type")
    used = done and (source in ("graph", "both") or (source is None and answer.query is not None))
    quoted = _quoted(answer) if done else []
    query_intent = verified.details.get("intent") if verified is not None else None
    return {
        "intent": answer.metadata.get("intent") or query_intent or str(answer.status),
        **_routed(used, bool(quoted)),
        "graph_query_intent": query_intent,
        "cypher_query": answer.query,
        "cypher_reasoning": answer.reading or None,
        "confidence": answer.confidence,
        "cypher_verification_result": _verdict(answer, verified),
        "graph_query_results": _documents(answer) if used else [],
        "graph_query_metadata": {
            "row_count": len(answer.rows),
            "latency_ms": round(answer.trace.milliseconds, 3),
            "confidence": answer.confidence,
        }
        if used
        else None,
        "retrieved_docs": quoted,
        "final_answer": answer.text,
    }


def _routed(graph: bool, documents: bool) -> dict[str, Any]:
    """What was used: `route` is graph, documents, both or none."""
    route = "both" if graph and documents else "graph" if graph else "documents" if documents else "none"
    sources = {"graph_db": graph, **({"documents": True} if documents else {})}
    return {"route": route, "data_sources": sources, "graph_db_enabled": graph}


def _joined(answer: Answered, parts: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The state of an answer of several parts."""
    queried = [part for part in parts if part["graph_db_enabled"]]
    lead = (queried or parts)[0]
    rows = [document for part in parts for document in part["graph_query_results"]]
    quoted = [document for part in parts for document in part["retrieved_docs"]]
    found = lead["graph_query_metadata"]
    if found is not None:
        metadata = [part["graph_query_metadata"] for part in queried]
        found = {
            "row_count": sum(one["row_count"] for one in metadata),
            "latency_ms": round(sum(one["latency_ms"] for one in metadata), 3),
            "confidence": min(one["confidence"] for one in metadata),
        }
    return {
        **lead,
        **_routed(bool(queried), bool(quoted)),
        "confidence": answer.confidence,
        "graph_query_results": rows,
        "graph_query_metadata": found,
        "retrieved_docs": quoted,
        "final_answer": answer.text,
    }


def _quoted(answer: Answered) -> list[dict[str, Any]]:
    """The sentences of documents that an answer quotes, as documents."""
    return [
        {
            "page_content": quote["quote"],
            "metadata": {
                "source": quote["document"],
                "source_type": "vector",
                "title": quote["title"],
                "start": quote["start"],
                "end": quote["end"],
                "confidence": answer.confidence,
            },
        }
        for quote in answer.metadata.get("quotes", ())
    ]


def _verdict(answer: Answered, verified: Step | None) -> dict[str, Any] | None:
    """What the gate said; None if it was not asked."""
    if verified is None:
        return None
    findings = verified.details.get("findings", [])
    codes = [str(finding.get("code", "")) for finding in findings]
    approved = answer.query is not None
    refused = not approved and not codes
    repairs = verified.details.get("repairs", [])
    return {
        "approved": approved,
        "safety_passed": approved or (not refused and all(code.startswith((*_FIT, *_SYNTAX)) for code in codes)),
        "schema_passed": approved or (not refused and not any(code.startswith(_FIT) for code in codes)),
        "syntax_passed": approved or (not refused and not any(code.startswith(_SYNTAX) for code in codes)),
        "issues": [str(finding.get("message", "")) for finding in findings] or ([answer.text] if refused else []),
        "warnings": list(repairs),
        "corrected_query": answer.query if repairs else None,
        "reasoning": answer.reading,
    }


def _documents(answer: Answered) -> list[dict[str, Any]]:
    """The rows as documents: one each, all in one if they are many, and one that says that there are none."""
    count = len(answer.rows)
    rows = [{name: encode(cell) for name, cell in zip(answer.columns, row, strict=True)} for row in answer.rows]
    common = {
        "source": "graph_database",
        "source_type": "graph",
        "cypher_query": answer.query,
        "row_count": count,
        "confidence": answer.confidence,
    }
    if not rows:
        return [{"page_content": answer.text, "metadata": {**common, "result_type": "empty"}}]
    names = {citation.element_id: citation.name for citation in answer.citations if citation.name}
    lines = [_line(row, names) for row in rows]
    if count > SINGLE_ROWS:
        content = "\n".join(lines)
        return [{"page_content": content, "metadata": {**common, "result_type": "aggregated_summary"}}]
    return [
        {"page_content": line, "metadata": {**common, "result_type": "row", "row_index": number}}
        for number, line in enumerate(lines)
    ]


def _line(row: Mapping[str, Any], names: Mapping[str, str]) -> str:
    return ", ".join(f"{name}: {_shown(value, names)}" for name, value in row.items())


def _shown(value: Any, names: Mapping[str, str]) -> str:
    """A value as text: an element by the name that its citation has, else by its id."""
    if isinstance(value, Mapping) and len(value) == 1:
        [inner] = value.values()
        id_ = inner.get("id") if isinstance(inner, Mapping) else inner
        return names.get(str(id_), str(id_))
    return "" if value is None else str(value)
