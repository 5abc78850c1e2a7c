"""What kglite reads otherwise than it is usually written."""

from __future__ import annotations

from fingerpost.query_languages.cypher.printer import Printer

_COUNT = "COUNT {"


class KglitePrinter(Printer):
    """Writes one query for kglite, which takes `(COUNT {` for a node with properties."""

    def within(self, text: str, own: int, strength: int) -> str:
        """The text, in parentheses where it binds more weakly than what stands around it."""
        if own < strength and text.startswith(_COUNT):
            text = f"0 + {text}"
        return super().within(text, own, strength)
