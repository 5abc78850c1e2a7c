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
"""The confidence from which a graph answers, if every word was read."""
CLOSE = 0.8
"""The share of a question that sentences must cover to stand beside a graph's answer, or in place of readings to
choose from."""
_LEAST_BESIDE = 2
"""The number of the question's words that they must have then."""
_FROM_GRAPH, _FROM_DOCUMENTS = "From the graph:", "From the documents:"
_THEM = re.compile(r"\b(?:them|these|those|they)\b", re.IGNORECASE)
_THEIR = re.compile(r"\btheir\b", re.IGNORECASE)


def is_sure(answer: Answer[Plan]) -> bool:
    """Whether a graph's answer stands by itself."""
    found = answer.status in (Status.ANSWERED, Status.EMPTY)
    return found and answer.confidence >= SURE and not answer.ignored


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
    said = documents.status is Status.ANSWERED
    close = said and _is_close(documents)
    confident = f"the graph's answer has a confidence of {graph.confidence:.2f}"
    if graph.status is Status.REFUSED or graph.metadata.get("intent") == "help":
        return "graph", "it is no question about contents"
    if is_sure(graph):
        if close:
            return "both", f"{confident}, and sentences say it, too"
        if graph.status is Status.EMPTY and said:
            return "both", "the graph has none, and sentences speak of it"
        return "graph", confident
    if graph.status is Status.AMBIGUOUS:
        return ("documents", "sentences cover the question") if close else ("graph", "it can be read in several ways")
    if said:
        ignored = f", which leaves out “{', '.join(graph.ignored)}”" if graph.ignored else ""
        return "documents", f"{confident}{ignored}" if graph.confidence else "the graph does not have what is asked"
    if graph.status in (Status.ANSWERED, Status.EMPTY):
        return "graph", f"{confident}, and no sentence says enough"
    return "neither", "neither has what is asked"


def _is_close(documents: Answer[Plan]) -> bool:
    """Whether one sentence has nearly all that is asked, or documents state it as a fact."""
    best = documents.metadata.get("best_sentence")
    if documents.metadata.get("source_type") == "graph" or best is None:
        return documents.confidence >= CLOSE
    return bool(best["covered"] >= CLOSE and best["words"] >= _LEAST_BESIDE)


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
    return graph.model_copy(
        update={
            "text": f"{graph.text}\n{documents.text}",
            "missing": tuple(dict.fromkeys([*graph.missing, *documents.missing])),
            "suggestions": tuple(dict.fromkeys([*graph.suggestions, *documents.suggestions])),
            "metadata": {**documents.metadata, **graph.metadata},
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
