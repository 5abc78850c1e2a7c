"""The HTTP service: questions to knowledge bases, as JSON."""
