"""A memory as a retriever and a tool of LlamaIndex (extra `llama-index`)."""

from __future__ import annotations

from collections.abc import Sequence

try:
    from llama_index.core.retrievers import BaseRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle, TextNode
    from llama_index.core.tools import FunctionTool
except ImportError as error:
    from fingerpost.core.errors import MissingExtra

    raise MissingExtra("llama-index-core is not installed", hint='pip install "fingerpost[llama-index]"') from error

from fingerpost.engine import Memory
from fingerpost.surfaces.hosts.documents import documents_for


class MemoryRetriever(BaseRetriever):
    """The passages and facts of a memory as nodes of LlamaIndex."""

    def __init__(
        self, memory: Memory, count: int = 5, *, graph: bool | None = None, collections: Sequence[str] = ()
    ) -> None:
        """`graph`: whether facts are among them; default: what `GRAPH_RAG_ENABLED` says, or else no."""
        super().__init__()
        self.memory, self.count, self.graph, self.collections = memory, count, graph, collections

    def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
        question = query_bundle.query_str
        found = documents_for(self.memory, question, self.count, graph=self.graph, collections=self.collections)
        return [NodeWithScore(node=TextNode(text=one.text, metadata=one.metadata), score=one.score) for one in found]


def ask_tool(memory: Memory, *, name: str = "ask_documents") -> FunctionTool:
    """A tool that answers questions with sentences of the documents, each with its place."""

    def ask(question: str) -> str:
        """Answer a question from the documents of a memory, with sentences of theirs and their places."""
        answer = memory.ask(question)
        cited = "\n".join(f"[{one.source.file}] {one.source.position}" for one in answer.citations if one.source)
        return f"{answer.text}\n{cited}" if cited else answer.text

    return FunctionTool.from_defaults(fn=ask, name=name)
