"""Write a large building model: a given one again and again, in one file, each copy with ids of its own.

    python -m scripts.samples.make_large MODEL.ifc LARGE.ifc MEGABYTES

The copies stand in the project of the first, so that the model has as many buildings as there are copies. The same file
is written each time.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

_ROOT: Final = r"(?<=\()'(?P<guid>[0-3][0-9A-Za-z_$]{21})'(?=\s*,\s*(?:#\d+|\$)\s*,)"
_TOKEN: Final = re.compile(rf"{_ROOT}|'(?:[^']|'')*'|#(?P<id>\d+)")
_PROJECT: Final = re.compile(r"#(?P<id>\d+)\s*=\s*IFCPROJECT\s*\((?:'(?:[^']|'')*'|[^';])*\)\s*;\s*")
_LETTERS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_$"


class Copies:
    """The data of a model in STEP, of which copies with other ids are written."""

    def __init__(self, data: str) -> None:
        self.data: Final = data
        project = _PROJECT.search(data)
        self._project = int(project["id"]) if project is not None else 0
        without = _PROJECT.sub("", data, count=1)
        self._texts: list[str] = []
        self._between: list[int | str] = []
        at = 0
        for found in _TOKEN.finditer(without):
            token = found["guid"] or (int(found["id"]) if found["id"] else None)
            if token is not None:
                self._texts.append(without[at : found.start()])
                self._between.append(token)
                at = found.end()
        self._texts.append(without[at:])
        self._last = max((one for one in self._between if isinstance(one, int)), default=0)

    def copy(self, number: int) -> str:
        """A copy of the data without the project, to which it refers as the first does."""
        shift = number * self._last
        ids = (
            f"'{_other_guid(one, number)}'"
            if isinstance(one, str)
            else f"#{one if one == self._project else one + shift}"
            for one in self._between
        )
        return "".join(piece for pair in zip(self._texts, (*ids, ""), strict=True) for piece in pair)


def _other_guid(guid: str, number: int) -> str:
    """A GlobalId that is another for each copy, and the same each time."""
    digest = hashlib.sha256(f"{guid}/{number}".encode()).digest()
    return _LETTERS[digest[0] % 4] + "".join(_LETTERS[byte % 64] for byte in digest[1:22])


def repeated(text: str, size: int) -> Iterator[str]:
    """The parts of a file of at least `size` bytes: a model, and its copies before its end."""
    start = re.search(r"\bDATA\s*;\s*", text)
    end = text.rfind("ENDSEC")
    if start is None or end < start.end():
        raise SystemExit("this is no STEP file: it has no data section")
    copies = Copies(text[start.end() : end])
    yield text[:end]
    written, number = end, 0
    while written < size:
        number += 1
        copy = copies.copy(number)
        written += len(copy)
        yield copy
    yield text[end:]


def main(arguments: list[str]) -> None:
    """Write the file and say how large it is."""
    if len(arguments) != 3:
        raise SystemExit(__doc__)
    source, target, size = Path(arguments[0]), Path(arguments[1]), float(arguments[2])
    with target.open("w", encoding="latin-1", newline="") as stream:
        for part in repeated(source.read_text("latin-1"), int(size * 1e6)):
            stream.write(part)
    print(f"{target}: {target.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main(sys.argv[1:])
