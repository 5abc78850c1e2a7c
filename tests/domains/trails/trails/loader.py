"""Reads `.trail` files: a line each for a trail, a hut, and a hut that a trail passes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

from fingerpost.ingest import LoadContext, NodeRecord, PropertyHint, Record, RelationshipRecord, TextSource


class TrailLoader:
    """`trail: name; kilometres; difficulty`, `hut: name; metres` and `pass: trail; hut; kilometre`."""

    name: ClassVar[str] = "trails"
    summary: ClassVar[str] = "hiking trails and their huts (.trail)"
    pack: ClassVar[str | None] = "trails"

    def recognises(self, path: Path) -> bool:
        """True for a file that ends in .trail. Never raises."""
        return path.suffix == ".trail"

    def read(self, path: Path, context: LoadContext) -> Iterator[Record]:
        """Stream the records of a file; a line that is none of them is reported, and skipped.

        Raises:
            SourceError: the file cannot be read.
        """
        file = context.add_file(path)
        context.property_hints["Trail", "length"] = PropertyHint(unit="km")
        context.property_hints["Hut", "altitude"] = PropertyHint(unit="m")
        with TextSource(path, context) as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    try:
                        yield _record(line, file, number)
                    except ValueError:
                        context.problems.add("bad-record", f"{path}:{number}: {line.strip()!r}")


def _record(line: str, file: int, number: int) -> Record:
    kind, _, rest = line.partition(":")
    name, *values = (value.strip() for value in rest.split(";"))
    match kind, values:
        case "trail", [length, difficulty]:
            properties = {"name": name, "length": float(length), "difficulty": difficulty}
            return NodeRecord(f"trail {name}", ("Trail",), properties, file, number)
        case "hut", [altitude]:
            return NodeRecord(f"hut {name}", ("Hut",), {"name": name, "altitude": int(altitude)}, file, number)
        case "pass", [hut, kilometre]:
            at = {"kilometre": float(kilometre)}
            return RelationshipRecord(f"trail {name}", f"hut {hut}", "PASSES", at, file, number)
    raise ValueError(line)
