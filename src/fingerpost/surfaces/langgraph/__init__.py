"""The pipeline as a LangGraph graph."""
