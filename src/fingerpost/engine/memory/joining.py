"""One answer of two: what a graph holds, and what the documents beside it say.

The graph's confidence is the calibrated probability that its answer is right. It answers alone if it is sure and has
left out no word; documents answer where it is not; and both, each headed, where the documents say it too.
"""

from __future__ import annotations

import re

from fingerpost.core.answer import Answer, Status
from fingerpost.core.trace import Step, Trace
from fingerpost.engine.conversation.origins import labels_of
from fingerpost.engine.memory.switch import EMPTY_NOTE
from fingerpost.plans import Plan, plural, words

SURE = 0.5
"""The confidence from which a graph answers, unless it left out a word and a sentence did not."""
_LEAST_READ = 0.985
"""How likely the best passage must be needed for documents to answer, and `_CLOSE_READ` to stand beside a graph."""
_CLOSE_READ = 0.995
_MOST, _NEARLY_ALL, _WORDS = 0.66, 0.8, 2
"""The share of a question that one sentence must cover to answer instead of a graph, or beside it; and its words.

These were chosen on Northwind with HotpotQA beside it and looked at on movies with MuSiQue (`scripts.eval.routing`).
"""
_NEAREST = 3
_FROM_GRAPH, _FROM_DOCUMENTS = "From the graph:", "From the documents:"
_THEM = re.compile(r"\b(?:them|these|those|they)\b", re.IGNORECASE)
_THEIR = re.compile(r"\btheir\b", re.IGNORECASE)


def is_sure(answer: Answer[Plan]) -> bool:
    """Whether a graph's answer needs no other."""
    return _found(answer) and answer.confidence >= SURE and not answer.ignored


def _found(graph: Answer[Plan]) -> bool:
    return graph.status in (Status.ANSWERED, Status.EMPTY)


def joined(graph: Answer[Plan], documents: Answer[Plan]) -> Answer[Plan]:
    """The answer to one request, of the graph's and the documents'."""
    chosen, why = _chosen(graph, documents)
    made = {"graph": _of_graph, "documents": _of_documents, "both": _of_both, "neither": _of_neither}[chosen]
    answer = made(graph, documents)
    step = Step(name="sources", milliseconds=0.0, decided=f"{chosen}: {why}")
    steps = (*graph.trace.steps, *documents.trace.steps, step)
    kind = documents.metadata.get("source_type", "none") if chosen == "documents" else chosen
    metadata = {**answer.metadata, "source_type": kind, "answered_by": chosen}
    return answer.model_copy(update={"trace": Trace(steps=steps), "metadata": metadata})


def _chosen(graph: Answer[Plan], documents: Answer[Plan]) -> tuple[str, str]:
    """What answers: `graph`, `documents`, `both` or `neither`; and why."""
    said = documents.status is Status.ANSWERED and _is_read(documents, _LEAST_READ)
    mostly = said and _covers(documents, _MOST)
    close = said and _covers(documents, _NEARLY_ALL) and _is_read(documents, _CLOSE_READ)
    left_out = f", and leaves out “{', '.join(graph.ignored)}”" if graph.ignored else ""
    confident = f"the graph's answer has a confidence of {graph.confidence:.2f}{left_out}"
    if graph.status is Status.REFUSED or graph.metadata.get("intent") == "help":
        return "graph", "it is not a question about contents"
    if _found(graph) and graph.confidence >= SURE and not (graph.ignored and mostly):
        if close or (graph.status is Status.EMPTY and mostly):
            return "both", f"{confident}; a sentence says it, too"
        return "graph", confident
    if graph.status is Status.AMBIGUOUS:
        return ("documents", "a sentence says it") if close else ("graph", "it can be read in several ways")
    if _found(graph):
        return ("documents", f"{confident}; a sentence says it") if mostly else ("graph", confident)
    return ("documents", "the graph does not have it") if said else ("neither", "neither has what is asked")


def _is_read(documents: Answer[Plan], least: float) -> bool:
    """Whether a passage is likely enough to be needed, or the answer is a fact."""
    return _is_fact(documents) or float(documents.metadata.get("best_passage", 1.0)) >= least


def _covers(documents: Answer[Plan], share: float) -> bool:
    """Whether one sentence has so much of what is asked, or documents state it as a fact."""
    best = documents.metadata.get("best_sentence")
    if _is_fact(documents) or best is None:
        return documents.confidence >= share
    return bool(best["covered"] >= share and best["words"] >= _WORDS)


def _is_fact(documents: Answer[Plan]) -> bool:
    return documents.metadata.get("source_type") in ("graph", "table")


def _of_graph(graph: Answer[Plan], documents: Answer[Plan]) -> Answer[Plan]:
    return graph


def _of_documents(graph: Answer[Plan], documents: Answer[Plan]) -> Answer[Plan]:
    """The plan and the query of a documents' fact are none of the graph's."""
    failed = graph.status is Status.FAILED
    note = f"[GRAPH_FALLBACK] the graph could not be asked ({graph.error_code}): this is what the documents say"
    notes = (*_notes(documents), note) if failed else _notes(documents)
    return documents.model_copy(update={"plan": None, "query": None, "notes": notes})


def _of_both(graph: Answer[Plan], documents: Answer[Plan]) -> Answer[Plan]:
    total = graph.citation_total
    return graph.model_copy(
        update={
            "text": f"{_FROM_GRAPH}\n{graph.text}\n\n{_FROM_DOCUMENTS}\n{documents.text}",
            "citations": (*graph.citations, *(one.model_copy(update={"row": None}) for one in documents.citations)),
            "citation_total": None if total is None else total + (documents.citation_total or 0),
            "notes": tuple(dict.fromkeys([*graph.notes, *_notes(documents)])),
            "metadata": {**documents.metadata, **graph.metadata},
        }
    )


def _of_neither(graph: Answer[Plan], documents: Answer[Plan]) -> Answer[Plan]:
    read = documents.metadata.get("sources_read", ())[:_NEAREST]
    unlike = f"No document says enough about it. Nearest: {'; '.join(read)}."
    said = unlike if documents.status is Status.ANSWERED else documents.text
    return graph.model_copy(
        update={
            "text": f"{graph.text}\n{said}",
            "missing": tuple(dict.fromkeys([*graph.missing, *documents.missing])),
            "suggestions": tuple(dict.fromkeys([*graph.suggestions, *documents.suggestions])),
            "metadata": {**documents.metadata, **graph.metadata, "quotes": []},
        }
    )


def _notes(documents: Answer[Plan]) -> tuple[str, ...]:
    """The notes of the documents' answer, without that they state no facts: there is a graph."""
    return tuple(note for note in documents.notes if note != EMPTY_NOTE)


def standing_alone(second: str, first: Answer[Plan]) -> str | None:
    """A second request with what "them" means in it, by the answer to the first; None if that is not known."""
    labels = labels_of(first.plan) if first.plan is not None else ()
    if not labels or first.status not in (Status.ANSWERED, Status.EMPTY):
        return None
    noun = plural(words(labels[0]))
    return _THEIR.sub(f"the {noun}'", _THEM.sub(f"the {noun}", second))
