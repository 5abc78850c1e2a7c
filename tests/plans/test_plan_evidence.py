"""What stands behind a row: the evidence of an answer on the library, element for element."""

from __future__ import annotations

import csv
from collections import defaultdict

import pytest

from fingerpost.core.cells import Node, Relationship
from fingerpost.core.errors import PlanError
from fingerpost.query_languages.cypher.lift import lift
from fingerpost.query_languages.cypher.parser import parse


@pytest.fixture(scope="module")
def kb(library):
    return library


@pytest.fixture(scope="module")
def tables(library_source):
    found = {}
    for file in library_source.glob("*.csv"):
        with file.open(encoding="utf-8", newline="") as lines:
            rows = csv.DictReader(lines)
            found[file.stem] = [{name.split(":")[0] or name: value for name, value in row.items()} for row in rows]
    return found


@pytest.fixture(scope="module")
def joined(tables):
    """For each relationship type and node, the nodes at the other end."""
    ends = defaultdict(list)
    for name, rows in tables.items():
        for row in rows if name.isupper() else ():
            ends[name, row[":START_ID"]].append(row[":END_ID"])
            ends[name, row[":END_ID"]].append(row[":START_ID"])
    return ends


def behind(kb, text, *row, **options):
    """The answer's row that begins so, and the nodes and the number of relationships behind it."""
    plan = lift(parse(text))
    found = [r for r in kb.run(plan).rows if r[: len(row)] == row]
    assert len(found) == 1, found
    result = kb.run(plan.evidence(found[0], **options))
    cells = {cell for line in result.rows for cell in line if cell is not None}
    nodes = {cell.element_id for cell in cells if isinstance(cell, Node)}
    edges = {cell.element_id for cell in cells if isinstance(cell, Relationship)}
    assert all(isinstance(cell, (Node, Relationship)) for cell in cells)
    return nodes, len(edges)


def books(tables, keep):
    return {row["isbn"] for row in tables["Book"] if keep(row)}


def called(tables, table, name):
    return next(next(iter(row.values())) for row in tables[table] if name in row.values())


def test_a_look_up_is_its_node(kb, tables):
    text = "MATCH (b:Book) WHERE b.title = 'Emma' RETURN b.pages AS pages"
    assert behind(kb, text, 480) == ({called(tables, "Book", "Emma")}, 0)


def test_a_node_is_itself(kb, tables):
    text = "MATCH (b:Book) WHERE b.pages > 1200 RETURN b"
    assert behind(kb, text) == ({called(tables, "Book", "Les Misérables")}, 0)


def test_a_relationship_is_with_what_it_joins(kb, tables):
    emma = called(tables, "Book", "Emma")
    text = "MATCH (:Member)-[r:BORROWED]->(b:Book) WHERE b.title = 'Emma' RETURN r"
    nodes, edges = behind(kb, text)
    assert emma in nodes
    assert (len(nodes), edges) == (2, 1)


def test_a_count_is_all_that_was_counted(kb, tables):
    text = "MATCH (b:Book) WHERE b.language = 'English' RETURN count(*) AS n"
    assert behind(kb, text) == (books(tables, lambda row: row["language"] == "English"), 0)


def test_a_count_of_nothing_is_nothing(kb):
    assert behind(kb, "MATCH (b:Book) WHERE b.year > 3000 RETURN count(b) AS n", 0) == (set(), 0)


def test_a_group_is_what_was_counted_for_it(kb, tables, joined):
    romance = called(tables, "Genre", "Romance")
    text = "MATCH (b:Book)-[:IN_GENRE]->(g:Genre) RETURN g.name AS genre, count(DISTINCT b) AS n"
    expected = {romance, *joined["IN_GENRE", romance]}
    assert behind(kb, text, "Romance") == (expected, len(expected) - 1)


def test_the_groups_together_are_all(kb, tables):
    text = "MATCH (b:Book) RETURN b.language AS language, sum(b.pages) AS pages"
    found = [behind(kb, text, language)[0] for language in {row["language"] for row in tables["Book"]}]
    assert sum(map(len, found)) == len(set().union(*found)) == len(tables["Book"])


def test_a_group_by_a_missing_value_is_those_without_it(kb, tables):
    text = "MATCH (m:Member) RETURN m.email AS email, count(*) AS n"
    assert behind(kb, text, None)[0] == {row["memberId"] for row in tables["Member"] if not row["email"]}


def test_a_distinct_value_is_all_that_have_it(kb, tables):
    text = "MATCH (b:Book) RETURN DISTINCT b.language AS language"
    assert behind(kb, text, "French") == (books(tables, lambda row: row["language"] == "French"), 0)


@pytest.mark.parametrize("order", ["min", "max"])
def test_the_greatest_is_what_reached_it(kb, tables, order):
    best = {"min": min, "max": max}[order](int(row["pages"]) for row in tables["Book"])
    text = f"MATCH (b:Book) RETURN {order}(b.pages) AS pages"
    assert behind(kb, text, best) == (books(tables, lambda row: int(row["pages"]) == best), 0)


def test_the_greatest_of_a_group_is_what_reached_it_there(kb, tables):
    best = max(int(row["pages"]) for row in tables["Book"] if row["language"] == "French")
    expected = books(tables, lambda row: row["language"] == "French" and int(row["pages"]) == best)
    text = "MATCH (b:Book) WITH b.language AS language, max(b.pages) AS most RETURN most, language"
    assert behind(kb, text, best, "French") == (expected, 0)


def test_the_least_and_the_greatest_are_both_there(kb, tables):
    years = [int(row["year"]) for row in tables["Book"]]
    text = "MATCH (b:Book) RETURN min(b.year) AS first, max(b.year) AS last"
    assert behind(kb, text)[0] == books(tables, lambda row: int(row["year"]) in (min(years), max(years)))


def test_a_greatest_beside_a_count_is_all_that_was_counted(kb, tables):
    text = "MATCH (b:Book) RETURN max(b.year) AS last, count(*) AS n"
    assert behind(kb, text)[0] == books(tables, bool)


def test_a_conditional_count_is_what_met_the_condition(kb, tables):
    text = "MATCH (b:Book) RETURN count(CASE WHEN b.pages > 800 THEN 1 END) AS long"
    assert behind(kb, text) == (books(tables, lambda row: int(row["pages"]) > 800), 0)


def test_the_longest_is_that_one_not_all_that_were_compared(kb, tables):
    text = "MATCH (b:Book) WITH max(b.pages) AS best MATCH (b:Book) WHERE b.pages = best RETURN b.title AS title"
    assert behind(kb, text) == ({called(tables, "Book", "Les Misérables")}, 0)


def test_who_borrowed_most_is_with_what_was_borrowed(kb, tables, joined):
    text = (
        "MATCH (m:Member)-[:BORROWED]->(b:Book) WITH m, count(DISTINCT b) AS v WITH max(v) AS best "
        "MATCH (m:Member)-[:BORROWED]->(b:Book) WITH m, best, count(DISTINCT b) AS n WHERE n = best "
        "RETURN m.memberId AS member, n"
    )
    member = max((row["memberId"] for row in tables["Member"]), key=lambda name: len(set(joined["BORROWED", name])))
    borrowed = joined["BORROWED", member]
    assert behind(kb, text, member, len(set(borrowed))) == ({member, *borrowed}, len(borrowed))


def test_a_group_that_was_kept_is_what_was_counted_for_it(kb, tables, joined):
    house = called(tables, "Publisher", "Harbour House")
    text = "MATCH (p:Publisher)-[:PUBLISHED]->(b:Book) WITH p, count(b) AS n WHERE n > 3 RETURN p.name AS name"
    published = joined["PUBLISHED", house]
    assert behind(kb, text, "Harbour House") == ({house, *published}, len(published))


def test_an_average_of_counts_is_all_that_was_counted(kb, tables):
    text = "MATCH (p:Publisher)-[:PUBLISHED]->(b:Book) WITH p, count(b) AS n RETURN avg(n) AS mean"
    expected = books(tables, bool) | {row["publisherId"] for row in tables["Publisher"]}
    assert behind(kb, text) == (expected, len(tables["PUBLISHED"]))


def test_what_a_limit_cut_before_is_not_there(kb, tables):
    longest = sorted(tables["Book"], key=lambda row: -int(row["pages"]))[:3]
    text = "MATCH (b:Book) WITH b ORDER BY b.pages DESC LIMIT 3 RETURN avg(b.pages) AS pages"
    assert behind(kb, text) == ({row["isbn"] for row in longest}, 0)


def test_stages_hand_on_what_they_matched(kb, tables, joined):
    text = (
        "MATCH (m:Member)-[:BORROWED]->(b:Book) WHERE b.title = 'Emma' WITH DISTINCT b "
        "MATCH (a:Author)-[:WROTE]->(b) RETURN a.name AS name"
    )
    emma = called(tables, "Book", "Emma")
    people = {*joined["BORROWED", emma], *joined["WROTE", emma]}
    assert behind(kb, text) == ({emma, *people}, len(joined["BORROWED", emma]) + 1)


def test_an_optional_part_that_is_not_there_leaves_the_rest(kb, tables):
    text = (
        "MATCH (a:Author) OPTIONAL MATCH (a)-[:WROTE]->(b:Book) WHERE b.pages > 5000 "
        "RETURN a.name AS name, count(b) AS n"
    )
    assert behind(kb, text, "Jane Austen", 0) == ({called(tables, "Author", "Jane Austen")}, 0)


def test_an_optional_part_that_is_there_comes_with_it(kb, tables, joined):
    austen = called(tables, "Author", "Jane Austen")
    text = "MATCH (a:Author) OPTIONAL MATCH (a)-[:WROTE]->(b:Book) RETURN a.name AS name, count(b) AS n"
    wrote = joined["WROTE", austen]
    assert behind(kb, text, "Jane Austen", len(wrote)) == ({austen, *wrote}, len(wrote))


def test_absence_is_shown_by_what_lacks_it(kb, tables, joined):
    text = "MATCH (b:Book) WHERE NOT EXISTS { (:Member)-[:BORROWED]->(b) } RETURN count(b) AS n"
    assert behind(kb, text) == (books(tables, lambda row: not joined["BORROWED", row["isbn"]]), 0)


def test_existence_is_shown_by_what_has_it(kb, tables, joined):
    text = "MATCH (m:Member) WHERE EXISTS { (m)-[:BORROWED]->(:Book {title: 'Emma'}) } RETURN count(m) AS n"
    assert behind(kb, text) == (set(joined["BORROWED", called(tables, "Book", "Emma")]), 0)


def test_a_counted_pattern_is_with_what_it_counts(kb, tables, joined):
    book = max(tables["Book"], key=lambda row: len(joined["BORROWED", row["isbn"]]))
    loans = joined["BORROWED", book["isbn"]]
    text = "MATCH (b:Book) RETURN b.title AS title, COUNT { (m:Member)-[:BORROWED]->(b) } AS n"
    assert behind(kb, text, book["title"], len(loans)) == ({book["isbn"], *loans}, len(loans))


def test_an_unwound_item_is_what_holds_it(kb, tables):
    text = "MATCH (b:Book) UNWIND b.formats AS format RETURN format, count(*) AS n"
    expected = books(tables, lambda row: "audiobook" in row["formats"].split(";"))
    assert behind(kb, text, "audiobook") == (expected, 0)


def test_a_union_s_row_is_from_the_branch_that_gave_it(kb, tables):
    text = "MATCH (a:Author) RETURN a.name AS name UNION MATCH (p:Publisher) RETURN p.name AS name"
    assert behind(kb, text, "Jane Austen") == ({called(tables, "Author", "Jane Austen")}, 0)
    assert behind(kb, text, "Harbour House") == ({called(tables, "Publisher", "Harbour House")}, 0)


def test_only_some_elements_can_be_asked_for(kb, tables, joined):
    house = called(tables, "Publisher", "Harbour House")
    text = "MATCH (p:Publisher)-[:PUBLISHED]->(b:Book) RETURN p.name AS name, count(b) AS n"
    assert behind(kb, text, "Harbour House", only=["b"]) == (set(joined["PUBLISHED", house]), 0)
    assert behind(kb, text, "Harbour House", only=["p"]) == ({house}, 0)


def test_what_both_branches_of_a_union_found_is_in_each(kb, tables):
    """A branch by itself never has two."""
    text = (
        "CALL { MATCH (b:Book) WHERE b.pages > 400 RETURN DISTINCT b UNION ALL MATCH (b:Book) WHERE b.title = 'Emma' "
    )
    text += "RETURN DISTINCT b } WITH b, count(*) AS times WHERE times = 2 RETURN b.title AS title"
    emma = called(tables, "Book", "Emma")
    assert behind(kb, text, "Emma") == ({emma}, 0)
    assert behind(kb, text, "Emma", only=["b"]) == ({emma}, 0)


def test_chains_are_listed_only_where_all_is_asked_for():
    """With a name for its relationships, a store finds every chain there is."""
    plan = lift(parse("MATCH (a:Author)-[:WROTE|BORROWED*1..9]-(b:Book) RETURN count(DISTINCT a) AS n"))
    named = [
        [edge.name for match in stage.matches for edge in match.pattern.edges]
        for evidence in (plan.evidence([3]), plan.evidence([3], only=["a"]))
        for stage in evidence.stages
        if stage.matches
    ]
    assert named == [["ev_r1"], [None]]


def test_the_matches_can_be_bounded(kb, tables):
    found, _ = behind(kb, "MATCH (b:Book) RETURN count(*) AS n", limit=5)
    assert len(found) == 5
    assert found < books(tables, bool)


def test_evidence_is_a_plan_that_says_what_it_lists():
    plan = lift(parse("MATCH (p:Publisher)-[:PUBLISHED]->(b:Book) RETURN p.name AS name, count(b) AS n"))
    assert plan.evidence(["Harbour House", 7]).reading == (
        "Every distinct publisher, book and published relationship, where publisher published book, keeping those "
        "where publisher's name is “Harbour House”"
    )


@pytest.mark.parametrize("row", [[], [1, 2]])
def test_a_row_of_another_width_is_an_error(row):
    plan = lift(parse("MATCH (b:Book) RETURN count(*) AS n"))
    with pytest.raises(PlanError) as error:
        plan.evidence(row)
    assert error.value.code == "plan.evidence"
