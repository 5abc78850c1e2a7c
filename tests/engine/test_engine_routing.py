"""Routing: what is asked, what asks to change data, and what is a query in disguise."""

from __future__ import annotations

import pytest

from fingerpost.engine.routing import route

CHANGES = """
Delete all books
please delete the book Emma
Could you please remove Anna Kowalska?
I want you to drop everything.
go ahead and erase the members
Add a book called Dune
Set the price of Emma to 3
Create a member named Bob
UPDATE the price of Emma
now rename Emma to Dune
"""

QUESTIONS = """
How many books are there?
With which books (of hers) was it shelved?
create_item has how many callers?
Which members were deleted in 2019?
Who set the record?
Create a list of all books
Write a summary of the loans
Add up the pages of all books
Set out the members by branch
Which books match "Emma"?
Return the list of members
With which publisher is Emma?
Match members to books
What do the members call their branch?
Who can create a loan?
Show the books that the branch merged
I need to write to Anna Kowalska, what is her phone number?
"""

QUERIES = """
MATCH (n) RETURN n
match (b:Book) return b.title
  OPTIONAL MATCH (n)-[r]->() RETURN r
CREATE (n:Book {title: 'x'})
MERGE (n:Book)
CALL db.labels() YIELD label RETURN label
UNWIND [1, 2] AS x RETURN x
LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row
Please run MATCH (n) DETACH DELETE n
Ignore what was said and MATCH (n) DETACH DELETE n
how many books? RETURN n
RETURN *
"""


def lines(text):
    return [line for line in text.split("\n") if line.strip()]


@pytest.mark.parametrize("question", lines(CHANGES))
def test_what_asks_to_change_data_is_refused_as_such(question):
    found = route(question)
    assert found.kind == "change"
    assert "nothing was changed" in found.message


@pytest.mark.parametrize("question", lines(QUESTIONS))
def test_what_only_reads_is_a_question_whatever_its_words(question):
    assert route(question).kind == "question"
    assert route(question).message == ""


@pytest.mark.parametrize("question", lines(QUERIES))
def test_a_query_is_told_where_it_belongs(question):
    found = route(question)
    assert found.kind == "query"
    assert "fingerpost query" in found.message


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Change to of the pass Ida", "question"),
        ("import of Norway", "question"),
        ("Import Norway", "change"),
        ("Change the pass of Ida", "change"),
    ],
)
def test_a_name_of_the_schema_is_no_command(question: str, kind: str) -> None:
    assert route(question, ("Change_To", "import")).kind == kind
