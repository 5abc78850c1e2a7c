"""The model in three dimensions: the shapes of the elements that a graph has, made from the files that were loaded."""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from fingerpost.core.errors import MissingExtra, SourceError
from fingerpost.core.limits import Limits
from fingerpost.domains.buildings.ids import unchanged
from fingerpost.domains.buildings.loader.meshes import meshes_of
from fingerpost.domains.buildings.loader.open import open_model
from fingerpost.domains.buildings.loader.vocabulary import labels_of
from fingerpost.engine import AskContext, Solid, SolidModel
from fingerpost.ingest import LoadContext
from fingerpost.plans import Column, Match, NodePattern, Pattern, Plan, Ref, Stage

_MOST_TRIANGLES: Final = 3_000_000
_MOST: Final = Limits(rows=500_000)


def solid_model(context: AskContext) -> SolidModel:
    """The shapes of all elements and rooms. Raises what `SolidReader.solid_model` raises."""
    if find_spec("ifcopenshell") is None:
        raise MissingExtra("shapes are made with ifcopenshell", hint='pip install "fingerpost[ifc]"')
    paths, missing = [], None
    for source in context.sources:
        if source.positions == "step":
            try:
                paths.append(unchanged(source))
            except SourceError as error:  # an earlier version may have been written over
                missing = error
    if not paths and missing is not None:
        raise missing
    known = _ids(context)
    solids: dict[str, Solid] = {}
    origin, triangles, cut = None, 0, 0
    for path in reversed(paths):  # of an element of two versions, the shape of the later one
        with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
            for mesh in meshes_of(_as_step(path, Path(folder))):
                if mesh.guid not in known or mesh.guid in solids:
                    continue
                triangles += len(mesh.triangles)
                if triangles > _MOST_TRIANGLES:
                    cut += 1
                    continue
                origin = mesh.points[0] if origin is None else origin  # far from zero, 32 bits are too few
                points = (mesh.points - origin).astype("<f4").tobytes()
                label = labels_of(mesh.ifc_class)[0]
                solids[mesh.guid] = Solid(mesh.guid, label, points, mesh.triangles.tobytes())
    return SolidModel(tuple(solids.values()), cut)


def _as_step(path: Path, folder: Path) -> Path:
    """The file, or what is in it if it is zipped."""
    if path.suffix.lower() == ".ifc":
        return path
    copy = folder / "model.ifc"
    open_model(path, LoadContext()).model.write(str(copy))
    return copy


def _ids(context: AskContext) -> frozenset[str]:
    """The ids of the elements and rooms of the latest versions."""
    found: set[str] = set()
    for label in ("Element", "Space"):
        if label in context.schema.label_by_name:
            match = Match(pattern=Pattern(nodes=(NodePattern(name="one", label=label),)))
            column = Column(name="id", operand=Ref(name="one", property="globalId"))
            rows = context.run(Plan(branches=((Stage(matches=(match,), columns=(column,)),),)), _MOST).rows
            found.update(str(row[0]) for row in rows)
    return frozenset(found)
