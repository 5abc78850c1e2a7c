"""The pipeline as a LangGraph graph: `fingerpost.langgraph.graph(kb)`. Needs the extra `langgraph`."""

from fingerpost.surfaces.langgraph.compiled import PipelineState, graph

__all__ = ["PipelineState", "graph"]
