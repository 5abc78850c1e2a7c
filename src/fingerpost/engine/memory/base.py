"""A folder of documents as a knowledge base: questions are answered from its passages."""

from __future__ import annotations

from pathlib import Path

from fingerpost.core.answer import Answer
from fingerpost.core.cells import Node, Relationship
from fingerpost.core.settings import Settings
from fingerpost.engine.memory.answering import answer_from, with_receipts
from fingerpost.engine.memory.fact_graph import CERTAINTY, DOCUMENTS, LEVELS, ORIGIN, SOURCES
from fingerpost.engine.memory.library import Library, Quote
from fingerpost.engine.workspaces.base import WorkspaceBase
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.plans import Plan
from fingerpost.retrieval import PassageStore

_SURE = 0.5
"""The confidence from which the graph of facts answers."""
_ROWS, _MATCHES = 20, 50
"""The numbers of rows, and of matches of each, whose sentences are shown."""


class DocumentBase(WorkspaceBase):
    """A workspace that has documents. Questions read its graph first, if it has one, then its passages."""

    def __init__(
        self,
        workspace: Workspace,
        store: PassageStore,
        settings: Settings | None = None,
        library: Library | None = None,
    ) -> None:
        """Wrap an open workspace and its documents; closing the knowledge base closes both."""
        super().__init__(workspace, settings, owned=True)
        self.documents = store
        self.library = library or Library(store)

    def ask(self, question: str, *, choice: int | None = None) -> Answer[Plan]:
        """Answer a question from the graph, with the sentences that state it, else with sentences of the documents.

        What others wrote into the workspace is answered from the graph alone.

        Raises:
            QuestionError: the question is empty or too long.
            KnowledgeBaseError: `kb.damaged`.
        """
        if not self.schema.node_count:
            return answer_from(self.library, question, self.settings)
        answer = super().ask(question, choice=choice)
        if answer.status == "refused" or (choice is not None and answer.status != "answered"):
            return answer
        if answer.status == "answered" and not self._is_of_documents(answer):
            return answer
        passages = answer_from(self.library, question, self.settings)
        receipts, certainty = self._receipts(answer)
        if receipts and answer.confidence >= _SURE and not answer.ignored:
            return with_receipts(answer, receipts, certainty, passages)
        return passages

    def _is_of_documents(self, answer: Answer[Plan]) -> bool:
        """Whether an answer rests on what documents state."""
        shown = [cell for row in answer.rows for cell in row if isinstance(cell, Node)]
        if any(node.properties.get(ORIGIN) == DOCUMENTS for node in shown):
            return True
        return not shown and any(CERTAINTY in info.by_name for info in self.schema.relationships)

    def _receipts(self, answer: Answer[Plan]) -> tuple[list[Quote], str]:
        """The sentences that state or deny the relationships behind an answer, each once; and the least certainty."""
        plan = answer.plan
        if answer.status != "answered" or plan is None:
            return [], LEVELS[0]
        places: dict[str, None] = {}
        said: set[str] = set()
        for row in answer.rows[:_ROWS]:
            matches = self.evidence(plan, row, limit=_MATCHES)
            for cell in (cell for match in matches.rows for cell in match if isinstance(cell, Relationship)):
                places.update(dict.fromkeys(cell.properties.get(SOURCES) or ()))
                said.add(str(cell.properties.get(CERTAINTY) or ""))
        found = []
        for place in places:
            document, _, span = place.rpartition(":")
            start, _, end = span.partition("-")
            quote = self.library.quote(document, int(start), int(end))
            if quote is not None:
                found.append(quote)
        return found, next((level for level in reversed(LEVELS) if level in said), LEVELS[0])

    def close(self) -> None:
        """Close the graph and the documents."""
        super().close()
        self.documents.close()


def open_documents(place: str | Path, settings: Settings | None = None) -> DocumentBase:
    """Open a folder of documents for reading; it sees what another process writes.

    Raises:
        KnowledgeBaseError: `kb.missing`, `kb.damaged`, `kb.newer`.
    """
    workspace = Workspace(Path(place), write=False)
    try:
        return DocumentBase(workspace, PassageStore(Path(place), write=False), settings)
    except BaseException:
        workspace.close()
        raise
