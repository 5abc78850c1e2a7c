"""What the gate refuses, with its reason and place, and what it lets through: always our own printing."""

from __future__ import annotations

from pathlib import Path

import pytest
from cypher_graph import SCHEMA

from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.query_languages.cypher.errors import CypherSyntaxError
from fingerpost.query_languages.cypher.extent import MAX_STEPS
from fingerpost.query_languages.cypher.gate import MAX_TEXT, findings, verify
from fingerpost.query_languages.cypher.parser import parse
from fingerpost.query_languages.findings import Severity
from fingerpost.query_languages.policy import Policy

FIXTURES = Path(__file__).parent / "fixtures"
MARK = "‸"


def lines(name):
    text = (FIXTURES / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def rejected():
    for line in lines("rejected.txt"):
        marked, _, expected = line.rpartition(" => ")
        code, *suggestion = expected.split()
        yield marked, code, suggestion[0] if suggestion else None


def accepted():
    """Each query with what is printed for each dialect and the parameters that its literals became."""
    found = []
    for line in lines("accepted.txt"):
        if line.startswith("    "):
            found[-1][1].append(line.strip())
        else:
            found.append((line.replace("\\n", "\n"), []))
    return found


@pytest.mark.parametrize(("marked", "code", "suggestion"), list(rejected()))
def test_it_is_refused_there_and_for_that(marked, code, suggestion):
    text, position = marked.replace(MARK, ""), marked.index(MARK)
    found = findings(text, SCHEMA)
    assert [(f.code, f.position, f.suggestion) for f in found] == [(code, position, suggestion)]
    with pytest.raises(QueryRejected) as refusal:
        verify(text, SCHEMA)
    assert refusal.value.details["findings"] == [found[0].model_dump(mode="json")]


@pytest.mark.parametrize(("text", "expected"), accepted())
def test_it_is_let_through_as_we_print_it(text, expected):
    assert [_outcome(text, dialect) for dialect in ("neo4j", "kglite")] == expected


def _outcome(text, dialect):
    try:
        query = verify(text, SCHEMA, dialect=dialect)
    except UnsupportedConstruct as error:
        return f"{dialect}! {error}"
    values = "".join(f"  {name}={value!r}" for name, value in query.parameters.items())
    return f"{dialect}: {query.text}{values}"


@pytest.mark.parametrize(("text", "_expected"), accepted())
def test_what_was_printed_passes_again_unchanged(text, _expected):
    once = verify(text, SCHEMA, dialect="neo4j")
    again = verify(once.text, SCHEMA, dialect="neo4j", parameters=once.parameters)
    assert (again.text, again.parameters, again.columns) == (once.text, once.parameters, once.columns)


def test_every_finding_is_told_with_its_line_and_a_caret():
    text = "MATCH (b:Book)\nRETURN b.titel AS t,\n       b.born AS x"
    with pytest.raises(QueryRejected) as refusal:
        verify(text, SCHEMA)
    assert refusal.value.code == "query.rejected"
    assert str(refusal.value) == (
        "N003 Book has no property titel — did you mean title?\n"
        "  line 2, column 9\n"
        "  RETURN b.titel AS t,\n"
        "          ^\n"
        "N003 Book has no property born; Author has it\n"
        "  line 3, column 9\n"
        "         b.born AS x\n"
        "          ^"
    )


@pytest.mark.parametrize(
    ("text", "code"), [("MATCH (n) DELETE n", "query.writes"), ("SHOW USERS", "query.syntax"), ("x", "query.syntax")]
)
def test_writing_has_a_code_of_its_own(text, code):
    with pytest.raises(CypherSyntaxError) as refusal:
        verify(text)
    assert refusal.value.code == code


def test_names_are_not_checked_without_a_schema():
    assert verify("MATCH (x:Anything) RETURN x.some AS y").text == "MATCH (x:Anything) RETURN x.some AS y"


@pytest.mark.parametrize("how", ["open schema", "policy"])
def test_unknown_names_are_notes_where_the_schema_is_not_fixed(how):
    schema = SCHEMA.model_copy(update={"open": True}) if how == "open schema" else SCHEMA
    policy = Policy(misfits=Severity.NOTE) if how == "policy" else None
    query = verify("MATCH (b:Buch) RETURN b", schema, policy=policy)
    assert [(note.code, note.severity) for note in query.notes] == [("N001", Severity.NOTE)]


def test_names_of_one_branch_of_a_union_are_not_those_of_the_next():
    text = "MATCH (x:Book) RETURN x.title AS t UNION MATCH (x:Author) RETURN x.{} AS t"
    assert findings(text.format("name"), SCHEMA) == []
    assert [finding.code for finding in findings(text.format("title"), SCHEMA)] == ["N003"]


def test_a_policy_allows_procedures_and_functions_by_name():
    policy = Policy(procedures=frozenset(["db.labels"]), extra_functions=frozenset(["near"]))
    assert verify("CALL db.labels() YIELD label RETURN label", policy=policy, dialect="neo4j").text == (
        "CALL db.labels() YIELD label RETURN label"
    )
    assert verify("RETURN near(1) AS x", policy=policy).text == "RETURN `near`(1) AS x"
    assert [f.code for f in findings("CALL db.relationshipTypes()", policy=policy)] == ["C011"]


def test_a_procedure_called_without_arguments_in_parentheses_stays_so():
    policy = Policy(procedures=frozenset(["db.labels"]))
    assert verify("CALL db.labels", policy=policy, dialect="neo4j").text == "CALL db.labels"


@pytest.mark.parametrize(
    ("path", "printed"),
    [("-[*]->", "-[*..5]->"), ("-[*2..]->", "-[*2..5]->"), ("-[*7..]->", "-[*7..7]->"), ("-[*..3]->", "-[*..3]->")],
)
def test_open_ended_paths_are_bounded_and_it_is_said(path, printed):
    query = verify(f"MATCH (a){path}(b) RETURN b", policy=Policy(max_hops=5))
    assert query.text == f"MATCH (a){printed.replace('*7..7', '*7')}(b) RETURN b"
    bound = 7 if "7" in path else 5
    expected = () if path == "-[*..3]->" else (f"a path without an upper bound was limited to {bound} hops",)
    assert query.fixes_applied == expected


def test_a_path_that_nothing_matches_is_noted():
    query = verify("MATCH (a)-[*3..1]->(b) RETURN b")
    assert [(note.code, note.severity, note.position) for note in query.notes] == [("B006", Severity.NOTE, 11)]


@pytest.mark.parametrize(
    "value",
    [2**63, -(2**63) - 1, {1: 2}, frozenset(), [[2**64]], b"x", "\ud800", ["\udcff"], {"\ud800": 1}],
    ids=ascii,
)
def test_values_that_cannot_be_sent_are_refused(value):
    found = findings("MATCH (b:Book) WHERE b.title = $given RETURN b", parameters={"given": value})
    assert [(f.code, f.position) for f in found] == [("P003", 31)]


def test_values_that_nest_too_deep_are_refused():
    for deep in (100, 5_000):
        lists, maps = [1], {"k": 1}
        for _ in range(deep):
            lists, maps = [lists], {"k": maps}
        for value in (lists, maps):
            with pytest.raises(QueryRejected) as caught:
                verify("RETURN $given AS x", parameters={"given": value})
            assert [one["code"] for one in caught.value.details["findings"]] == ["P003"]
    assert verify("RETURN $given AS x", parameters={"given": [[[1]], {"k": [2]}]}).parameters


def test_half_of_a_surrogate_pair_is_refused_in_a_text():
    for text in ("'\ud800'", '"Emma \udcff"'):
        [found] = findings(f"MATCH (b:Book) WHERE b.title = {text} RETURN b")
        assert (found.code, found.position) == ("S001", 31)


def test_parameters_that_are_not_used_are_not_sent():
    query = verify("MATCH (b) WHERE b.x = $a RETURN b", parameters={"a": 1, "b": 2})
    assert query.parameters == {"a": 1}


def test_our_parameters_never_take_the_name_of_a_given_one():
    query = verify("MATCH (b) WHERE b.x = $fp1 AND b.y = 'text' RETURN b", parameters={"fp1": "given"})
    assert query.text == "MATCH (b) WHERE b.x = $fp1 AND b.y = $fp2 RETURN b"
    assert query.parameters == {"fp1": "given", "fp2": "text"}


def test_no_text_of_a_query_is_ever_sent():
    secret = "zzz-not-to-be-sent"
    for text in (
        f"MATCH (n) WHERE n.x = '{secret}' RETURN n",
        f"MATCH (n {{x: '{secret}'}}) RETURN n",
        f"MATCH (n) // {secret}\nRETURN n",
        f"MATCH (n) RETURN /* {secret} */ n",
        f"WITH ['{secret}', {{a: '{secret}'}}] AS x RETURN x",
        f"MATCH (n) RETURN CASE n.x WHEN '{secret}' THEN 1 END AS x",
    ):
        for dialect in ("neo4j", "kglite"):
            assert secret not in verify(text, dialect=dialect).text


@pytest.mark.parametrize("dialect", ["neo4j", "kglite"])
def test_there_is_no_text_in_the_gate_s_column_names(dialect):
    query = verify("MATCH (b:Book) RETURN b.isbn, count(*)", SCHEMA, dialect=dialect)
    assert query.columns == ("b.isbn", "count(*)")
    assert query.text == "MATCH (b:Book) RETURN b.isbn AS `b.isbn`, count(*) AS `count(*)`"


def test_a_dialect_that_is_not_there_is_named():
    with pytest.raises(UnsupportedConstruct, match="there is no dialect sparql"):
        verify("RETURN 1 AS x", dialect="sparql")


DEEP = 19_000
NESTED = {
    "parentheses": "RETURN " + "(" * DEEP + "1" + ")" * DEEP + " AS x",
    "lists": "RETURN " + "[" * DEEP + "]" * DEEP + " AS x",
    "maps": "RETURN " + "{a: " * DEEP + "1" + "}" * DEEP + " AS x",
    "negations": "RETURN " + "NOT " * DEEP + "true AS x",
    "signs": "RETURN " + "-" * DEEP + "1 AS x",
    "sums": "RETURN " + "1 + " * DEEP + "1 AS x",
    "powers": "RETURN " + "2 ^ " * DEEP + "1 AS x",
    "conjunctions": "RETURN " + "true AND " * (DEEP // 2) + "true AS x",
    "comparisons": "RETURN " + "1 < " * DEEP + "1 AS x",
    "calls": "RETURN " + "abs(" * DEEP + "1" + ")" * DEEP + " AS x",
    "cases": "RETURN " + "CASE WHEN true THEN " * 4_000 + "1" + " END" * 4_000 + " AS x",
    "indexes": "RETURN [1]" + "[0]" * DEEP + " AS x",
    "properties": "RETURN n" + ".a" * DEEP + " AS x",
    "subqueries": "RETURN " + "EXISTS { MATCH (n) WHERE " * 3_000 + "true" + " }" * 3_000 + " AS x",
    "calls of subqueries": "CALL { " * 9_000 + "RETURN 1 AS x" + " }" * 9_000 + " RETURN x",
    "negated labels": "MATCH (n:" + "!" * DEEP + "A) RETURN n",
    "labels in parentheses": "MATCH (n:" + "(" * DEEP + "A" + ")" * DEEP + ") RETURN n",
    "quantified groups": "MATCH " + "(" * DEEP + "(n)" + "){1}" * 9_000 + " RETURN n",
    "types": "RETURN 1 IS :: " + "LIST<" * 15_000 + "INTEGER" + ">" * 15_000 + " AS x",
    "comprehensions": "RETURN " + "[x IN " * 9_000 + "[]" + "]" * 9_000 + " AS x",
    "patterns that are none": "RETURN " + "((a)-" * 9_000 + "1" + ")" * 9_000 + " AS x",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED)
def test_what_nests_too_deep_is_refused_as_such(text):
    assert len(text) <= MAX_TEXT
    found = findings(text)
    assert [finding.code for finding in found] == ["B001"]
    assert found[0].position <= len(text)


def test_a_query_that_is_too_long_is_not_looked_at():
    text = "MATCH (n) RETURN n " + " " * MAX_TEXT
    assert [finding.code for finding in findings(text)] == ["B004"]


def test_a_long_query_that_does_not_nest_is_read():
    text = "RETURN [" + ", ".join(map(str, range(15_000))) + "] AS x"
    assert verify(text).text == text
    names = "MATCH " + ", ".join(f"(n{i})" for i in range(MAX_STEPS)) + " RETURN 1 AS x"
    assert verify(names).text == names


def test_names_stay_what_they_were_bound_to_in_quotes():
    """A quoted name is a variable wherever it is quoted; bare, the word keeps its own meaning."""
    tree = parse("WITH 1 AS `null`, 2 AS `case` RETURN `null` AS a, null AS b, CASE WHEN true THEN `case` END AS c")
    assert verify(tree, dialect="neo4j").text == (
        "WITH 1 AS `null`, 2 AS `case` RETURN `null` AS a, null AS b, CASE WHEN true THEN `case` END AS c"
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[x IN xs WHERE x:A | x.k]", "[x IN xs WHERE x:A | x.k]"),
        ("[x IN xs WHERE x:A|B | x.k]", "[x IN xs WHERE (x:A|B) | x.k]"),
        ("[x IN xs WHERE x:A|B]", "[x IN xs WHERE (x:A|B)]"),
        ("[x IN xs WHERE x:A|x]", "[x IN xs WHERE x:A | x]"),
        ("[x IN xs WHERE x:A | [y IN x.ys WHERE y:B|C | y]]", "[x IN xs WHERE x:A | [y IN x.ys WHERE (y:B|C) | y]]"),
        ("[x IN xs WHERE (x:A|B) OR x:C | 1]", "[x IN xs WHERE (x:A|B) OR x:C | 1]"),
        ("[(a)-->(b) WHERE b:A | b.k]", "[(a)-->(b) WHERE b:A | b.k]"),
    ],
)
def test_the_bar_of_a_comprehension_is_not_one_between_labels(text, printed):
    query = verify(f"MATCH (a) WITH a, a.xs AS xs RETURN {text} AS c", dialect="neo4j")
    assert query.text == f"MATCH (a) WITH a, a.xs AS xs RETURN {printed} AS c"


@pytest.mark.parametrize(
    ("path", "printed"),
    [
        ("(a)-[:R]-{1,3}(b)", "(a)-[:R*1..3]-(b)"),
        ("(a)-[r:R WHERE r.k > 1]->{1,3}(b)", "(a)-[r:R WHERE r.k > 1]->{1,3}(b)"),
        ("(a)-[:R*2]-(b) ((x)-->(y)){2} (c)", "(a)-[:R]-{2}(b)((x)-->(y)){2}(c)"),
        ("ANY SHORTEST (a)-[:R*..4]-(b)", "ANY SHORTEST (a)-[:R]-{1,4}(b)"),
    ],
)
def test_a_quantifier_is_written_where_neo4j_takes_no_star(path, printed):
    assert verify(f"MATCH {path} RETURN a", dialect="neo4j").text == f"MATCH {printed} RETURN a"


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("MATCH ()-[:R|R]->() RETURN count(*) AS n", "MATCH ()-[:R]->() RETURN count(*) AS n"),
        ("MATCH (:A|B|A)-[:R|S|R]->() RETURN 1 AS n", "MATCH (:A|B)-[:R|S]->() RETURN 1 AS n"),
    ],
)
def test_neo4j_is_asked_for_each_type_once(text, printed):
    """A server counts the relationships of `:R|R` twice."""
    assert verify(text, dialect="neo4j").text == printed


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("MATCH ()-[r]->() RETURN count(r.w) AS n", "MATCH ()-[r]->() RETURN count(coalesce(r.w)) AS n"),
        ("MATCH (a)-[r]->() RETURN count(a.w) AS n", "MATCH (a)-[r]->() RETURN count(a.w) AS n"),
        ("MATCH ()-[r]->() RETURN count(r) AS n", "MATCH ()-[r]->() RETURN count(r) AS n"),
    ],
)
def test_neo4j_counts_a_property_of_relationships_past_its_shortcut(text, printed):
    """A server counts all relationships, with the property or without."""
    assert verify(text, dialect="neo4j").text == printed


@pytest.mark.parametrize(
    ("condition", "right"),
    [
        ("COUNT { (b)-->(c)-->() } < 2", False),
        ("COUNT { MATCH (b)-->(c) WHERE c.k = 1 } <= 1", False),
        ("COUNT { (b)-->(:C) } < 1", False),
        ("COUNT { (b)-[*1..2]->() } < 1", False),
        ("COUNT { (b)-->() } < 2", True),
        ("COUNT { (b)-->(c)-->() } = 0", True),
        ("COUNT { (b)-->(c)-->() } > 0", True),
        ("NOT EXISTS { (b)-->(c)-->() }", True),
    ],
)
def test_an_optional_match_by_a_count_that_neo4j_gets_wrong_is_refused(condition, right):
    text = f"MATCH (a:A) OPTIONAL MATCH (a)-->(b) WHERE {condition} RETURN a, b"
    assert verify(text.replace("OPTIONAL ", ""), dialect="neo4j")
    if right:
        assert verify(text, dialect="neo4j")
    else:
        with pytest.raises(UnsupportedConstruct, match="COUNT"):
            verify(text, dialect="neo4j")
