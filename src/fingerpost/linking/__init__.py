"""Linking: what the words of a question can mean in this graph. Every reading is kept, with span, score and reason."""
