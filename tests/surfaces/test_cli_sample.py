"""`fingerpost sample` and `fingerpost stats`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command_line import cli


def test_nodes_of_a_label(library_path: Path) -> None:
    ran = cli("sample", library_path, "branch", "--limit", "2")
    head, *rows = ran.out.splitlines()
    assert (ran.code, len(rows)) == (0, 2)
    assert {"id", "name", "seats"} <= set(head.split("\t"))
    (node,) = json.loads(cli("sample", library_path, "Branch", "--limit", "1", "--json").out)
    assert node["$node"]["labels"] == ["Branch"]


def test_relationships_of_a_type(library_path: Path) -> None:
    ran = cli("sample", library_path, "BORROWED", "--limit", "1")
    head, row = ran.out.splitlines()
    assert head == "from\tBORROWED\tto"
    start, properties, end = row.split("\t")
    assert start.startswith("Member ")
    assert "loanDate: " in properties
    assert end.startswith("Book ")
    ((_, edge, _),) = json.loads(cli("sample", library_path, "BORROWED", "--limit", "1", "--json").out)
    assert edge["$relationship"]["type"] == "BORROWED"


def test_a_name_that_is_not_there(library_path: Path) -> None:
    assert cli("sample", library_path, "books", "--limit", "1").out.startswith("id\t")
    ran = cli("sample", library_path, "Bok")
    assert (ran.code, ran.out) == (8, "")
    assert "[schema.unknown-name]" in ran.err
    assert "did you mean Book? it has: Author, BORROWED, Book" in ran.err


@pytest.mark.parametrize("limit", ["0", "1001"])
def test_limits(library_path: Path, limit: str) -> None:
    assert cli("sample", library_path, "Book", "--limit", limit).code == 2


def test_stats(library_path: Path) -> None:
    head, titles, first, *_ = cli("stats", library_path).out.splitlines()
    assert head == "89 nodes, 221 relationships, 607 values indexed"
    assert (titles, first) == ("kind\tname\tcount", "label\tBook\t34")
    found = json.loads(cli("stats", library_path, "--json").out)
    assert (found["nodes"], found["labels"]["Book"], found["types"]["BORROWED"]) == (89, 34, 50)
