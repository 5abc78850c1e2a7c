"""What a gate finds: codes, positions, what is wrong and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
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
        start = text.rfind("\n", 0, self.position) + 1
        end = text.find("\n", start)
        column = self.position - start
        line, caret = _excerpt((text[start:] if end < 0 else text[start:end]).rstrip("\r"), column)
        return f"{head}\n  line {text.count(chr(10), 0, start) + 1}, column {column + 1}\n  {line}\n  {' ' * caret}^"


_WIDTH = 160
_SHOWN = 20


def render_findings(findings: Sequence[Finding], text: str = "") -> str:
    """Findings as a compiler would print them; of many the first ones, and how many more there are."""
    more = [f"and {len(findings) - _SHOWN} more"] if len(findings) > _SHOWN else []
    return "\n".join([*(finding.render(text) for finding in findings[:_SHOWN]), *more])


def _excerpt(line: str, column: int) -> tuple[str, int]:
    """A line, or as much of a long one as can be read, and where in it a column is."""
    if len(line) <= _WIDTH:
        return line, column
    start = max(0, min(column - _WIDTH // 2, len(line) - _WIDTH))
    before, after = "…" if start else "", "…" if start + _WIDTH < len(line) else ""
    return f"{before}{line[start : start + _WIDTH]}{after}", column - start + len(before)
