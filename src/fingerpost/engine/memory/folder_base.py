"""A knowledge base in a folder, which may have documents beside its graph: one question is asked of both."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from fingerpost.core.answer import Answer
from fingerpost.core.errors import MissingExtra, QuestionError
from fingerpost.core.progress import Progress
from fingerpost.core.settings import Settings
from fingerpost.engine.debugging import logged
from fingerpost.engine.knowledge_base import GRAPH, KnowledgeBase
from fingerpost.engine.memory.place import documents_folder, is_memory, require_namespace
from fingerpost.plans import Plan

if TYPE_CHECKING:
    from fingerpost.engine.add_report import AddReport
    from fingerpost.engine.memory.base import DocumentBase
    from fingerpost.engine.memory.namespaces import OpenNamespaces
    from fingerpost.engine.memory.retrieving import Retrieval


class FolderBase(KnowledgeBase):
    """A graph in a folder, and documents beside it as soon as there are any."""

    def __init__(
        self,
        place: str | PathLike[str],
        settings: Settings | None = None,
        *,
        namespace: str = "",
        progress: Progress | None = None,
    ) -> None:
        """Open a folder; its documents are those of a namespace, if one is given.

        Raises:
            QuestionError: `namespace.unknown`, `namespace.invalid`.
            KnowledgeBaseError: as `KnowledgeBase` does.
        """
        if namespace:
            require_namespace(place, namespace)
        super().__init__(place, settings, progress=progress)
        self._opening = threading.Lock()
        self._namespace = namespace
        self._beside: DocumentBase | None = None
        self._namespaces: OpenNamespaces[DocumentBase] | None = None

    @property
    def documents(self) -> DocumentBase | None:
        """The documents beside the graph; None if there are none.

        Raises:
            KnowledgeBaseError: `kb.damaged`, `kb.newer`.
        """
        with self._opening:
            if self._beside is None and is_memory(documents_folder(self._place, self._namespace)):
                from fingerpost.engine.memory.base import open_documents

                self._beside = open_documents(self._place, self.settings, namespace=self._namespace)
            return self._beside

    @property
    def folders(self) -> tuple[str, ...]:
        """See `KnowledgeBase.folders`."""
        beside = self.documents
        return () if beside is None else beside.folders

    @contextmanager
    def within(self, namespace: str) -> Iterator[FolderBase]:
        """This graph with the documents of a namespace beside it, for the length of a block. It is not to be closed.

        Raises:
            QuestionError: `namespace.unknown`, `namespace.invalid`.
            KnowledgeBaseError: `kb.damaged`, `kb.newer`.
        """
        if not namespace:
            yield self
            return
        with self._opening:
            if self._namespaces is None:
                from fingerpost.engine.memory.base import open_documents
                from fingerpost.engine.memory.namespaces import OpenNamespaces

                place = Path(self._place)
                self._namespaces = OpenNamespaces(place, lambda folder: open_documents(folder, self.settings))
            namespaces = self._namespaces
        with namespaces.using(namespace) as documents:
            view = copy(self)
            view._namespace, view._beside = namespace, documents
            yield view

    def add(self, sources: str | PathLike[str] | Sequence[str | PathLike[str]], *, collection: str = "") -> AddReport:
        """Add documents beside the graph, or update them. Raises as `Memory.add` does."""
        from fingerpost.engine.memory.memory import Memory

        with Memory(self._place, self.settings, namespace=self._namespace) as memory:
            return memory.add(sources, collection=collection)

    def forget(self, key: str) -> bool:
        """Remove a document, with all that came from it; whether it was there."""
        beside = self.documents
        return beside is not None and beside.forget(key)

    def ask(
        self,
        question: str,
        *,
        choice: int | None = None,
        filters: Mapping[str, object] | None = None,
        collections: Sequence[str] = (),
    ) -> Answer[Plan]:
        """Answer a question from the graph, the documents beside it, or both; the trace says why.

        `collections` limits what is asked: names of collections of documents, and `graph`. A choice of a reading and
        filters are the graph's alone. Raises as `KnowledgeBase.ask` does, and `QuestionError` with
        `collection.unknown`.
        """
        beside = self.documents
        within = [name for name in collections if name != GRAPH]
        if beside is None or choice is not None or filters or (collections and not within):
            asked = collections if beside is None else ()
            return super().ask(question, choice=choice, filters=filters, collections=asked)
        if collections and GRAPH not in collections:
            return beside.ask(question, collections=within)
        return logged(self.settings, lambda: self._of_both(question, beside, within))

    def joined(self, question: str, graph: Answer[Plan], documents: Answer[Plan]) -> Answer[Plan]:
        """What `ask` answers, of what the graph and the documents beside it were asked apart; the parts of a question
        of two requests are asked again."""
        beside = self.documents
        return graph if beside is None else self._of_both(question, beside, (), graph, documents)

    def _of_both(
        self,
        question: str,
        beside: DocumentBase,
        collections: Sequence[str],
        graph: Answer[Plan] | None = None,
        documents: Answer[Plan] | None = None,
    ) -> Answer[Plan]:
        """The answer of the graph and the documents, as far as they are not given. A question of two requests that the
        graph cannot answer as a whole is split."""
        from fingerpost.engine.memory.answering import split, together
        from fingerpost.engine.memory.comparing import against_documents
        from fingerpost.engine.memory.joining import is_sure, joined, standing_alone

        def answered(part: str, graph: Answer[Plan]) -> Answer[Plan]:
            try:
                compared = against_documents(part, graph, self.context.reader, beside, collections)
                if compared is not None:
                    return compared
                known = documents if part == question else None
                return joined(graph, known or beside.ask(part, collections=collections))
            except MissingExtra as error:
                note = f"the documents could not be asked: {error.message}"
                return graph.model_copy(update={"notes": (*graph.notes, note)})

        read = super().ask
        graph = graph or read(question)
        parts = (question,) if is_sure(graph) else split(question, referring=True)
        if len(parts) == 1:
            return answered(question, graph)
        first = read(parts[0])
        second = standing_alone(parts[1], first) if len(split(question)) == 1 else parts[1]
        if second is None:
            return answered(question, graph)
        found = [(parts[0], answered(parts[0], first)), (second, answered(second, read(second)))]
        found.sort(key=lambda pair: pair[1].metadata.get("answered_by") not in ("graph", "both"))
        return together(question, found)

    def retrieve(
        self, question: str, count: int = 5, *, budget: int | None = None, collections: Sequence[str] = ()
    ) -> Retrieval:
        """Rows of the graph, facts and passages for a question as the context of a model; rows have up to half of it.

        Raises:
            QuestionError: as `DocumentBase.retrieve` does; `collection.unknown`: there are no documents.
        """
        from fingerpost.engine.memory.joining import is_sure
        from fingerpost.engine.memory.retrieving import tokens_of, with_rows

        beside = self.documents
        if beside is None:
            raise QuestionError("there are no documents beside this graph", code="collection.unknown")
        budget = self.settings.memory.budget if budget is None else budget
        within = [name for name in collections if name != GRAPH]
        asked = not collections or GRAPH in collections
        answer = super().ask(question) if asked else None
        rows = answer.state()["graph_query_results"] if answer is not None and is_sure(answer) else []
        context, kept = with_rows(rows, answer.reading, budget) if answer is not None and rows else ("", 0)
        found = beside.retrieve(question, count, budget=max(1, budget - tokens_of(context)), collections=within)
        return replace(
            found,
            context="\n\n".join(filter(None, [context, found.context])),
            rows=tuple(rows[:kept]),
            graph_derived=bool(rows) or found.graph_derived,
        )

    def close(self) -> None:
        """Close the graph and the documents."""
        super().close()
        for one in (self._beside, self._namespaces):
            if one is not None:
                one.close()
