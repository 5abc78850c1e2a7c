"""CSV that Python wrote, in any of its forms, and that was thrown together, is read."""

from __future__ import annotations

import contextlib
import csv
import io
import tempfile
from pathlib import Path

from hypothesis import assume, given, settings, strategies as st

from fingerpost.core.errors import SourceError
from fingerpost.ingest.tables.csv_files import CsvLoader

LOADER = CsvLoader()


TEXT = st.text(st.characters(exclude_categories=("Cs", "Cc")) | st.sampled_from("\n\r\t\"`,;|'"), max_size=20)
CELLS = {
    "string": (TEXT, str),
    "int": (st.integers(-(2**63), 2**63 - 1), str),
    "double": (st.floats(allow_nan=False), repr),
    "boolean": (st.booleans(), str),
    "date": (st.dates(), str),
    "string[]": (st.lists(TEXT.map(lambda t: t.replace(";", "")), min_size=2, max_size=3).map(tuple), ";".join),
    "int[]": (st.lists(st.integers(-5, 5), min_size=1, max_size=3).map(tuple), lambda items: ";".join(map(str, items))),
}
NAMES = TEXT.map(str.strip).filter(lambda name: name and ":" not in name and "\0" not in name)


@st.composite
def tables(draw):
    columns = draw(st.dictionaries(NAMES, st.sampled_from(sorted(CELLS)), min_size=1, max_size=5))
    row = st.fixed_dictionaries({name: st.none() | CELLS[kind][0] for name, kind in columns.items()})
    return columns, draw(st.lists(row, min_size=1, max_size=5))


@settings(deadline=None)
@given(table=tables(), delimiter=st.sampled_from(",;\t|"), end=st.sampled_from(["\n", "\r\n"]), full=st.booleans())
def test_what_is_written_is_read(table, delimiter, end, full, load):
    columns, rows = table
    # Python's writer leaves a bare return unquoted where lines do not end in one, and that is a line end to a reader.
    assume(full or end == "\r\n" or r"\r" not in repr(table))
    out = io.StringIO(newline="")
    quoting = csv.QUOTE_ALL if full else csv.QUOTE_MINIMAL
    writer = csv.writer(out, delimiter=delimiter, lineterminator=end, quoting=quoting)
    # More delimiters than any name can hold, so that the right one is seen.
    writer.writerow([":ID", *(f"{name}:{kind}" for name, kind in columns.items()), *[":IGNORE"] * 20])
    expected = []
    for number, row in enumerate(rows):
        texts = ["" if row[name] is None else CELLS[kind][1](row[name]) for name, kind in columns.items()]
        writer.writerow([number, *texts, *["-"] * 20])
        # Quoted, a nothing is an empty text, or an empty list; bare, it is missing.
        nothing = {"string": "", "string[]": (), "int[]": ()}
        cells = {}
        for text, (name, kind) in zip(texts, columns.items(), strict=True):
            if text:
                cells[name] = row[name]
            elif full and kind in nothing:
                cells[name] = nothing[kind]
        expected.append(cells)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_text(out.getvalue(), encoding="utf-8", newline="")
        loaded = load(LOADER, path)
    assert [node.id for node in loaded.nodes] == [str(number) for number in range(len(rows))]
    assert [node.properties for node in loaded.nodes] == expected
    assert not loaded.problems


@settings(deadline=None)
@given(data=st.binary(max_size=300) | st.text('a1:,;"\n\r\t{}()IDLABELSTART_ENDTYPE', max_size=300).map(str.encode))
def test_any_bytes_give_records_or_a_source_error(data, load):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.csv"
        path.write_bytes(data)
        loaded = None
        with contextlib.suppress(SourceError):
            loaded = load(LOADER, path)
    assert loaded is None or all(record.line > 1 for record in loaded.records)
