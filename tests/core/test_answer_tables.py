"""Rows of an answer as dictionaries, data frames and Arrow tables; its short form."""

from __future__ import annotations

import datetime as dt
import sys

import pytest

import fingerpost as fp
from fingerpost.core.errors import MissingExtra


def test_rows_as_dictionaries(library: fp.KnowledgeBase) -> None:
    rows = library.ask("How many books does each branch hold?").to_dicts()
    assert rows[0] == {"Branch": "Market Square", "count of Book": 20}
    [row] = library.ask("Tell me about Jane Austen").to_dicts()
    assert (row["Author"]["id"], row["Author"]["labels"]) == ("A01", ["Author"])
    assert row["Author"]["properties"]["born"] == dt.date(1775, 12, 16)


def test_a_data_frame_spreads_elements(library: fp.KnowledgeBase) -> None:
    frame = library.ask("Which books cost more than 20?").to_pandas()
    assert sorted(frame["Book.title"]) == ["Fortunata and Jacinta", "Kristin Lavransdatter", "Les Misérables"]
    assert frame["Book.price"].sum() == 72
    table = library.ask("Which books cost more than 20?").to_arrow()
    assert (table.num_rows, table.column_names) == (3, list(frame.columns))


def test_no_rows_are_an_empty_frame(library: fp.KnowledgeBase) -> None:
    answer = library.ask("What is the salary of Anna Kowalska?")
    assert (answer.to_dicts(), len(answer.to_pandas()), answer.to_arrow().num_rows) == ([], 0, 0)


def test_without_pandas_the_error_says_what_to_install(
    library: fp.KnowledgeBase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra) as missing:
        library.ask("How many books are there?").to_pandas()
    assert (missing.value.code, missing.value.hint) == ("extra.missing", "pip install pandas")


def test_the_short_form_of_an_answer(library: fp.KnowledgeBase) -> None:
    assert repr(library).startswith("<KnowledgeBase ")
    assert repr(library).endswith(": 89 nodes, 221 relationships>")
    shown = repr(library.ask("How many books does each branch hold?"))
    assert shown.startswith("<Answer answered (0.")
    assert shown.endswith(", 3 rows>")
    assert len(shown) < 160


def test_completion_shows_what_an_answer_has_and_nothing_of_pydantic(library):
    names = {name for name in dir(library.ask("How many books are there?")) if not name.startswith("_")}
    assert {"text", "rows", "citations", "to_dicts", "to_pandas", "model_dump_json"} <= names
    assert not {"model_fields", "parse_obj", "construct", "from_orm"} & names


def test_the_rows_of_a_query_are_tables_too(library):
    found = library.query("MATCH (b:Book) WHERE b.price > 20 RETURN b.title AS title, b.price AS price ORDER BY price")
    assert repr(found) == "<Result title, price: 3 rows>"
    assert found.to_dicts()[0] == {"title": "Fortunata and Jacinta", "price": 21.5}
    assert found.to_pandas()["price"].sum() == 72
    assert found.to_arrow().column_names == ["title", "price"]


def test_completion_of_the_package_shows_what_is_public():
    assert {"load", "open", "KnowledgeBase"} <= set(dir(fp))
    assert not {"engine", "stores", "TYPE_CHECKING"} & set(dir(fp))


def test_the_short_form_of_a_schema(library):
    kinds = f"{len(library.schema.labels)} labels, {len(library.schema.relationships)} relationship types"
    assert repr(library.schema) == f"<GraphSchema: {kinds}, 89 nodes, 221 relationships>"
