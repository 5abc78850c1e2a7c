"""`evidence`: the matches behind a row of an answer."""

from __future__ import annotations

from pathlib import Path

from command_line import cli

from fingerpost.core.answer import Evidence

HELD = "How many books does each branch hold?"


def test_what_was_counted_is_listed(library_path: Path) -> None:
    ran = cli("evidence", library_path, HELD, "--row", "3")
    head, *matches = [line.split("\t") for line in ran.out.splitlines()]
    assert (ran.code, len(matches)) == (0, 9)
    assert "branch1" in head
    assert all("Branch B3 “Northgate”" in match for match in matches)
    assert "Northgate: 9" in ran.err


def test_as_json(library_path: Path) -> None:
    found = Evidence.model_validate(cli("evidence", library_path, HELD, "--json").json)
    assert (len(found.rows), found.total, found.cut) == (20, 20, False)


def test_a_limit_is_said(library_path: Path) -> None:
    ran = cli("evidence", library_path, HELD, "--limit", "2")
    assert len(ran.out.splitlines()) == 3
    assert "only the first 2 matches are listed" in ran.err


def test_what_is_not_answered_has_none(library_path: Path) -> None:
    ran = cli("evidence", library_path, "How many doors are there?")
    assert (ran.code, ran.out) == (3, "")
    assert "doors" in ran.err
    assert cli("evidence", library_path, HELD, "--row", "4").code == 2
