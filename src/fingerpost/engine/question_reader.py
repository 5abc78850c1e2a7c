"""What a domain's own reader makes of a question, before the general reader sees it.

A domain registers a reader under the entry-point group `fingerpost.readers`, by the name of its pack: a class that is
made with the `AskContext` of a graph and has `read`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from fingerpost.core.answer import Status
from fingerpost.plans import Plan
from fingerpost.stores import Result


@dataclass(frozen=True)
class DomainReading:
    """What a question means to a domain: the plan that answers it, and how the answer is worded.

    `compose` gives the text and the status of a result; `metadata` goes into the answer as it is.
    """

    plan: Plan
    intent: str
    confidence: float
    compose: Callable[[Result], tuple[str, Status]]
    metadata: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class DomainRefusal:
    """Why a question that belongs to the domain has no answer: `missing` are its words, `suggestions` near names."""

    text: str
    intent: str
    missing: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


class QuestionReader(Protocol):
    """Reads the questions of one domain over one graph."""

    def read(self, question: str) -> DomainReading | DomainRefusal | None:
        """What the question means to the domain; None leaves it to the general reader."""
        ...
