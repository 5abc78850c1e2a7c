"""Tables in files that are called as plain texts are, as those of timetables (GTFS) and of many exports."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from fingerpost.ingest.tables.layout import delimiter_of
from fingerpost.ingest.text_source import read_head, stem

TEXT_ENDINGS = (".txt", ".tab", ".psv")
_NAME = re.compile(r"[^\W\d][\w.-]{0,39}")
"""A name of a column that no sentence has between its commas."""
_SPACED = re.compile(r"[^\W\d][\w.-]*(?: [\w.()%/-]+){0,4}")
"""A name of a column between other delimiters, which part no sentences."""
_FEW = 3
"""Rows by which a table of two columns with a comma between them is told from short sentences."""


def is_text_table(path: Path) -> bool:
    """Whether a file with such an ending is a table: names of columns, and rows that are all as long. Never raises."""
    if not stem(path, *TEXT_ENDINGS):
        return False
    text = read_head(path).decode("utf-8-sig", "replace")
    delimiter = delimiter_of(text)
    try:
        names, *rows = (row for row in csv.reader(text.splitlines(keepends=True), delimiter=delimiter) if row)
    except (csv.Error, ValueError):
        return False
    name = _NAME if delimiter == "," else _SPACED
    if len(names) < 2 or len(set(names)) < len(names) or not all(map(name.fullmatch, names)):
        return False
    least = _FEW if len(names) == 2 and delimiter == "," else 1
    # The last row may be cut off where the head ends.
    return len(rows) >= least and all(len(row) == len(names) for row in rows[: max(least, len(rows) - 1)])
