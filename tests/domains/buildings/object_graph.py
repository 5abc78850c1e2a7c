"""An office's models as its assistant keeps them: the tables of a Kuzu database, a row a thing, written by a script."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

ELEMENT = (
    "id speckle_type applicationId elementId units family type category level_name level_elevation level_id "
    "builtInCategory phaseCreated worksetId isRevitLinkedModel revitLinkedModelPath"
).split()
LINE = [f"baseline_{one}" for one in "type start_x start_y start_z end_x end_y end_z length".split()]
HEIGHTS = "height baseOffset topOffset topLevel_name topLevel_elevation topLevel_id".split()
OUTLINE = "slope outline_type outline_points outline_closed voids".split()
TABLES: dict[str, list[str]] = {
    "User": "id name email avatar bio company role verified createdAt".split(),
    "Project": "id name description workspaceId createdAt updatedAt role visibility allowPublicComments".split(),
    "Model": "id name displayName description createdAt updatedAt previewUrl".split(),
    "Version": "id referencedObject message sourceApplication createdAt previewUrl".split(),
    "Wall": [*ELEMENT, *HEIGHTS, *LINE, "materialQuantities", "structural", "flipped"],
    "Beam": [*ELEMENT, *LINE, "materialQuantities", "structural"],
    "Column": [*ELEMENT, *HEIGHTS, *LINE, "materialQuantities", "structural"],
    "Floor": [*ELEMENT, *OUTLINE, "materialQuantities", "structural"],
    "Door": ELEMENT,
}
JOINS = {
    "OWNS": [("User", "Project")],
    "CREATED_MODEL": [("User", "Model")],
    "CREATED_VERSION": [("User", "Version")],
    "CONTAINS_MODEL": [("Project", "Model")],
    "HAS_VERSION": [("Model", "Version")],
    **{f"REFERENCES_{one.upper()}": [("Version", one)] for one in ("Wall", "Beam", "Column", "Floor", "Door")},
}
NUMBERS = {"level_elevation", "slope", "topLevel_elevation", *HEIGHTS[:3], *LINE[1:]}
FLAGS = {"structural", "flipped", "outline_closed", "verified", "isRevitLinkedModel", "allowPublicComments"}


def type_of(column: str) -> str:
    if column == "createdAt" or column == "updatedAt":
        return "TIMESTAMP"
    return "DOUBLE" if column in NUMBERS else "BOOL" if column in FLAGS else "STRING"


class Office:
    """Rows by table, and pairs of ids by relationship type."""

    def __init__(self) -> None:
        self.rows: dict[str, list[dict[str, Any]]] = {table: [] for table in TABLES}
        self.pairs: dict[str, list[tuple[str, str]]] = {kind: [] for kind in JOINS}

    def add(self, table: str, **values: Any) -> str:
        """Add a row, once by its id; return the id."""
        known = [one["id"] for one in self.rows[table]]
        if values["id"] not in known:
            self.rows[table].append(values)
        return str(values["id"])

    def join(self, start: str, kind: str, end: str) -> None:
        self.pairs[kind].append((start, end))

    def schema(self) -> list[str]:
        found = []
        for table, columns in TABLES.items():
            listed = ",".join(f"`{one}` {type_of(one)}" for one in columns)
            found.append(f"CREATE NODE TABLE `{table}` ({listed}, PRIMARY KEY(`id`));")
        for kind, ends in JOINS.items():
            listed = ",".join(f"FROM `{start}` TO `{end}`" for start, end in ends)
            found.append(f"CREATE REL TABLE `{kind}` ({listed},MANY_MANY);")
        return found

    def export(self, folder: Path) -> Path:
        """Write what EXPORT DATABASE writes."""
        folder.mkdir()
        copies = []
        for table, columns in TABLES.items():
            names = ",".join(f"`{one}`" for one in columns)
            copies.append(f'COPY `{table}` ({names}) FROM "{table}.csv" (header=true, parallel=true);')
            lines = [[f"a.{one}" for one in columns]]
            lines += [[_text(row.get(one)) for one in columns] for row in self.rows[table]]
            _write(folder / f"{table}.csv", lines)
        for kind, ((start, end),) in JOINS.items():
            name = f"{kind}_{start}_{end}.csv"
            copies.append(f"COPY `{kind}` () FROM \"{name}\" (to='{end}', from='{start}', header=true, parallel=true);")
            _write(folder / name, [["a.id", "b.id"], *map(list, self.pairs[kind])])
        (folder / "schema.cypher").write_text("\n".join(self.schema()) + "\n")
        (folder / "copy.cypher").write_text("\n".join(copies) + "\n")
        return folder

    def script(self, path: Path) -> Path:
        """Write a script of tables and literals."""
        lines = [*self.schema()]
        for table, rows in self.rows.items():
            for row in rows:
                values = ", ".join(f"`{name}`: {_literal(value)}" for name, value in row.items() if value is not None)
                lines.append(f"CREATE (:`{table}` {{{values}}});")
        for kind, pairs in self.pairs.items():
            ((start, end),) = JOINS[kind]
            for one, other in pairs:
                ends = f"(a:`{start}` {{id: {_literal(one)}}}), (b:`{end}` {{id: {_literal(other)}}})"
                lines.append(f"MATCH {ends} CREATE (a)-[:{kind}]->(b);")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path


def _text(value: Any) -> str:
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _literal(value: Any) -> str:
    if isinstance(value, str):
        escaped = value.replace("\\", "\\\\").replace("'", "\\'")
        return f"'{escaped}'"
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _write(path: Path, lines: list[list[str]]) -> None:
    with path.open("w", newline="", encoding="utf-8") as stream:
        csv.writer(stream, lineterminator="\n").writerows(lines)


USERS = ("Hans Meier", "Rosa Luna", "Ann Lee")
PLACES = ("Westlake Tower", "Harbour House", "Mill Lane School", "Garden Court")
UNITS = (("ft", 0.3048), ("m", 1.0), ("mm", 0.001))


def office() -> Office:
    """Four projects in feet, metres and millimetres; the main model of the first has three versions."""
    made = Office()
    for number, name in enumerate(USERS):
        made.add("User", id=f"u{number}", name=name, email=f"{name.split()[0].lower()}@office.test", verified=True)
    for number, place in enumerate(PLACES):
        project = made.add(
            "Project",
            id=f"p{number}",
            name=f"{place} (25-0{number + 1}-16{number + 1})" if number < 3 else f"{place} (24-11-170)",
            createdAt=f"{2025 if number < 3 else 2024}-0{number + 1}-05 10:00:00",
        )
        made.join(f"u{number % 3}", "OWNS", project)
        for kind in ("main", "structure") if number < 2 else ("main",):
            model = made.add("Model", id=f"{project}{kind}", name=kind, createdAt=f"2025-0{number + 1}-06 10:00:00")
            made.join(project, "CONTAINS_MODEL", model)
            made.join(f"u{(number + 1) % 3}", "CREATED_MODEL", model)
            for version in range(1, 4 if number == 0 and kind == "main" else 2):
                _version(made, model, version, number)
    return made


def _version(made: Office, model: str, version: int, number: int) -> None:
    unit, metres = UNITS[number % 3]
    known = made.add(
        "Version", id=f"{model}v{version}", referencedObject=f"o{version}", createdAt=f"2025-0{version + 4}-01 08:00:00"
    )
    made.join(model, "HAS_VERSION", known)
    made.join(f"u{version % 3}", "CREATED_VERSION", known)
    kinds = (
        {"Wall": 3 + version, "Door": 2, "Floor": 2} if model.endswith("main") else {"Beam": 4, "Column": 3, "Wall": 1}
    )
    for table, count in kinds.items():
        for place in range(count):
            level = place % 2
            changed = table == "Wall" and place == 0 and version > 1
            row: dict[str, Any] = {
                "id": f"{model}-{table}-{place}{'-longer' if changed else ''}",
                "applicationId": f"{model}-{table}-{place}",
                "elementId": f"{number}{len(table)}{place:03d}",
                "units": unit,
                "family": f"Basic {table}",
                "type": f"{table} type {place % 2}",
                "level_name": f"Level {level + 1}",
                "level_elevation": level * 3.5 / metres,
                "level_id": f"{model}-level-{level}",
                "phaseCreated": "Existing" if place == 1 else "New Construction",
            }
            if table != "Door":
                row["structural"] = place % 2 == 0
                name = "Concrete, Cast-in-Place" if place % 2 else "Brick, Common"
                held = [{"material": {"name": name}, "volume": (1 + place) / metres**3, "area": 5 / metres**2}]
                row["materialQuantities"] = json.dumps(held)
            if table in ("Wall", "Beam"):
                row["baseline_length"] = (2 + place + changed) / metres
            if table in ("Wall", "Column"):
                row["height"] = (3 + place / 2) / metres
            if table == "Floor":
                row["slope"] = 2.0 * place
                side = (4 + place) / metres
                row["outline_points"] = json.dumps([0, 0, 0, side, 0, 0, side, side, 0, 0, side, 0])
            made.join(known, f"REFERENCES_{table.upper()}", made.add(table, **row))
