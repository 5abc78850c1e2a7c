"""What a gate finds: codes, positions, what is wrong and what would be right."""

from __future__ import annotations

from enum import StrEnum

from fingerpost.core.schema import Frozen


class Severity(StrEnum):
    """An error stops the query; a note travels with it."""

    ERROR = "error"
    NOTE = "note"


class Finding(Frozen):
    """One finding. `position` is a character offset in the text that was checked, or -1 where there is no text.

    `name` is what openCypher's conformance suite (the TCK) calls the error, where it has a name for it.
    Codes: S... syntax, W... writing, C... clauses, functions and procedures that are not allowed, N... fit to the
    graph, B... bounds, P... parameters.
    """

    code: str
    message: str
    position: int = -1
    severity: Severity = Severity.ERROR
    suggestion: str | None = None
    name: str | None = None

    def render(self, text: str = "") -> str:
        """The finding as a compiler would print it: message, line, and a caret under the spot."""
        head = f"{self.code} {self.message}" + (f" — did you mean {self.suggestion}?" if self.suggestion else "")
        if self.position < 0 or not text:
            return head
        before = text[: self.position]
        line_number = before.count("\n") + 1
        column = self.position - (before.rfind("\n") + 1)
        line = text.splitlines()[line_number - 1] if text.splitlines()[line_number - 1 :] else ""
        return f"{head}\n  line {line_number}, column {column + 1}\n  {line}\n  {' ' * column}^"
