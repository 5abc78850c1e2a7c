"""Places: folders and URLs, and passwords that are never shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.core.access import Access
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.places import folder_of, is_url, scheme_of, shown, with_access


@pytest.mark.parametrize(("place", "wanted"), [
    ("neo4j://host", True), ("neo4j+s://host:7687", True), ("ladybug:///folder", True), ("folder", False),
    ("/folder/a.fp", False), ("C:\\folder", False), ("a:b", False), (Path("neo4j:/host"), False), ("", False),
])  # fmt: skip
def test_a_url_has_a_scheme(place, wanted):
    assert is_url(place) is wanted


def test_the_scheme_is_told_without_its_encryption():
    assert scheme_of("Neo4j+SSC://host") == "neo4j"
    with pytest.raises(KnowledgeBaseError):
        scheme_of("host")


@pytest.mark.parametrize(("url", "plain", "safe"), [
    ("neo4j://anna:s3cret@host:7687", "neo4j://host:7687", "neo4j://anna@host:7687"),
    ("neo4j://anna:p%40ss@host/base?a=b", "neo4j://host/base?a=b", "neo4j://anna@host/base?a=b"),
    ("neo4j://host", "neo4j://host", "neo4j://host"),
    ("ladybug:///a%20b/c", "ladybug:///a%20b/c", "ladybug:///a%20b/c"),
])  # fmt: skip
def test_a_password_is_taken_out(url, plain, safe):
    assert with_access(url, Access())[0] == plain
    assert shown(url) == safe


def test_what_a_url_says_of_access_wins():
    given = Access(user="other", database="films")
    _, access = with_access("neo4j://anna:p%40ss@host", given)
    assert (access.user, access.database) == ("anna", "films")
    assert access.password is not None
    assert access.password.get_secret_value() == "p@ss"
    assert with_access("neo4j://host", given)[1] is given


def test_a_url_without_a_host_names_a_folder():
    assert folder_of("ladybug:///a%20b/c") == Path("/a b/c")
    assert folder_of("neo4j://host/db") is None


@pytest.mark.parametrize("url", ["neo4j://[", "neo4j://[::1"])
def test_what_is_no_url_is_refused(url):
    with pytest.raises(KnowledgeBaseError):
        with_access(url, Access())
