"""A memory as a retriever and a tool of LangChain. Needs the extra `langchain`."""

from fingerpost.surfaces.hosts.documents import backfill
from fingerpost.surfaces.hosts.langchain import MemoryRetriever, ask_tool

__all__ = ["MemoryRetriever", "ask_tool", "backfill"]
