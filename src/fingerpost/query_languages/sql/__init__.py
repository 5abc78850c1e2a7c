"""SQL over a graph seen as tables, lifted to plans. Needs the extra `sql`; it has no gate of its own."""
