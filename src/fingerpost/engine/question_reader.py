"""Readers of domains, which see a question before the general reader.

A domain registers a reader under the entry-point group `fingerpost.readers`, by the name of its pack: a class that is
constructed with the `AskContext` of a graph and has the method `read`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from fingerpost.core.answer import Answer, Citation, Status
from fingerpost.engine.asked_unit import AskedUnit
from fingerpost.plans import Plan
from fingerpost.stores import Result


@dataclass(frozen=True)
class WhichOne:
    """Limits by name (a model, for instance), one of which a question means without saying so.

    Where several have an answer and these differ, they are offered under `text`; else `note` is added to the answer.
    """

    limits: Mapping[str, Callable[[Plan], Plan]]
    text: str
    note: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """A text that an answer may be written from; `title` says what it is."""

    title: str
    text: str


@dataclass(frozen=True)
class DomainReading:
    """A domain's reading of a question: the plan, and how to write the answer.

    `compose` returns text and status for a result; without it, the answer is written like the general reader's, in
    `unit`, and `remark` adds a sentence. `convert` changes the rows before `compose`. `cite` returns the citations of a
    result and their total number (None if unknown), or None to cite the elements behind its rows. `metadata` is copied
    to the answer. `parts` are limits, by name, by which a single number is also given; `which` are those of which the
    question means one. A language model, if there is one, may write the answer from `evidence`, in the order of the
    citations; `remark` then follows it.
    """

    plan: Plan
    intent: str
    confidence: float
    compose: Callable[[Result], tuple[str, Status]] | None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    cite: Callable[[Result], tuple[tuple[Citation, ...], int | None] | None] = lambda _: None
    unit: AskedUnit | None = None
    convert: Callable[[Result], Result] | None = None
    remark: Callable[[Result, Mapping[str, str]], str] | None = None
    parts: Mapping[str, Callable[[Plan], Plan]] = field(default_factory=dict)
    which: WhichOne | None = None
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True)
class DomainRefusal:
    """Why a question of the domain has no answer: `missing` are the words concerned, `suggestions` similar names."""

    text: str
    intent: str
    missing: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class DomainRephrasing:
    """The question in words that the general reader understands.

    `adapt` changes the plan read from them, for example to limit it to the part of the graph that `scope` names; the
    gate checks the result. `compose` writes the answer from the rows and their units, if the plan has other columns
    than were read. `parts` are limits, by name, by which a single number is also given; `which` are those of which the
    question means one. `notes` are added to the answer, whose confidence is at most `confidence`: less than 1 if the
    words leave out some of the question.
    """

    question: str
    adapt: Callable[[Plan], Plan] | None = None
    scope: str = ""
    compose: Callable[[Result, Mapping[str, str]], tuple[str, Status]] | None = None
    parts: Mapping[str, Callable[[Plan], Plan]] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
    which: WhichOne | None = None
    confidence: float = 1.0


class QuestionReader(Protocol):
    """Reads the questions of one domain over one graph.

    If it also has a method `prepare()`, that is called at the end of a load: it may write what the reader derives from
    the graph into the context's `folder`. If it has a tuple `filters`, of names, it takes values for them.
    """

    def read(self, question: str) -> DomainReading | DomainRefusal | DomainRephrasing | None:
        """The domain's reading of the question; None leaves it to the general reader as it is."""
        ...


@runtime_checkable
class ReferringReader(QuestionReader, Protocol):
    """A reader that knows what the words of a follow-up refer to, such as "it" or "this act"."""

    def as_meant(self, question: str, before: str) -> str | None:
        """A follow-up with the name of what it refers to in a question before; None if it refers to nothing there."""
        ...


@runtime_checkable
class NamingReader(QuestionReader, Protocol):
    """A reader that has names of its own for the kinds of questions that plans answer."""

    def intent_of(self, plan: Plan) -> str:
        """The kind of question, for hosts that route by it."""
        ...


@runtime_checkable
class AnnotatingReader(QuestionReader, Protocol):
    """A reader that knows more of what a plan reads than the graph's schema says."""

    def notes_on(self, plan: Plan) -> tuple[str, ...]:
        """Notes for the answer of a plan: where its values come from, for instance."""
        ...


@dataclass(frozen=True)
class Held:
    """Values of a graph compared with what a document demands: the verdict, which passage demands it (its place among
    those given), the most that the verdict is worth, and what must be said of it."""

    text: str
    passage: int
    confidence: float
    notes: tuple[str, ...] = ()


@runtime_checkable
class SpecificationReader(QuestionReader, Protocol):
    """A reader that holds what a graph says against the specifications that stand beside it."""

    def demand_sought(self, question: str, answer: Answer[Plan]) -> str | None:
        """What the documents are searched for; None if the question holds nothing against them."""
        ...

    def held(self, answer: Answer[Plan], passages: Sequence[str]) -> Held | None:
        """The verdict; None if the passages demand nothing of the kind, or several things."""
        ...


@runtime_checkable
class EnrichingReader(QuestionReader, Protocol):
    """A reader that knows more of what a question names than its words say: tags of the graph, a domain."""

    def enrich(self, question: str) -> Mapping[str, Any]:
        """Hints as JSON; `domain`, where it has one, says which worked examples a model is shown first."""
        ...


@runtime_checkable
class ReportingReader(QuestionReader, Protocol):
    """A reader whose domain has names of its own for the state of a question's run."""

    def state(self, answer: Answer[Plan]) -> Mapping[str, Any]:
        """The run of an answer by these names, as JSON."""
        ...


@runtime_checkable
class TimingReader(QuestionReader, Protocol):
    """A reader whose clients read the milliseconds of an answer from its metadata, under the name `time_name`."""

    time_name: str


@runtime_checkable
class ListingReader(QuestionReader, Protocol):
    """A reader whose answers list their rows in words, with what must be said beside them: no table replaces these."""

    lists_in_words: bool


@runtime_checkable
class FilteringReader(QuestionReader, Protocol):
    """A reader whose answers can be restricted by filters, such as a type or a date."""

    filters: tuple[str, ...]

    def read_filtered(self, question: str, filters: Mapping[str, object]) -> DomainReading | DomainRefusal | None:
        """As `read`, with its answer restricted.

        Raises:
            QuestionError: `question.filter`; a value is not one that the filter takes.
        """
        ...
