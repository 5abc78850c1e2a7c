"""Lines of knowledge: what each line says, and where it is wrong."""

from __future__ import annotations

import pytest

from fingerpost.core.errors import SourceError
from fingerpost.ingest.facts import read_lines

LINES = [
    ("A rel B", "A", None, "rel", "B", None),
    ("Ann:Person knows Bob:Person", "Ann", "Person", "knows", "Bob", "Person"),
    (
        '"Auth Service":service depends_on "User DB":database',
        "Auth Service",
        "service",
        "depends_on",
        "User DB",
        "database",
    ),
    ("'Auth Service:service' \"is part of\" 'The System'", "Auth Service", "service", "is part of", "The System", None),
    ('"http://x":url links http://y/z', "http://x", "url", "links", "http://y/z", None),
    ("a\\ b r\\:1 c\\:d", "a b", None, "r:1", "c:d", None),
    ("A: has:x B:", "A", None, "has:x", "B", None),
    ("C# is b#c # said so", "C#", None, "is", "b#c", None),
    ("Zoë:Tier mag 東京:Stadt", "Zoë", "Tier", "mag", "東京", "Stadt"),
    ("meeting at 10:30", "meeting", None, "at", "10:30", None),
    ('"say \\"hi\\"" in "a\\\\b"', 'say "hi"', None, "in", "a\\b", None),
    ('Ann:"Team Lead" leads B', "Ann", "Team Lead", "leads", "B", None),
]


@pytest.mark.parametrize(("line", "subject", "type_", "relation", "object_", "other"), LINES)
def test_a_line_is_a_fact(line, subject, type_, relation, object_, other):
    (fact,) = read_lines(line)
    assert (fact.subject.name, fact.subject.type) == (subject, type_)
    assert (fact.relation, fact.object.name, fact.object.type) == (relation, object_, other)


def test_blank_lines_and_comments_are_skipped_and_lines_counted():
    assert [fact.line for fact in read_lines("# first\n\n  A r B\n\t# x\nC r D # y")] == [3, 5]
    assert read_lines("") == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("A r", "Line 1: Expected 3 parts (subject relation object), got 2: 'A r' (column 4)"),
        ("A r B\nA r B C D", "Line 2: Expected 3 parts (subject relation object), got 5: 'A r B C D' (column 7)"),
        ('A r "B', 'Line 1: Invalid syntax - no closing " (column 5)'),
        ("A r B\\", "Line 1: Invalid syntax - nothing follows the backslash (column 6)"),
        ("A '' B", "Line 1: the relation is empty (column 3)"),
        ("'' r B", "Line 1: a node has no name (column 1)"),
    ],
)
def test_errors_name_line_and_column(text, message):
    with pytest.raises(SourceError) as refused:
        read_lines(text)
    assert refused.value.message == message
    assert refused.value.code == "source.format"
