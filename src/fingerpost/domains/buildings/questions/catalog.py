"""The projects, models and versions of a knowledge base, read once."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from fingerpost.core.cells import Cell
from fingerpost.core.limits import Limits
from fingerpost.core.schema import GraphSchema
from fingerpost.domains.buildings.loader.project import number_in
from fingerpost.domains.buildings.questions.property_sets import KnownSet, sets_of
from fingerpost.engine import AskContext
from fingerpost.plans import Column, EdgePattern, Match, NodePattern, Pattern, Plan, Ref, Stage

_ANY_NUMBER: Final = Limits(rows=1_000_000)
_SIGNS: Final = re.compile(r"[\W_]+")


@dataclass(frozen=True)
class KnownVersion:
    """A version: its number in its model, and the digest of its content."""

    number: int
    digest: str


@dataclass(frozen=True)
class KnownModel:
    """A model with its versions, oldest first, and the names of its project."""

    name: str
    discipline: str | None
    versions: tuple[KnownVersion, ...]
    project: str = ""
    project_number: str | None = None

    @property
    def latest(self) -> str:
        """The digest of the newest version."""
        return self.versions[-1].digest

    @property
    def title(self) -> str:
        """The name of the model, with its project's where it has one."""
        return f"{self.name} ({self.project})" if self.project else self.name

    def version(self, number: int) -> str | None:
        """The digest of a version by its number."""
        return next((one.digest for one in self.versions if one.number == number), None)


@dataclass(frozen=True)
class KnownProject:
    """A project: its name, and its number with hyphens."""

    name: str
    number: str | None


@dataclass(frozen=True)
class Catalog:
    """All that a knowledge base has."""

    projects: tuple[KnownProject, ...]
    models: tuple[KnownModel, ...]
    sets: tuple[KnownSet, ...] = ()
    """The property sets of all versions; none where the base does not say."""
    users: tuple[str, ...] = ()

    def projects_called(self, words: str) -> tuple[KnownProject, ...]:
        """The projects of a number, else of a name, else with the words in their name."""
        number = number_in(words)
        if number is not None:
            return tuple(one for one in self.projects if one.number == number)
        said = plain(words)
        exact = tuple(one for one in self.projects if plain(one.name) == said)
        return exact or tuple(one for one in self.projects if said and f" {said} " in f" {plain(one.name)} ")

    def users_called(self, words: str) -> tuple[str, ...]:
        """The users of a name, or with the words in their name."""
        said = plain(words)
        return tuple(one for one in self.users if said and f" {said} " in f" {plain(one)} ")

    def models_called(self, words: str) -> tuple[KnownModel, ...]:
        """The models of a name, else of a discipline, else with the words in their name."""
        said = plain(words)
        for test in (_is_named, _is_of_discipline, _has_in_name):
            found = tuple(one for one in self.models if said and test(one, said))
            if found:
                return found
        return ()

    def models_of(self, projects: Sequence[KnownProject]) -> tuple[KnownModel, ...]:
        """The models of some projects."""
        names = {(one.name, one.number) for one in projects}
        return tuple(one for one in self.models if (one.project, one.project_number) in names)


def _is_named(model: KnownModel, said: str) -> bool:
    return plain(model.name) == said


def _is_of_discipline(model: KnownModel, said: str) -> bool:
    return model.discipline == said


def _has_in_name(model: KnownModel, said: str) -> bool:
    return f" {said} " in f" {plain(model.name)} "


def plain(text: str) -> str:
    """A text in lower case with blanks for signs, to compare names by."""
    return _SIGNS.sub(" ", text.casefold()).strip()


def version_key(schema: GraphSchema) -> str:
    """The property that tells versions apart: bases of before it was written have the digest of their content."""
    info = schema.label_by_name.get("Version")
    return "versionKey" if info is not None and "versionKey" in info.by_name else "sha256"


def catalog_of(context: AskContext) -> Catalog:
    """Read the catalog.

    Raises:
        StoreError: the store failed.
    """
    labels = context.schema.label_by_name
    run = _rows(context)
    projects = tuple(
        KnownProject(_text(name) or _text(long_name), _text(number) or None)
        for name, long_name, number in (
            run([("Project", "p")], [], [("p", "name"), ("p", "longName"), ("p", "projectNumber")])
            if "Project" in labels
            else ()
        )
    )
    versions: dict[tuple[str, str | None, str, str | None], list[KnownVersion]] = {}
    if "Version" in labels and "Model" in labels:
        columns = [
            ("m", "name"),
            ("m", "discipline"),
            ("m", "fileName"),
            ("v", "versionNumber"),
            ("v", version_key(context.schema)),
        ]
        owned = "CONTAINS_MODEL" in context.schema.relationship_by_type and bool(projects)
        nodes = [("Model", "m"), ("Version", "v"), *([("Project", "p")] if owned else [])]
        edges = [("m", "HAS_VERSION", "v"), *([("p", "CONTAINS_MODEL", "m")] if owned else [])]
        columns += [("p", "name"), ("p", "longName"), ("p", "projectNumber")] if owned else []
        for name, discipline, _, number, digest, *project in run(nodes, edges, columns):
            called, long_name, project_number = project or ("", "", None)
            key = (
                _text(name),
                _text(discipline) or None,
                _text(called) or _text(long_name),
                _text(project_number) or None,
            )
            versions.setdefault(key, []).append(KnownVersion(number if isinstance(number, int) else 1, _text(digest)))
    models = tuple(
        KnownModel(name, discipline, tuple(sorted(known, key=lambda one: one.number)), project, number)
        for (name, discipline, project, number), known in sorted(versions.items(), key=lambda one: one[0][0])
    )
    has_sets = "Version" in labels and "propertySets" in labels["Version"].by_name
    lines = run([("Version", "v")], [], [("v", "propertySets")]) if has_sets else ()
    users = sorted(_text(name) for (name,) in run([("User", "u")], [], [("u", "name")])) if "User" in labels else ()
    return Catalog(projects, models, sets_of(cell for (cell,) in lines), tuple(users))


_Run = Callable[
    [Sequence[tuple[str, str]], Sequence[tuple[str, str, str]], Sequence[tuple[str, str]]],
    Sequence[tuple[Cell, ...]],
]


def _rows(context: AskContext) -> _Run:
    """Runs a pattern of nodes (label, name) and edges; properties that the graph lacks are null."""

    def run(
        nodes: Sequence[tuple[str, str]], edges: Sequence[tuple[str, str, str]], columns: Sequence[tuple[str, str]]
    ) -> Sequence[tuple[Cell, ...]]:
        labels = {name: label for label, name in nodes}
        known = [one for one in columns if one[1] in context.schema.label_by_name[labels[one[0]]].by_name]
        pattern = Pattern(
            nodes=tuple(NodePattern(name=name, label=label) for label, name in nodes),
            edges=tuple(EdgePattern(start=start, end=end, types=(kind,)) for start, kind, end in edges),
        )
        asked = tuple(
            Column(name=f"{name}_{property_}", operand=Ref(name=name, property=property_)) for name, property_ in known
        )
        stage = Stage(matches=(Match(pattern=pattern),), columns=asked)
        rows = context.run(Plan(branches=((stage,),)), _ANY_NUMBER).rows
        places = [known.index(one) if one in known else None for one in columns]
        return [tuple(None if place is None else row[place] for place in places) for row in rows]

    return run


def _text(cell: Cell) -> str:
    return cell if isinstance(cell, str) else ""
