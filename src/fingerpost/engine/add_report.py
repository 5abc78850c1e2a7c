"""What adding documents did."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class AddReport:
    """What adding documents did, in numbers of documents; `problems` are (place, code, message) of what was skipped.

    `notes` say what was done in another way than was asked.
    """

    created: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    passages: int = 0
    problems: list[tuple[str, str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def documents(self) -> int:
        """All documents that were read."""
        return self.created + self.changed + self.unchanged
