"""The loader of building models, registered as `ifc`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import ClassVar, Final

from fingerpost.core.errors import SourceError
from fingerpost.domains.buildings.loader import (
    associations,
    building_kinds,
    connections,
    elements,
    families,
    geometry,
    lengths,
    materials,
    neighbours,
    project,
    property_assignment,
    quantities,
    spatial,
    wholes,
)
from fingerpost.domains.buildings.loader.contents import Content, content_of, contents_in
from fingerpost.domains.buildings.loader.graph import BuildingGraph
from fingerpost.domains.buildings.loader.open import open_model
from fingerpost.domains.buildings.loader.versions import Models, grouped
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
            if path.is_dir():
                return _holds_only_models(path)
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
        """Stream the nodes, then the relationships of one model, or of all models in a folder.

        Lengths are in metres, areas in square metres. A record's `line` is its STEP id. The files are parsed before the
        first record comes.

        Raises:
            SourceError: `source.missing`, or `source.format`: not STEP, truncated, of a schema that is not supported.
            MissingExtra: ifcopenshell is not installed.
        """
        return self.read_together([path], context)

    def read_together(self, paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream several models: files of one model are its versions. Raises what `read` raises."""
        return self.read_onto((), paths, context)

    def read_onto(self, existing: Iterable[Record], paths: Sequence[Path], context: LoadContext) -> Iterator[Record]:
        """Stream what a knowledge base holds together with further models and versions. Raises what `read` raises."""
        contents, rest = contents_in(existing)
        keys = {one.id.partition("#")[0] for content in contents for one in content.nodes.values()}
        graphs: list[BuildingGraph] = []
        for path in paths:
            files = models_in(path) if path.is_dir() else [path]
            if not files:
                message = f"{path}: the folder contains no IFC file"
                raise SourceError(message, code="source.format", details={"file": str(path)})
            for file in files:
                graph, content = _read(file, _free_key(file.stem, keys), context)
                contents.append(content)
                graphs.append(graph)
        context.notes.extend(_notes(graphs))
        return Models(context).records(grouped(contents), rest)


def _holds_only_models(folder: Path) -> bool:
    """Whether a folder has IFC files and, hidden ones aside, no others, which the loader of folders would read too."""
    files = (one for one in folder.rglob("*") if not one.name.startswith(".") and not one.is_dir())
    first = next(files, None)
    return first is not None and all(one.suffix.lower() in _SUFFIXES for one in chain((first,), files))


def models_in(folder: Path) -> list[Path]:
    """The IFC files in a folder and those below, by path."""
    return sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file())


def _free_key(stem: str, keys: set[str]) -> str:
    """A prefix for the ids of what has no GlobalId; two files may have one name."""
    key, number = stem, 2
    while key in keys:
        key, number = f"{stem}~{number}", number + 1
    keys.add(key)
    return key


def _notes(graphs: Sequence[BuildingGraph]) -> Iterator[str]:
    """Notes on omitted and computed values, for one file or for all together."""
    left_out, computed = Counter[str](), Counter[tuple[str, str]]()
    for graph in graphs:
        left_out += graph.left_out
        computed += graph.computed
    what = graphs[0].opened.path.name if len(graphs) == 1 else f"{len(graphs)} files"
    if left_out:
        count = left_out.total()
        parts = ", ".join(f"{number:,} {name}" for name, number in left_out.most_common())
        said = f"text{'s' if count > 1 else ''} of properties that are not values were left out"
        yield f"{what}: {count:,} {said} ({parts})"
    if computed:
        parts = ", ".join(f"{name} of {count:,} × {label}" for (label, name), count in sorted(computed.items()))
        yield f"{what}: computed where the model states none: {parts}"


def _read(path: Path, key: str, context: LoadContext) -> tuple[BuildingGraph, Content]:
    graph = BuildingGraph(open_model(path, context), context, key)
    project.read_units(graph)
    model, version = project.read_project(graph)
    spatial.read_places(graph)
    spatial.read_holders(graph)
    elements.read_types(graph)
    elements.read_elements(graph)
    elements.read_groups(graph)
    associations.read_associations(graph)
    materials.read_materials(graph)
    sets = property_assignment.read_properties(graph)
    if sets:
        version.properties["propertySets"] = sets
    lengths.read_lengths(graph)
    quantities.read_quantities(graph)
    materials.layered_thickness(graph)
    shapes = geometry.read_shapes(graph) if context.options.geometry else {}
    quantities.compute_quantities(graph)
    wholes.read_wholes(graph)
    families.read_families(graph.nodes.values())
    building_kinds.read_building_kinds(graph.nodes.values())
    elements.name_types_apart(graph)
    connections.read_ports(graph)
    connections.read_openings(graph)
    spatial.link_places(graph)
    elements.link_types(graph)
    materials.link_materials(graph)
    connections.link_bounds(graph)
    connections.link_groups(graph)
    connections.link_connected(graph)
    associations.link_associations(graph)
    if shapes:
        neighbours.link_neighbours(graph, shapes)
    return graph, content_of(graph, model, version)
