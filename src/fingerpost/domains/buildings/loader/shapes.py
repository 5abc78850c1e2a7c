"""The shapes of elements and rooms, made by the geometry kernel of ifcopenshell in a process of its own.

A kernel may fail on a shape, or end its process: then what it made before is kept, and the load goes on. The process
runs as `python -m fingerpost.domains.buildings.loader.shapes FILE THREADS`, with the STEP ids on its standard input,
and writes a line of JSON for each shape.
"""

from __future__ import annotations

import json
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from fingerpost.domains.buildings.loader.kernel import made_shapes

_FLAT: Final = 1e-7
"""Square metres below which the plan of a triangle is none."""
_MOST_TRIANGLES: Final = 4_000
"""Of more, the plan is the convex hull: pieces of furniture and fittings, seldom walls."""
_UPWARD: Final = 0.2
"""How steep a face may be to count as looking up: a roof of 78 degrees."""
_ALONG: Final = 0.5
_STRAIGHT: Final = 0.85
"""The share of its rectangle that the plan of a straight element fills."""
_DIGITS: Final = 3


@dataclass(frozen=True, slots=True)
class Shape:
    """What is measured on a shape, in metres of the model: its box, its plan as WKT, and amounts; None: not known.

    `length` and `width` are the sides of the smallest rectangle around the plan, where the plan fills it; `side` is the
    area of the faces along one long side, `top` that of the faces that look up, `volume` is that of a closed shape.
    """

    step: int
    box: tuple[float, float, float, float, float, float]
    plan: str | None
    plan_area: float
    perimeter: float
    length: float | None
    width: float | None
    side: float | None
    top: float
    volume: float | None

    @property
    def height(self) -> float:
        """From the lowest point to the highest."""
        return self.box[5] - self.box[2]


class ShapesFailed(Exception):
    """The process ended before it had made all shapes; the message says how."""


def shapes_of(model: Any, path: Path, steps: Sequence[int], made: Callable[[], None]) -> Iterator[Shape]:
    """The shapes of the entities with these STEP ids, as they are made; `made` is called for each.

    An entity without a shape, or with one that the kernel cannot make, is passed over.

    Raises:
        ShapesFailed: the process ended too early.
    """
    with tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
        copy = Path(folder) / "model.ifc"  # the file may be zipped, or may have been mended before it was parsed
        if path.suffix.lower() != ".ifc" or not path.is_file():
            model.write(str(copy))
            path = copy
        yield from _made(path, steps, made)


def _made(path: Path, steps: Sequence[int], made: Callable[[], None]) -> Iterator[Shape]:
    command = [sys.executable, "-m", __name__, str(path), str(os.cpu_count() or 1)]
    with subprocess.Popen(  # noqa: S603  our own module, and a path as one argument
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(list(steps)))
            process.stdin.close()
            for line in process.stdout:
                made()
                held = json.loads(line)
                yield Shape(**{**held, "box": tuple(held["box"])})
            code = process.wait()
        finally:
            process.kill()
    if code:
        raise ShapesFailed(f"the geometry kernel ended with {code}")


def measured(step: int, points: Any, triangles: Any) -> Shape | None:
    """A shape by its points (n by 3, metres) and triangles (n by 3, indices); None if there is nothing of it."""
    import numpy as np
    from shapely import GEOSException, MultiPoint, polygons, set_precision, to_wkt, union_all

    if not len(points) or not len(triangles):
        return None
    corners = points[triangles]
    crossed = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    areas = np.linalg.norm(crossed, axis=1) / 2
    kept = areas > 0
    corners, crossed, areas = corners[kept], crossed[kept], areas[kept]
    if not len(areas):
        return None
    normals = crossed / (2 * areas[:, None])
    low, high = points.min(axis=0), points.max(axis=0)
    plan: Any = MultiPoint(points[:, :2]).convex_hull
    flat = np.abs(normals[:, 2]) * areas > _FLAT
    if 0 < flat.sum() <= _MOST_TRIANGLES:
        with suppress(GEOSException):
            plan = union_all(polygons(corners[flat][:, :, :2])).buffer(0.001).buffer(-0.001).simplify(0.002)
    plan = set_precision(plan, 10**-_DIGITS)
    sides = _sides(plan)
    length = width = side = None
    if sides is not None:
        length, width, across = sides
        side = float(areas[normals[:, :2] @ np.array(across) > _ALONG].sum())
    box = tuple(round(float(one), 6) for one in (*low, *high))
    return Shape(
        step=step,
        box=(box[0], box[1], box[2], box[3], box[4], box[5]),
        plan=to_wkt(plan, rounding_precision=_DIGITS) if plan.area > _FLAT else None,
        plan_area=_rounded(plan.area),
        perimeter=_rounded(plan.length),
        length=None if length is None else _rounded(length),
        width=None if width is None else _rounded(width),
        side=None if side is None else _rounded(side),
        top=_rounded(float(areas[normals[:, 2] > _UPWARD].sum())),
        volume=_volume(points, triangles),
    )


def _rounded(value: float) -> float:
    return round(float(value), 6)


def _sides(plan: Any) -> tuple[float, float, tuple[float, float]] | None:
    """The sides of the smallest rectangle around a plan, and the direction across it; None if it is not straight."""
    from shapely import minimum_rotated_rectangle

    rectangle = minimum_rotated_rectangle(plan)
    if rectangle.geom_type != "Polygon" or plan.area < _STRAIGHT * rectangle.area:
        return None
    (x0, y0), (x1, y1), (x2, y2) = rectangle.exterior.coords[:3]
    first, second = math.dist((x0, y0), (x1, y1)), math.dist((x1, y1), (x2, y2))
    if min(first, second) <= 0:
        return None
    if first >= second:
        return first, second, ((x2 - x1) / second, (y2 - y1) / second)
    return second, first, ((x1 - x0) / first, (y1 - y0) / first)


def _volume(points: Any, triangles: Any) -> float | None:
    """The volume of a closed shape, whose edges all lie between two triangles."""
    import numpy as np

    _, same = np.unique(np.round(points, 6), axis=0, return_inverse=True)
    faces = same.reshape(-1)[triangles]
    faces = faces[(faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])]
    edges = np.sort(np.concatenate((faces[:, :2], faces[:, 1:], faces[:, ::2])), axis=1)
    _, counts = np.unique(edges, axis=0, return_counts=True)
    if not len(counts) or (counts % 2).any():
        return None
    corners = (points - points.mean(axis=0))[triangles]
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])).sum() / 6
    return _rounded(abs(volume)) or None


def main(path: str, threads: str) -> None:
    """Write the shapes of the entities whose ids are on the standard input."""
    import ifcopenshell
    import numpy as np

    model = ifcopenshell.open(path)
    wanted = [model.by_id(step) for step in json.load(sys.stdin)]
    for one in made_shapes(model, wanted, int(threads)):
        points = np.array(one.geometry.verts, dtype=float).reshape(-1, 3)
        triangles = np.array(one.geometry.faces, dtype=int).reshape(-1, 3)
        found = measured(one.id, points, triangles)
        if found is not None:
            sys.stdout.write(json.dumps(asdict(found)) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
