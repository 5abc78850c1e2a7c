"""Compiles the pipeline's table of steps to a LangGraph StateGraph."""

from __future__ import annotations

import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from fingerpost import Answer
from fingerpost.core.errors import MissingExtra
from fingerpost.engine import NEXT, STEPS, DocumentBase, FolderBase, KnowledgeBase, ReportingReader, Stepwise

if TYPE_CHECKING:
    from langgraph.checkpoint.base import BaseCheckpointSaver
    from langgraph.graph.state import CompiledStateGraph

_HINT = 'pip install "fingerpost[langgraph]"'
_RUNS = 256
"""Runs that are held in memory; one that is no longer there is taken again from its state."""
_FIRST, _APPROVE, _ANSWER, _DOCUMENTS = "route", "approve", "answer", "documents"
_REFUSAL = "The query was not approved; nothing was run."


def _joined(old: list[list[str]], new: list[list[str]]) -> list[list[str]]:
    """The steps so far and the new ones; an empty list at the start of a question begins anew."""
    return [*old, *new] if new else []


def _merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    return {**old, **new} if new else {}


class PipelineState(TypedDict, total=False):
    """The state of a question, all of it JSON.

    Hosts set `question`, and may set `choice`. `answer` is the answer as JSON (`Answer.model_validate` reads it), and
    `state` its fields by the names that hosts know (`Answer.state`). The others belong to the graph: `run` names the
    run, `done` are its steps with their outcomes, `kept` is what costly steps found, and `documents` the answer of the
    documents, where the knowledge base has any.
    """

    question: str
    choice: int | None
    run: str
    next: str | None
    done: Annotated[list[list[str]], _joined]
    kept: Annotated[dict[str, Any], _merged]
    documents: dict[str, Any] | None
    answer: dict[str, Any]
    state: dict[str, Any]


class _Runs:
    """The runs that are on their way in this process. Thread-safe."""

    def __init__(self, kb: KnowledgeBase, *, trying: bool) -> None:
        self._kb = kb
        self._trying = trying
        self._lock = threading.Lock()
        self._open: OrderedDict[tuple[str, int], Stepwise] = OrderedDict()

    def take(self, state: PipelineState) -> Stepwise:
        """The run of a state, as far as the state says it is; taken again if it is not in memory."""
        key = (state["run"], len(state["done"]))
        with self._lock:
            found = self._open.pop(key, None)
        if found is None:
            found = self.begin(state)
            found.replay([(name, outcome) for name, outcome in state["done"]], state["kept"])
        return found

    def begin(self, state: PipelineState) -> Stepwise:
        """A run at its beginning. Raises `QuestionError`."""
        return Stepwise(self._kb.context, state["question"], state.get("choice"), trying=self._trying)

    def put(self, state: PipelineState, taken: Stepwise, steps: int) -> None:
        """Hold a run that is so many steps further than its state."""
        with self._lock:
            self._open[state["run"], len(state["done"]) + steps] = taken
            while len(self._open) > _RUNS:
                self._open.popitem(last=False)


def graph(
    kb: KnowledgeBase, *, checkpointer: BaseCheckpointSaver[Any] | None = None, approval: bool = False
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The pipeline of a knowledge base as a compiled LangGraph graph, with a node for each of its steps.

    Args:
        checkpointer: where states are kept after each step, so that a question can go on in another process.
        approval: whether to interrupt before the query runs; resume with `Command(resume=True)` to run it. No query
            runs before that, not even to compare readings.

    Raises:
        MissingExtra: LangGraph is not installed.
    """
    try:
        from langgraph.graph import END, START, StateGraph
    except ImportError as error:
        raise MissingExtra("LangGraph is not installed", hint=_HINT) from error
    runs = _Runs(kb, trying=not approval)
    builder: Any = StateGraph(PipelineState)
    builder.add_node("begin", _begin(runs))
    builder.add_edge(START, "begin")
    builder.add_edge("begin", _FIRST)
    for name in STEPS:
        builder.add_node(name, _step(runs, name))
        followers = {follower for (step, _), follower in NEXT.items() if step in (name, "*")}
        to: dict[str | None, str] = {follower: follower for follower in followers} | {None: _ANSWER}
        if approval and "run" in to:
            to["run"] = _APPROVE
        builder.add_conditional_edges(name, _next, to)
    if approval:
        builder.add_node(_APPROVE, _approve(runs))
        builder.add_conditional_edges(_APPROVE, _next, {"run": "run", None: _ANSWER})
    documents = _documents_of(kb, approval=approval)
    if documents is not None:
        builder.add_node(_DOCUMENTS, _passages(documents))
        builder.add_edge("begin", _DOCUMENTS)
        builder.add_edge(_DOCUMENTS, _ANSWER)
    builder.add_node(_ANSWER, _answer(runs, kb), defer=documents is not None)
    builder.add_edge(_ANSWER, END)
    compiled: CompiledStateGraph[Any, Any, Any, Any] = builder.compile(checkpointer=checkpointer)
    return compiled


Node = Callable[[PipelineState], dict[str, Any]]


def _begin(runs: _Runs) -> Node:
    def begin(state: PipelineState) -> dict[str, Any]:
        runs.begin(state)  # a question that cannot be asked is refused before anything is kept
        new = {"run": uuid.uuid4().hex, "done": [], "kept": {}, "next": _FIRST, "answer": {}, "state": {}}
        return {**new, "documents": None}

    return begin


def _step(runs: _Runs, name: str) -> Node:
    def step(state: PipelineState) -> dict[str, Any]:
        taken = runs.take(state)
        outcome = taken.step()
        found = taken.kept(name)
        runs.put(state, taken, 1)
        update: dict[str, Any] = {"done": [[name, outcome]], "next": taken.next}
        return {**update, "kept": {name: found}} if found else update

    return step


def _approve(runs: _Runs) -> Node:
    def approve(state: PipelineState) -> dict[str, Any]:
        from langgraph.types import interrupt

        taken = runs.take(state)
        proposed = taken.proposed
        runs.put(state, taken, 0)
        if interrupt(proposed) is True:
            return {"next": "run"}
        return {"next": None, "done": [[_APPROVE, "refused"]]}

    return approve


def _documents_of(kb: KnowledgeBase, *, approval: bool) -> DocumentBase | None:
    """The documents of a knowledge base, which are asked in a branch of their own.

    Those beside a graph are; where the graph is that of the documents' own facts, they answer as a whole, with queries
    that nobody approves.
    """
    if isinstance(kb, FolderBase):
        return kb.documents
    return kb if isinstance(kb, DocumentBase) and not approval else None


def _passages(documents: DocumentBase) -> Node:
    def passages(state: PipelineState) -> dict[str, Any]:
        if state.get("choice") is not None:  # a choice among readings is the graph's alone
            return {"documents": None}
        return {"documents": documents.ask(state["question"]).model_dump(mode="json")}

    return passages


def _with_documents(kb: KnowledgeBase, found: Answer, state: PipelineState) -> Answer:
    """The answer of the graph with that of the documents, as `ask` gives it."""
    given = state.get("documents")
    if given is None:
        return found
    documents = Answer.model_validate(given)
    return kb.joined(state["question"], found, documents) if isinstance(kb, FolderBase) else documents


def _answer(runs: _Runs, kb: KnowledgeBase) -> Node:
    def answer(state: PipelineState) -> dict[str, Any]:
        refused = bool(state["done"]) and state["done"][-1] == [_APPROVE, "refused"]
        taken = runs.take({**state, "done": state["done"][:-1]} if refused else state)
        if refused:
            taken.refuse(_REFUSAL)
        found = _with_documents(kb, taken.answer(), state)
        reader = kb.context.reader
        more = reader.state(found) if isinstance(reader, ReportingReader) else {}
        return {"answer": found.model_dump(mode="json"), "state": {**found.state(), **more}}

    return answer


def _next(state: PipelineState) -> str | None:
    return state["next"]
