"""Several knowledge bases that are asked as one: graphs and documents at the same time, their answers side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from dataclasses import dataclass

from fingerpost.core.answer import Answer, Status
from fingerpost.core.errors import SettingsError
from fingerpost.core.trace import Trace
from fingerpost.engine.conversation.conversation import Conversation
from fingerpost.engine.conversation.cues import follow_up
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.memory.answering import split
from fingerpost.plans import Plan

_SAID = (Status.ANSWERED, Status.EMPTY, Status.AMBIGUOUS)
"""What counts, best first; where no knowledge base has any of these, each says why."""


@dataclass(frozen=True)
class _Part:
    """What one knowledge base answers to one request of a question."""

    base: str
    request: str
    answer: Answer[Plan]
    follows_up: bool = False
    """Whether it is worded and read as a follow-up: alone, it is a fragment that means something else elsewhere."""


class Joint:
    """Knowledge bases by name, for one person; not thread-safe. Each keeps its own part of the conversation.

    Of several answers, those of graphs come first, as the bases are given; what is not known in one base is left to
    the others. A question of two requests ("fire rules for beams, and show me all beams") gets both answers.
    """

    def __init__(self, bases: Mapping[str, KnowledgeBase], memories: Mapping[str, DialogueState] | None = None) -> None:
        """Join open knowledge bases; closing them stays with the caller. `memories` continue conversations.

        Raises:
            SettingsError: `base.missing`; there is none.
        """
        if not bases:
            raise SettingsError("there is no knowledge base to ask", code="base.missing")
        given = memories or {}
        self._talks: dict[str, Conversation] = {
            name: base.conversation(given.get(name)) for name, base in bases.items()
        }

    @property
    def memories(self) -> dict[str, DialogueState]:
        """What is kept of the conversation with each knowledge base."""
        return {name: talk.memory for name, talk in self._talks.items()}

    def ask(self, question: str) -> Answer[Plan]:
        """Ask all of them at the same time. With more than one, `metadata["parts"]` has what each answered.

        Raises:
            QuestionError: the question is empty or too long.
            KnowledgeBaseError: `kb.damaged`; a value index cannot be read.
        """
        if len(self._talks) == 1:
            [talk] = self._talks.values()
            return talk.ask(question)
        requests = split(question)
        with ThreadPoolExecutor(len(self._talks)) as threads:
            asked = [
                threads.submit(copy_context().run, self._asked, name, requests)  # with the watch of this thread
                for name in self._talks
            ]
            found = [part for future in asked for part in future.result()]
        return joined(question, [[part for part in found if part.request == request] for request in requests])

    def _asked(self, name: str, requests: Sequence[str]) -> list[_Part]:
        talk, parts = self._talks[name], []
        for request in requests:
            answer = talk.ask(request)
            taken = follow_up(request) is not None and talk.memory.asked[1:][-1:] == (answer.question,)
            parts.append(_Part(name, request, answer, taken))
        return parts


def joined(question: str, requests: Sequence[Sequence[_Part]]) -> Answer[Plan]:
    """One answer of what knowledge bases answer to each request of a question."""
    chosen = [_chosen(parts) for parts in requests]
    kept = [part for parts in chosen for part in parts]
    done = [part for part in kept if part.answer.status in (Status.ANSWERED, Status.EMPTY)] or kept
    lead = next((part.answer for part in done if part.answer.query is not None), done[0].answer)
    everything = [part.answer for parts in requests for part in parts]
    failed = [part for parts in requests for part in parts if part.answer.status is Status.FAILED and part not in kept]
    notes = [note for part in kept for note in part.answer.notes]
    notes += [f"{part.base} could not be asked: {part.answer.text} [{part.answer.error_code}]" for part in failed]
    return lead.model_copy(
        update={
            "question": question,
            "text": "\n\n".join(_told(parts, headed=len(requests) > 1) for parts in chosen),
            "citations": tuple(citation for part in kept for citation in part.answer.citations),
            "citation_total": sum(part.answer.citation_total or len(part.answer.citations) for part in kept),
            "confidence": min(part.answer.confidence for part in done),
            "notes": tuple(dict.fromkeys(notes)),
            "missing": tuple(dict.fromkeys(name for part in kept for name in part.answer.missing)),
            "suggestions": tuple(dict.fromkeys(name for part in kept for name in part.answer.suggestions)),
            "metadata": {**lead.metadata, "parts": [_shown(part) for part in kept]},
            "trace": Trace(steps=tuple(step for answer in everything for step in answer.trace.steps)),
        }
    )


def _chosen(parts: Sequence[_Part]) -> list[_Part]:
    """The best of the answers to one request: all that are of the best status, of follow-ups if there are any."""
    parts = [part for part in parts if part.follows_up] or parts
    for status in _SAID:
        found = [part for part in parts if part.answer.status is status]
        if found:
            return sorted(found, key=lambda part: part.answer.query is None)
    refused = [part for part in parts if part.answer.status is Status.REFUSED]
    return refused[:1] or list(parts)


def _told(parts: Sequence[_Part], *, headed: bool) -> str:
    """The answers to one request, each below the name of its knowledge base if there are several."""
    request = parts[0].request
    heading = f"## {request[:1].upper()}{request[1:]}\n" if headed else ""
    if len(parts) == 1:
        return f"{heading}{parts[0].answer.text}"
    mark = "###" if headed else "##"
    return heading + "\n\n".join(f"{mark} From {part.base}\n{part.answer.text}" for part in parts)


def _shown(part: _Part) -> dict[str, object]:
    """A part as JSON: its base, request, status, confidence, text, citations, and the state of a host."""
    answer = part.answer
    return {
        "base": part.base,
        "question": part.request,
        "status": answer.status.value,
        "confidence": answer.confidence,
        "text": answer.text,
        "elements": [str(citation) for citation in answer.citations],
        "state": answer.state(),
    }
