"""A memory as a retriever and a tool of LlamaIndex. Needs the extra `llama-index`."""

from fingerpost.surfaces.hosts.documents import backfill
from fingerpost.surfaces.hosts.llama_index import MemoryRetriever, ask_tool

__all__ = ["MemoryRetriever", "ask_tool", "backfill"]
