"""Every example in the table of codes gets the code that it stands for."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cypher_graph import SCHEMA

from fingerpost.query_languages.cypher.gate import findings

PAGE = Path(__file__).resolve().parents[2] / "docs" / "query.md"
ROW = re.compile(r"^\| ([A-Z]\d{3}) \| .* \| ([^|]*(?:\\\|[^|]*)*?) \|$", re.MULTILINE)
WITHOUT_A_QUERY = {"B001", "B004", "B016", "N006", "P003"}
ROWS = {code: example for code, example in ROW.findall(PAGE.read_text(encoding="utf-8")) if code not in WITHOUT_A_QUERY}


def test_every_code_has_an_example():
    listed = set(re.findall(r"^\| ([A-Z]\d{3}) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    assert listed == ROWS.keys() | WITHOUT_A_QUERY


@pytest.mark.parametrize("code", ROWS)
def test_the_example_of_a_code_gets_it(code):
    query = re.fullmatch("`(.+)`", ROWS[code])
    assert query is not None
    assert code in [finding.code for finding in findings(query[1].replace("\\|", "|"), SCHEMA)]
