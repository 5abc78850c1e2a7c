"""Documents and passages in Neo4j: its own full-text and vector indexes find the passages of a question."""
