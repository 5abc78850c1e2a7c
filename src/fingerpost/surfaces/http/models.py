"""The bodies of requests and responses."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

LONGEST = 100_000


class _Request(BaseModel):
    """Base of requests; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class QuestionAsked(_Request):
    """A question to one knowledge base."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"question": "How many books does each branch hold?"}]}
    )

    question: str = Field(max_length=LONGEST, description="The question, in plain English.")
    base: str | None = Field(default=None, description="The name of the knowledge base; default: the first.")


class Asked(QuestionAsked):
    """A question to answer."""

    choice: int | None = Field(default=None, ge=1, description="The number of a reading of an ambiguous question.")
    collections: list[str] = Field(
        default_factory=list,
        max_length=100,
        description="Collections of documents to ask, and `graph` for the graph beside them; default: all.",
    )
    namespace: str = Field(
        default="", max_length=100, description="The namespace of the documents: a user, session or group."
    )


class CypherGiven(_Request):
    """A query to check and run."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"query": "MATCH (b:Book) RETURN count(b) AS books"}]}
    )

    query: str = Field(max_length=LONGEST)
    params: dict[str, Any] | None = None
    base: str | None = None


class QuestionGiven(_Request):
    """A question whose query is to be seen."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"query": "How many books are there?"}]})

    query: str = Field(max_length=LONGEST, description="The question, in plain English.")
    base: str | None = None


class QuestionTraced(BaseModel):
    """A question's rows, and how they were found."""

    success: bool
    columns: list[str]
    rows: list[list[Any]]
    row_count: int
    documents: list[dict[str, Any]] = Field(description="The rows as documents: one each, or one with all of many.")
    error: str | None = None
    cypher_query: str | None = None
    verification_result: dict[str, Any] | None = None
    reasoning: str | None = None
    confidence: float
    latency_ms: float
    requires_clarification: bool = False
    clarification_question: str | None = Field(default=None, description="The readings to choose from.")


class ChatMessage(BaseModel):
    """A message of a conversation. Fields that other services know and this one does not are ignored."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"message": "Who borrowed Emma?", "session_id": "s1", "stream": False}]}
    )

    message: str = Field(max_length=LONGEST)
    session_id: str | None = Field(
        default=None, min_length=1, max_length=200, description="The session to follow up in; default: a new one."
    )
    user_identifier: str | None = Field(default=None, max_length=200)
    data_sources: dict[str, bool] | None = Field(
        default=None, description="Which knowledge bases to ask, by name, all at the same time; default: the first."
    )
    namespace: str = Field(
        default="", max_length=100, description="The namespace of the documents: a user, session or group."
    )
    stream: bool = Field(default=False, description="Send server-sent events instead of one document.")


class ChatCitation(BaseModel):
    """What a reply rests on."""

    source: str
    source_type: str = Field(default="graph", description="`graph`, or `vector` for sentences of documents.")
    snippet: str = Field(description="The first 200 characters of the rows or sentences.")
    row_count: int = Field(description="The number of rows or sentences.")
    confidence: float
    elements: list[str] = Field(default_factory=list, description="Elements of the graph, with file and line.")
    cypher_query: str | None = Field(default=None, description="The query; in debug mode only.")


class ChatReply(BaseModel):
    """The reply to a message."""

    reply: str
    session_id: str
    message_id: str
    timestamp: datetime
    latency_ms: float
    route: str = Field(description="What the reply is from: `graph`, `documents`, `both` or `none`.")
    status: str = Field(description="How the question ended: the status of the answer.")
    citations: list[ChatCitation]
    warnings: list[str] = Field(default_factory=list)
    follow_up_suggestions: list[str] = Field(
        default_factory=list, description="Readings of an ambiguous question, or names that the graph has instead."
    )


class Verdict(StrEnum):
    """What a person thinks of an answer."""

    RIGHT = "right"
    WRONG = "wrong"


class Feedback(_Request):
    """A person's verdict on an answer."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"question": "Who borrowed Emma?", "verdict": "right"}]}
    )

    question: str = Field(max_length=LONGEST)
    verdict: Verdict
    message_id: str | None = Field(default=None, max_length=200)
    query: str | None = Field(default=None, max_length=LONGEST)
    comment: str | None = Field(default=None, max_length=10_000)
    user_identifier: str | None = Field(default=None, max_length=200)
    base: str | None = None


class Kept(BaseModel):
    """A verdict that was kept."""

    id: int
    approval: str | None = Field(
        default=None, description="The approval that later answers follow; `fingerpost teach KB --undo ID` undoes it."
    )
    reason: str | None = Field(default=None, description="Why later answers do not follow it.")
