"""Files that domains make of an answer, such as issues for a viewer of building models.

A domain registers an exporter under the entry-point group `fingerpost.exporters`, by the name that `ask --out` takes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Protocol, runtime_checkable

from fingerpost.core.answer import Answer
from fingerpost.core.errors import SettingsError
from fingerpost.core.plugins import EXPORTERS, installed, load
from fingerpost.engine.context import AskContext
from fingerpost.plans import Plan


class AnswerExporter(Protocol):
    """Makes a file of an answer. `summary` is a line for the help, `pack` the pack of the graphs whose answers fit."""

    summary: ClassVar[str]
    pack: ClassVar[str | None]

    def export(self, answer: Answer[Plan], ids: Sequence[str]) -> bytes:
        """The content of the file; `ids` are those of the elements that the answer lists or counted.

        Raises:
            MissingExtra: a library that this exporter needs is not installed.
        """
        ...


@runtime_checkable
class GraphExporter(Protocol):
    """Makes a file of an answer and of what the graph knows beside it."""

    def export_from(self, context: AskContext, answer: Answer[Plan], ids: Sequence[str]) -> bytes:
        """As `AnswerExporter.export`, from the graph."""
        ...


def exporter_names() -> tuple[str, ...]:
    """The names of the installed exporters."""
    return tuple(installed(EXPORTERS))


def answer_exporter(name: str) -> AnswerExporter | GraphExporter:
    """The exporter of a name.

    Raises:
        SettingsError: `plugin.missing`, `plugin.broken`, `plugin.twice`.
    """
    known = installed(EXPORTERS)
    if name not in known:
        raise SettingsError(f"there is no exporter {name}; installed: {', '.join(known)}", code="plugin.missing")
    exporter: AnswerExporter | GraphExporter = load(EXPORTERS, known[name])()
    return exporter
