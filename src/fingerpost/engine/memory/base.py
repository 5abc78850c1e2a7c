"""A folder of documents as a knowledge base: questions are answered from its passages."""

from __future__ import annotations

from pathlib import Path

from fingerpost.core.answer import Answer
from fingerpost.core.settings import Settings
from fingerpost.engine.memory.answering import answer_from
from fingerpost.engine.memory.library import Library
from fingerpost.engine.workspaces.base import WorkspaceBase
from fingerpost.engine.workspaces.workspace import Workspace
from fingerpost.plans import Plan
from fingerpost.retrieval import PassageStore


class DocumentBase(WorkspaceBase):
    """A workspace that has documents. Questions read its graph first, if it has one, then its passages."""

    def __init__(self, workspace: Workspace, store: PassageStore, settings: Settings | None = None) -> None:
        """Wrap an open workspace and its documents; closing the knowledge base closes both."""
        super().__init__(workspace, settings, owned=True)
        self.documents = store
        self.library = Library(store)

    def ask(self, question: str, *, choice: int | None = None) -> Answer[Plan]:
        """Answer a question with sentences of the documents, each cited by document, line and characters.

        A workspace with a graph of its own is asked first; its answer stands if it found something.

        Raises:
            QuestionError: the question is empty or too long.
            KnowledgeBaseError: `kb.damaged`.
        """
        if self.schema.node_count:
            answer = super().ask(question, choice=choice)
            if answer.status in ("answered", "refused") or choice is not None:
                return answer
        return answer_from(self.library, question, self.settings)

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
