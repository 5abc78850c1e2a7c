"""The loader of building models, registered as `ifc`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar, Final

from fingerpost.domains.buildings.loader import (
    connections,
    elements,
    families,
    lengths,
    materials,
    project,
    property_assignment,
    quantities,
    spatial,
)
from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.domains.buildings.loader.open import open_model
from fingerpost.ingest import LoadContext, Record

_SUFFIXES: Final = (".ifc", ".ifczip", ".ifcxml")
_HEAD: Final = 1 << 16


class IfcLoader:
    """Reads IFC 2x3, 4 and 4.3 into levels, rooms, elements, types and materials; `ifc.vocabulary` has the words."""

    libraries: ClassVar[tuple[str, ...]] = ("ifcopenshell",)
    name: ClassVar[str] = "ifc"
    summary: ClassVar[str] = "building models: IFC 2x3, 4 and 4.3 (.ifc, .ifczip)"
    pack: ClassVar[str | None] = "buildings"

    def recognises(self, path: Path) -> bool:
        """True for an IFC file by its suffix, or a STEP file whose header names an IFC schema. Never raises.

        ifcXML counts too, so that `read` says what to do about it.
        """
        try:
            if not path.is_file():
                return False
            if path.suffix.lower() in _SUFFIXES:
                return True
            with path.open("rb") as stream:
                head = stream.read(_HEAD)
        except OSError:
            return False
        return b"ISO-10303-21" in head[:64] and b"FILE_SCHEMA" in head and b"'IFC" in head.upper()

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the nodes, then the relationships of one model. Lengths are in metres, areas in square metres.

        A record's `line` is its STEP id. The file is parsed before the first record comes.

        Raises:
            SourceError: `source.missing`, or `source.format`: not STEP, truncated, of a schema that is not supported.
            MissingExtra: ifcopenshell is not installed.
        """
        graph = BuildingGraph(open_model(path, context), context)
        project.read_units(graph)
        version = project.read_project(graph)
        spatial.read_places(graph)
        spatial.read_holders(graph)
        elements.read_types(graph)
        elements.read_elements(graph)
        elements.read_groups(graph)
        materials.read_materials(graph)
        property_assignment.read_properties(graph)
        lengths.read_lengths(graph)
        quantities.read_quantities(graph)
        families.read_families(graph)
        connections.read_openings(graph)
        spatial.link_places(graph)
        elements.link_types(graph)
        materials.link_materials(graph)
        connections.link_bounds(graph)
        connections.link_groups(graph)
        connections.link_connected(graph)
        project.reference_all(graph, version)
        return graph.records()
