"""The triangles of elements and rooms, made by the geometry kernel of ifcopenshell in a process of its own.

The process runs as `python -m fingerpost.domains.buildings.loader.meshes FILE THREADS`, and writes a line for each
shape: the GlobalId, the class, and the points and triangles in base 64. What the kernel cannot make is passed over.
"""

from __future__ import annotations

import base64
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fingerpost.domains.buildings.loader.kernel import made_shapes


@dataclass(frozen=True, slots=True)
class Mesh:
    """A shape: points (n by 3, metres, 64-bit floats) and triangles (n by 3, indices) as numpy arrays."""

    guid: str
    ifc_class: str
    points: Any
    triangles: Any


def meshes_of(path: Path) -> Iterator[Mesh]:
    """The shapes of a STEP file, as they are made; those before a failure of the kernel are kept."""
    import numpy as np

    command = [sys.executable, "-m", __name__, str(path), str(os.cpu_count() or 1)]
    with subprocess.Popen(  # noqa: S603  our own module, and a path as one argument
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                guid, ifc_class, points, triangles = line.split()
                yield Mesh(
                    guid,
                    ifc_class,
                    np.frombuffer(base64.b64decode(points), dtype="<f8").reshape(-1, 3),
                    np.frombuffer(base64.b64decode(triangles), dtype="<u4").reshape(-1, 3),
                )
        finally:
            process.kill()


def main(path: str, threads: str) -> None:
    """Write the shapes of a file's elements and rooms."""
    import ifcopenshell
    import numpy as np

    model = ifcopenshell.open(path)
    wanted = [one for one in model.by_type("IfcElement") if not one.is_a("IfcFeatureElement")]
    wanted += model.by_type("IfcSpace")
    wanted = [one for one in wanted if one.Representation is not None]
    for one in made_shapes(model, wanted, int(threads)):
        points = np.array(one.geometry.verts, dtype="<f8").tobytes()
        triangles = np.array(one.geometry.faces, dtype="<u4").tobytes()
        if triangles:
            coded = (base64.b64encode(each).decode("ascii") for each in (points, triangles))
            sys.stdout.write(" ".join((one.guid, model.by_id(one.id).is_a(), *coded)) + "\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
