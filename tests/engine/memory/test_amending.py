"""Which documents amend others."""

from __future__ import annotations

import pytest

from fingerpost.engine.memory.amending import amendments
from fingerpost.retrieval import StoredDocument


def _amended(**texts: str) -> dict[str, frozenset[str]]:
    titles = {"a": "DEC-1: Hire a till", "b": "DEC-2: Receipts", "c": "Travel policy"}
    times = {"a": "2024-01-01", "b": "2024-05-01", "c": None}
    return amendments(
        {key: StoredDocument(key, key, titles[key], text, times[key], "", "note") for key, text in texts.items()}
    )


@pytest.mark.parametrize("said", ["Supersedes: DEC-1.", "This amends the second line of DEC-1.", "Change to DEC-1"])
def test_a_document_says_what_it_amends(said):
    assert _amended(a="Old.", b=said) == {"a": {"b"}}


def test_a_document_says_what_it_was_amended_by():
    assert _amended(a="Status: superseded by DEC-2.", b="New.") == {"a": {"b"}}


def test_a_title_names_a_document():
    assert _amended(c="Old.", b="This replaces the travel policy.") == {"c": {"b"}}


@pytest.mark.parametrize("said", ["See DEC-1.", "DEC-1 stays.", "This updates the shelf. DEC-1 is not touched."])
def test_a_mention_amends_nothing(said):
    assert _amended(a="Old.", b=said) == {}


def test_an_older_document_does_not_amend_a_newer_one():
    assert _amended(a="This supersedes DEC-2.", b="New.") == {}
