"""A memory as a retriever and a tool of LangChain (extra `langchain`)."""

from __future__ import annotations

from typing import Any

try:
    from langchain_core.callbacks import CallbackManagerForRetrieverRun
    from langchain_core.documents import Document
    from langchain_core.retrievers import BaseRetriever
    from langchain_core.tools import StructuredTool
except ImportError as error:
    from fingerpost.core.errors import MissingExtra

    raise MissingExtra("langchain-core is not installed", hint='pip install "fingerpost[langchain]"') from error
from pydantic import ConfigDict

from fingerpost.engine import Memory
from fingerpost.surfaces.hosts.documents import documents_for


class MemoryRetriever(BaseRetriever):
    """The passages and facts of a memory as documents of LangChain.

    `graph`: whether facts are among them; default: what `GRAPH_RAG_ENABLED` says, or else no.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    memory: Any
    count: int = 5
    graph: bool | None = None
    collections: tuple[str, ...] = ()

    def _get_relevant_documents(self, query: str, *, run_manager: CallbackManagerForRetrieverRun) -> list[Document]:
        found = documents_for(self.memory, query, self.count, graph=self.graph, collections=self.collections)
        return [Document(page_content=one.text, metadata={**one.metadata, "score": one.score}) for one in found]


def ask_tool(memory: Memory, *, name: str = "ask_documents") -> StructuredTool:
    """A tool that answers questions with sentences of the documents, each with its place."""

    def ask(question: str) -> str:
        answer = memory.ask(question)
        cited = "\n".join(f"[{one.source.file}] {one.source.position}" for one in answer.citations if one.source)
        return f"{answer.text}\n{cited}" if cited else answer.text

    description = "Answer a question from the documents of a memory, with sentences of theirs and their places."
    return StructuredTool.from_function(ask, name=name, description=description)
