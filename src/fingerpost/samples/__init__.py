"""The samples in the wheel: a house (`house/house.ifc`) and a town library (`library/`, neo4j-admin CSV).

The books of the library and their authors are real; its members, loans, branches, publishers, prices and ISBNs are made
up. Both were made for this project.
"""

from __future__ import annotations

from pathlib import Path

HOUSE_FILE = "house/house.ifc"
LIBRARY_FOLDER = "library"


def copy_sample(name: str, into: Path) -> Path:
    """Copy a sample (`HOUSE_FILE` or `LIBRARY_FOLDER`) into a folder, and give the file or folder that it became.

    A copy, as a package need not lie on disk as files, and as a person may want to change it.
    """
    from importlib.resources import files

    sample = files(__name__)
    for part in name.split("/"):
        sample = sample / part
    target = into / sample.name
    if sample.is_file():
        into.mkdir(parents=True, exist_ok=True)
        target.write_bytes(sample.read_bytes())
        return target
    target.mkdir(parents=True, exist_ok=True)
    for file in sample.iterdir():
        if file.is_file():
            (target / file.name).write_bytes(file.read_bytes())
    return target
