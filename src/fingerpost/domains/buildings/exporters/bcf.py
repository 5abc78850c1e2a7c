"""Answers as issues in the BIM Collaboration Format, by which viewers of building models select the elements."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final

from fingerpost.core.answer import Answer
from fingerpost.core.errors import MissingExtra
from fingerpost.plans import Plan

_AUTHOR: Final = "fingerpost"
_GLOBAL_ID: Final = 22
"""The length of a GlobalId; other ids, such as those of materials, are no components of a viewer."""


class BcfExporter:
    """BCF 2.1: one topic with the question as its title, and a viewpoint in which the answer's elements are selected.

    The camera looks at the origin of the model, because the graph has no geometry.
    """

    summary: ClassVar[str] = "an issue in BCF 2.1, with the answer's elements selected"
    pack: ClassVar[str | None] = "buildings"
    version: ClassVar[str] = "v2"

    def export(self, answer: Answer[Plan], ids: Sequence[str]) -> bytes:
        """The bytes of a `.bcf` file.

        Raises:
            MissingExtra: bcf-client is not installed.
        """
        try:
            library: Any = import_module(f"bcf.{self.version}.bcfxml")
            numpy: Any = import_module("numpy")
        except ImportError as error:
            message = f"BCF files are written with bcf-client, which cannot be imported here ({error})"
            raise MissingExtra(message, hint='pip install "fingerpost[bcf]"') from error
        guids = [one for one in ids if len(one) == _GLOBAL_ID]
        file = library.BcfXml.create_new("Questions")
        topic = file.add_topic(answer.question, answer.text, _AUTHOR, "Request", "Open")
        topic.add_viewpoint_from_point_and_guids(numpy.array([0.0, 0.0, 0.0]), *guids)
        with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
            path = Path(folder) / "answer.bcf"
            file.save(path)
            return path.read_bytes()


class Bcf3Exporter(BcfExporter):
    """BCF 3.0, with the same content."""

    summary: ClassVar[str] = "an issue in BCF 3.0, with the answer's elements selected"
    version: ClassVar[str] = "v3"
