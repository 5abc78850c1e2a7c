"""A memory as a retriever and a tool of LangChain and LlamaIndex (extras `langchain`, `llama-index`)."""

from fingerpost.surfaces.hosts.documents import HostDocument, backfill, documents_for

__all__ = ["HostDocument", "backfill", "documents_for"]
