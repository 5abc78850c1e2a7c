"""An open knowledge base, which connects everything that answers questions."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from fingerpost.core.answer import Answer, Evidence
from fingerpost.core.cells import Cell
from fingerpost.core.errors import QuestionError, UnsupportedConstruct
from fingerpost.core.limits import Limits
from fingerpost.core.places import shown
from fingerpost.core.progress import Progress
from fingerpost.core.reading import Reading
from fingerpost.core.schema import GraphSchema
from fingerpost.core.settings import Settings
from fingerpost.core.trace import Step
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine.approved.approval import Approval
from fingerpost.engine.awaiting import in_steps, on_thread
from fingerpost.engine.context import AskContext
from fingerpost.engine.example_questions import example_questions
from fingerpost.engine.manifest import Manifest, read_manifest
from fingerpost.engine.opened import Opened
from fingerpost.engine.opening import opened
from fingerpost.engine.pipeline import ask
from fingerpost.engine.reading import read
from fingerpost.engine.snapshot import Snapshot
from fingerpost.linking import Display, Learned, Pack, ValueIndex
from fingerpost.plans import Plan
from fingerpost.questions import Parser
from fingerpost.stores import Result, Store

if TYPE_CHECKING:
    from fingerpost.engine.conversation.conversation import Conversation
    from fingerpost.engine.conversation.state import DialogueState
    from fingerpost.engine.teaching import Taught

GRAPH = "graph"
"""What names the graph among the collections that may be asked."""


class KnowledgeBase:
    """An open knowledge base. Safe to ask from several threads; use it as a context manager or call `close`."""

    def __init__(
        self, place: str | PathLike[str], settings: Settings | None = None, *, progress: Progress | None = None
    ) -> None:
        """Open a folder or a database URL; `progress` is called while a database is read.

        Raises:
            KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer` or `kb.unwritable`.
            StoreError: a database cannot be reached, or refuses the account.
            MissingExtra: the library for this kind of database is not installed.
            SettingsError: its pack is missing or invalid.
        """
        self._place = fspath(place)
        self.place = shown(place)
        self.settings = settings or Settings()
        self._snapshot = self._taken(opened(self._place, self.settings, progress))

    def _taken(self, found: Opened) -> Snapshot:
        try:
            return Snapshot(found, self.settings)
        except BaseException:
            found.close()
            raise

    def refresh(self, progress: Progress | None = None) -> bool:
        """Read what has changed since it was opened; True if something has. Do not call it during other calls.

        Raises as opening does; the old state stays open then.
        """
        after = self._taken(opened(self._place, self.settings, progress))
        before, self._snapshot = self._snapshot, after
        before.close()
        was, now = before.opened.manifest, after.opened.manifest
        return (now.data, now.stamp) != (was.data, was.stamp)

    def is_outdated(self) -> bool:
        """Whether its folder has been replaced since it was opened. Raises as opening does."""
        now, mine = read_manifest(self.path), self.manifest
        return (now.data, now.stamp) != (mine.data, mine.stamp)

    def __repr__(self) -> str:
        """Its place, which shows no password, and its size."""
        schema = self._snapshot.schema
        size = f"{schema.node_count:,} nodes, {schema.relationship_count:,} relationships"
        return f"<KnowledgeBase {self.place}: {size}>"

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the store and the index."""
        self._snapshot.close()

    @property
    def path(self) -> Path:
        """The folder of the manifest: the knowledge base itself, or the cache of a database."""
        return self._snapshot.opened.folder

    @property
    def manifest(self) -> Manifest:
        return self._snapshot.opened.manifest

    @property
    def store(self) -> Store:
        return self._snapshot.opened.store

    @property
    def schema(self) -> GraphSchema:
        """The graph's schema, with the additions of its pack."""
        return self._snapshot.schema

    @property
    def pack(self) -> Pack:
        return self._snapshot.pack

    @property
    def learned(self) -> Learned:
        return self._snapshot.learned

    @property
    def display(self) -> Display:
        return self._snapshot.display

    @property
    def index(self) -> ValueIndex:
        """The value index.

        Raises:
            KnowledgeBaseError: `kb.damaged`. Only questions need the index; queries run without it.
        """
        return self._snapshot.index

    @property
    def unfound(self) -> tuple[str, ...]:
        """Properties whose values questions cannot find, as `Label.property`: there are too many to copy."""
        return tuple(map(str, self._snapshot.opened.unfound))

    @property
    def context(self) -> AskContext:
        """The context for answering questions; a refresh makes a new one. Raises as `index` does."""
        return self._snapshot.context

    @property
    def parser(self) -> Parser:
        return self.context.parser

    def parser_with(self, learned: Learned, *, noting: bool = False) -> Parser:
        """A parser with other learned data; `noting` keeps the features of every reading, for learning."""
        return self._snapshot.parser_with(learned, noting=noting)

    @property
    def limits(self) -> Limits:
        return self.settings.limits

    def ask(
        self,
        question: str,
        *,
        choice: int | None = None,
        filters: Mapping[str, object] | None = None,
        collections: Sequence[str] = (),
    ) -> Answer[Plan]:
        """Answer a question. `choice` (from 1) picks one of the readings of an ambiguous question.

        `filters` restrict the answer in graphs whose domain has filters: statutes have type, date, jurisdiction and
        program. `collections` limits what is asked, where there are documents: names of their collections, and `graph`.

        Raises:
            QuestionError: the question is empty or too long; `question.filter`; `collection.unknown`.
            KnowledgeBaseError: `kb.damaged`; the value index cannot be read.
        """
        unknown = [name for name in collections if name != GRAPH]
        if unknown:
            message = f"there is no collection {unknown[0]}; there are no documents"
            raise QuestionError(message, code="collection.unknown")
        return ask(self.context, question, choice, filters)

    @property
    def folders(self) -> tuple[str, ...]:
        """The folders of documents that were loaded by their whole path; a service does not tell where they lie."""
        return ()

    @contextmanager
    def within(self, namespace: str) -> Iterator[KnowledgeBase]:
        """What is to be asked in a namespace of the documents, for the length of a block; this itself without one.

        Raises:
            QuestionError: `namespace.unknown`; `namespace.invalid`.
        """
        if namespace:
            raise QuestionError(f"there is no namespace {namespace}; there are no documents", code="namespace.unknown")
        yield self

    def read(self, question: str) -> Reading[Plan]:
        """Read a question without running anything: its readings, and the plan and query of the best.

        Raises:
            QuestionError: the question is empty or too long.
            KnowledgeBaseError: `kb.damaged`; the value index cannot be read.
        """
        return read(self.context, question)

    def questions(self, limit: int = 8) -> tuple[str, ...]:
        """Example questions, each of another kind, that are answered with confidence here. Asks several to find them.

        Raises:
            KnowledgeBaseError: `kb.damaged`; the value index cannot be read.
        """
        return example_questions(self.schema, self.display, self.ask, limit)

    def teach(
        self,
        question: str,
        means: str | Plan | int,
        *,
        who: str | None = None,
        check: Sequence[str] | None = None,
        anyway: bool = False,
        source: str = "teach",
    ) -> Taught:
        """Keep what a question means: Cypher, a plan, or the number of one of its readings, as `ask` takes it.

        The question, and others that say the same with other values, are answered by it from now on. Where a reading
        is chosen over others that were offered, readings that differ in the same way are settled likewise. Questions
        that were taught before, and those of `check` (by default example questions), must be answered as without it.
        `source` says what wrote it.

        Raises:
            QueryRejected: the gate refuses the query.
            QuestionError: the question is empty or too long; `question.choice`: there is no such reading;
                `teach.changes`: other answers would change, and `anyway` is not set.
            SettingsError: `approved.unwritable`.
        """
        from fingerpost.engine.teaching import meaning, teach

        taught = meaning(self.context, question, means, who=who, source=source)
        return teach(self.context, self._snapshot.approved, taught, check=check, anyway=anyway)

    def reject(self, question: str, plan: Plan, *, who: str | None = None) -> Approval:
        """Keep that a question does not mean a plan: it is never its answer again. Raises as `teach` does."""
        from fingerpost.engine.teaching import rejection

        kept = rejection(question, plan, who=who)
        self._snapshot.approved.add((kept,))
        return kept

    def judge(self, question: str, *, right: bool, query: str | None = None, who: str | None = None) -> Approval | None:
        """Keep a verdict on an answer, as `teach` and `reject` do: on a Cypher query, or on how it is read now.

        None, and nothing is kept, for a question that has no plan, or is a follow-up. Raises as `teach` does.
        """
        from fingerpost.engine.teaching import judged

        return judged(self.context, self._snapshot.approved, question, right=right, query=query, who=who)

    def approvals(self) -> tuple[Approval, ...]:
        """What was taught, chosen and rejected here, oldest first.

        Raises:
            SettingsError: `approved.invalid`.
        """
        return self._snapshot.approved.all()

    def unteach(self, id_: str) -> Approval:
        """Undo an approval; what it was.

        Raises:
            SettingsError: `approved.unknown` or `approved.unwritable`.
        """
        return self._snapshot.approved.undo(id_)

    def conversation(self, memory: DialogueState | None = None) -> Conversation:
        """A conversation, in which questions may follow up on those before; `memory` continues an earlier one."""
        from fingerpost.engine.conversation.conversation import Conversation

        return Conversation(lambda: self.context, memory, self.ask)

    async def aask(
        self, question: str, *, choice: int | None = None, filters: Mapping[str, object] | None = None
    ) -> Answer[Plan]:
        """`ask` on a thread, for use in an event loop. Cancelling ends it.

        A query that runs in a database or in a process of its own is ended, as is a call to a language model; one that
        runs in the embedded store ends at its limits, and nothing follows it.
        """
        return await on_thread(lambda: self.ask(question, choice=choice, filters=filters))

    def astream(
        self, question: str, *, choice: int | None = None, filters: Mapping[str, object] | None = None
    ) -> AsyncIterator[Step | Answer[Plan]]:
        """The steps of `ask`, each when it has been taken, and then the answer. Closing the iterator ends the work."""
        return in_steps(lambda: self.ask(question, choice=choice, filters=filters))

    async def aread(self, question: str) -> Reading[Plan]:
        """`read` on a thread, for use in an event loop. Cancelling ends it."""
        return await on_thread(lambda: self.read(question))

    def query(self, text: str, parameters: Mapping[str, Cell] | None = None, *, language: str = "cypher") -> Result:
        """Run a query through the gate: Cypher, or with `language="sql"` a SELECT over the graph's tables.

        Raises:
            QueryRejected: the gate refused the query.
            StoreError: the query failed or reached a limit.
            MissingExtra: the extra `sql` is not installed.
        """
        snapshot = self._snapshot
        return snapshot.opened.store.run(self.verify(text, parameters, language=language), self.limits)

    def verify(
        self,
        text: str,
        parameters: Mapping[str, Cell] | None = None,
        *,
        dialect: str | None = None,
        language: str = "cypher",
    ) -> VerifiedQuery:
        """Check a query against this knowledge base without running it.

        It is printed in the dialect of its store, or in another one. SQL takes no parameters.

        Raises:
            QueryRejected: the gate refused the query.
            UnsupportedConstruct: the dialect cannot express it, or there is no such language.
            MissingExtra: the extra `sql` is not installed.
        """
        gate = self._snapshot.gate
        if language == "sql" and not parameters:
            return gate.check_sql(text, dialect=dialect)
        if language != "cypher":
            raise UnsupportedConstruct(
                f"queries are written in cypher, or in sql without parameters, not in {language}"
            )
        return gate.check(text, parameters, dialect=dialect)

    def run(self, plan: Plan, limits: Limits | None = None) -> Result:
        """Run a plan, through the gate. Raises as `query` does."""
        snapshot = self._snapshot
        return snapshot.opened.store.run(snapshot.gate.check_plan(plan), limits or self.limits)

    def evidence(self, plan: Plan, row: Sequence[Cell], *, limit: int = 1_000) -> Evidence:
        """The matches behind one row of a plan's result.

        Raises:
            PlanError: the row does not have the plan's columns.
        """
        result = self.run(plan.evidence(row, limit=limit + 1))
        rows = result.rows[:limit]
        cut = len(result.rows) > limit
        return Evidence(columns=result.columns, rows=rows, total=None if cut else len(rows), cut=cut)
