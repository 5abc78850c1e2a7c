"""What settings allow besides the gate's lists, by name."""

from __future__ import annotations

import pytest

import fingerpost
from fingerpost.core.errors import QueryRejected


def codes(kb, text):
    with pytest.raises(QueryRejected) as refused:
        kb.verify(text)
    return [finding["code"] for finding in refused.value.details["findings"]]


def test_names_are_allowed_by_settings(library_path):
    function, procedure = "MATCH (b:Book) RETURN Text.Near(b.pages) AS x", "CALL Db.Labels() YIELD label RETURN label"
    with fingerpost.open(library_path) as kb:
        assert codes(kb, function) == ["C010"]
        assert codes(kb, procedure) == ["C011"]
    settings = fingerpost.Settings(allowed_functions=("text.NEAR",), allowed_procedures=("db.LABELS",))
    with fingerpost.open(library_path, settings) as kb:
        assert "Text.Near(b.pages)" in kb.verify(function).text.replace("`", "")
        assert "Db.Labels()" in kb.verify(procedure).text.replace("`", "")
        assert codes(kb, "MATCH (b:Book) RETURN text.nearer(b.title) AS x") == ["C010"]


def test_a_query_that_may_run_away_is_answered_and_the_knowledge_base_closes(library_path):
    inner = "size([y IN c | size([z IN c | size([w IN c | w])])])"
    text = f"MATCH (b:Book) WITH collect(b.pages) AS c RETURN [x IN c | {inner}] AS n"
    with fingerpost.open(library_path) as kb:
        assert not kb.verify(text).cleared
        ((counts,),) = kb.query(text).rows
        assert set(counts) == {len(counts)}
        assert kb.ask("How many books are there?").rows == ((len(counts),),)
