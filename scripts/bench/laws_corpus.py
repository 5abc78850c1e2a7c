"""A corpus as large as federal law, where only a part of it is at hand: copies of the documents under new ids.

    python -m scripts.bench.laws_corpus FOLDER OUT [--documents 5835]

A copy has the title and number of its original with a number added. Half of its citations lead to copies, the others to
the originals, so that much cited acts are cited by many. Long documents are copied twice only: a real corpus has few.
"""

from __future__ import annotations

import argparse
import re
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path

DOCUMENTS = 5_835
"""Acts and regulations of Canada in English."""

_LONG = 150_000
_LONG_COPIES = 2
_LINK = re.compile(rb' link="([^"]+)"')
_TITLE = re.compile(rb"(<(ShortTitle|LongTitle)\b[^>]*>)([^<]+)(</\2>)")
_NUMBER = re.compile(rb"(<(?:ConsolidatedNumber|AnnualStatuteNumber|InstrumentNumber)\b[^>]*>[^<]+)(?=<)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--documents", type=int, default=DOCUMENTS)
    options = parser.parse_args(arguments)
    count, size = write_corpus(options.folder, options.out, options.documents)
    print(f"{count} documents, {size / 1e6:.0f} MB")
    return 0


def write_corpus(folder: Path, out: Path, documents: int = DOCUMENTS) -> tuple[int, int]:
    """Copy the English documents below a folder until there are so many; their number and bytes."""
    originals = sorted(path for path in folder.rglob("*.xml") if "fra" not in path.parts)
    contents = {path: path.read_bytes() for path in originals}
    ids = {path.stem.encode() for path in originals}
    count = size = 0
    for number, path in _copies(originals, contents, documents):
        content = contents[path] if number == 0 else _copied(contents[path], number, ids)
        name = path.name if number == 0 else f"{path.stem}{number:03d}.xml"
        target = out / path.relative_to(folder).parent / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
        count, size = count + 1, size + len(content)
    return count, size


def _copies(originals: list[Path], contents: dict[Path, bytes], documents: int) -> Iterator[tuple[int, Path]]:
    """Number of the copy (0: the original) and document, until there are enough."""
    given = 0
    for number in range(documents):
        for path in originals:
            if number <= _LONG_COPIES or len(contents[path]) <= _LONG:
                if given == documents:
                    return
                given += 1
                yield number, path


def _copied(content: bytes, number: int, ids: set[bytes]) -> bytes:
    mark = f"{number:03d}".encode()

    def linked(match: re.Match[bytes]) -> bytes:
        target = match[1]
        stays = target not in ids or zlib.crc32(target + mark) % 2
        return match[0] if stays else b' link="' + target + mark + b'"'

    head, tag, body = content.partition(b"</Identification>")
    head = _TITLE.sub(rb"\1\3 " + mark + rb"\4", head)
    head = _NUMBER.sub(rb"\g<1>" + mark, head)
    return _LINK.sub(linked, head + tag + body)


if __name__ == "__main__":
    raise SystemExit(main())
