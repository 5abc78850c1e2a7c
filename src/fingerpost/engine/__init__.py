"""The engine: knowledge bases, the pipeline from question to answer, and the composition root."""
