"""Answers as issues in the BIM Collaboration Format, by which viewers of building models select the elements."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar, Final

from fingerpost.core.answer import Answer
from fingerpost.core.errors import MissingExtra
from fingerpost.engine import AskContext, RuleReport
from fingerpost.plans import Plan, counted

_AUTHOR: Final = "fingerpost"
_GLOBAL_ID: Final = 22
"""The length of a GlobalId; other ids, such as those of materials, are not components of a viewer."""


_PLACES: Final = "MATCH (e:{label}) WHERE e.plan IS NOT NULL AND e.globalId IN $ids RETURN e.plan, e.bottomElevation"


class BcfExporter:
    """BCF 2.1: one topic with the question as its title, and a viewpoint in which the answer's elements are selected.

    The camera looks at the elements where shapes were measured, else at the origin of the model. An answer without
    elements is an issue without a viewpoint.
    """

    summary: ClassVar[str] = "an issue in BCF 2.1, with the answer's elements selected"
    pack: ClassVar[str | None] = "buildings"
    version: ClassVar[str] = "v2"

    def export_from(self, context: AskContext, answer: Answer[Plan], ids: Sequence[str]) -> bytes:
        """The bytes of a `.bcf` file.

        Raises:
            MissingExtra: bcf-client is not installed.
        """
        return _written(self.version, [(answer.question, answer.text, ids)], _target(context, ids))


class Bcf3Exporter(BcfExporter):
    """BCF 3.0, with the same content."""

    summary: ClassVar[str] = "an issue in BCF 3.0, with the answer's elements selected"
    version: ClassVar[str] = "v3"


def issues_of(report: RuleReport) -> bytes:
    """The bytes of a `.bcf` file of version 2.1: an issue for each failed requirement, with what fails it selected.

    Raises:
        MissingExtra: bcf-client is not installed.
    """
    issues = [
        (
            f"{one.name}: {requirement.text}",
            f"{one.file}: {counted(len(requirement.failures), 'element')} of {one.applicable} fail",
            [failure.element.element_id for failure in requirement.failures],
        )
        for one in report.specifications
        for requirement in one.requirements
        if requirement.failures
    ]
    return _written("v2", issues)


def _target(context: AskContext, ids: Sequence[str]) -> tuple[float, float, float]:
    """The middle of the elements whose shapes were measured; the origin of the model without any."""
    places: list[tuple[float, float, float]] = []
    for label in ("Element", "Space"):
        info = context.schema.label_by_name.get(label)
        if info is None or "plan" not in info.by_name:
            continue
        from shapely import from_wkt

        query = context.gate.check(_PLACES.format(label=label), {"ids": tuple(ids)})
        for plan, low in context.store.run(query, context.settings.limits).rows:
            middle = from_wkt(str(plan)).centroid
            places.append((middle.x, middle.y, float(low) if isinstance(low, (int, float)) else 0.0))
    if not places:
        return (0.0, 0.0, 0.0)
    x, y, z = (sum(axis) / len(places) for axis in zip(*places, strict=True))
    return (x, y, z)


def _written(
    version: str, issues: Sequence[tuple[str, str, Sequence[str]]], target: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> bytes:
    """A file of issues: title, description, ids of the selected elements; `target` is the camera's target."""
    try:
        library: Any = import_module(f"bcf.{version}.bcfxml")
        numpy: Any = import_module("numpy")
    except ImportError as error:
        message = f"BCF files are written with bcf-client, which cannot be imported here ({error})"
        raise MissingExtra(message, hint='pip install "fingerpost[bcf]"') from error
    file = library.BcfXml.create_new("Questions")
    for title, description, ids in issues:
        topic = file.add_topic(title, description, _AUTHOR, "Request", "Open")
        guids = [one for one in ids if len(one) == _GLOBAL_ID]
        if guids:  # a selection of nothing is not valid
            topic.add_viewpoint_from_point_and_guids(numpy.array(target), *guids)
    with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
        path = Path(folder) / "answer.bcf"
        file.save(path)
        return path.read_bytes()
