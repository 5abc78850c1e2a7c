"""The gate of CPGQL: what it takes, repairs and refuses. Each line of the fixtures is a case."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.query_languages import language
from fingerpost.query_languages.cpgql.parser import parse
from fingerpost.query_languages.cpgql.printer import print_query

HERE = Path(__file__).parent
CPGQL = language("cpgql")


def cases(name: str) -> list[tuple[str, ...]]:
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    return [tuple(line.rsplit(" => ", lines[0].count("=>"))) for line in lines[1:] if line]


# An arrow also stands in lambdas, so cases are split from the right, and prints without one are compared whole.
def pairs(name: str) -> list[tuple[str, str]]:
    found = []
    for line in (HERE / name).read_text(encoding="utf-8").splitlines()[1:]:
        at = line.index(" => cpg")
        found.append((line[:at], line[at + 4 :]))
    return found


@pytest.mark.parametrize(("query", "printed"), pairs("accepted.txt"))
def test_accepted(query: str, printed: str) -> None:
    verified = CPGQL.verify(query)
    assert verified.text == printed
    assert (verified.language, verified.dialect) == ("cpgql", "joern")
    assert not [fix for fix in verified.fixes_applied if not fix.startswith("end")]


@pytest.mark.parametrize(("query", "rest"), pairs("repaired.txt"))
def test_repaired(query: str, rest: str) -> None:
    printed, _, fix = rest.rpartition(" => ")
    verified = CPGQL.verify(query)
    assert verified.text == printed
    assert fix in {one.partition(":")[0] for one in verified.fixes_applied}


@pytest.mark.parametrize(("query", "code", "message"), cases("rejected.txt"))
def test_rejected(query: str, code: str, message: str) -> None:
    with pytest.raises(QueryRejected) as refusal:
        CPGQL.verify(query)
    assert [finding["code"] for finding in refusal.value.details["findings"]] == [code]
    assert message in refusal.value.message


@pytest.mark.parametrize(("query", "_printed"), pairs("accepted.txt"))
def test_what_is_printed_is_read_again_as_the_same(query: str, _printed: str) -> None:
    tree, _ = parse(query)
    again, fixes = parse(print_query(tree))
    assert print_query(again) == print_query(tree)
    assert not fixes


@given(st.text(max_size=60))
def test_a_text_stays_a_text(text: str) -> None:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    query = f'cpg.call.codeExact("{escaped}").l'
    try:
        printed = CPGQL.verify(query).text
    except QueryRejected:
        return
    assert printed.isascii()
    head, tail = 'cpg.call.codeExact("', '").take(10000).toJson'
    assert printed.startswith(head)
    assert printed.endswith(tail)
    assert '"' not in printed[len(head) : -len(tail)].replace("\\\\", "").replace('\\"', "")


@given(st.text(alphabet='cpg.method()_"=>;{}$,! \n', max_size=60))
def test_any_text_is_refused_or_printed_from_its_tree(text: str) -> None:
    try:
        printed = CPGQL.verify(text).text
    except QueryRejected:
        return
    assert printed.startswith("cpg.")
    assert not set(printed) & set(";{}$\n")


def test_bounds() -> None:
    for query in ("cpg.method" + ".caller" * 200 + ".l", 'cpg.method.name("' + "a" * 9_000 + '").l', "(" * 5_000):
        with pytest.raises(QueryRejected):
            CPGQL.verify(query)
    nested = "cpg.method" + ".where(_.caller" * 20 + ")" * 20 + ".l"
    with pytest.raises(QueryRejected, match="nested"):
        CPGQL.verify(nested)


def test_it_has_no_plans_and_no_parameters() -> None:
    with pytest.raises(UnsupportedConstruct):
        CPGQL.lift("cpg.method.l")
    with pytest.raises(UnsupportedConstruct):
        CPGQL.verify("cpg.method.l", parameters={"a": 1})
    with pytest.raises(UnsupportedConstruct):
        CPGQL.verify("cpg.method.l", dialect="neo4j")


# How often 2,800 published queries use each step; steps that Joern does not have are left out.
# fmt: off
USES = {
    "l": (2800, "cpg.method.l"), "name": (2614, "cpg.method.name.l"), "method": (1774, "cpg.call.method.l"),
    "where": (1581, "cpg.method.where(_.caller).l"), "call": (1244, "cpg.method.call.l"),
    "file": (807, "cpg.method.file.name.l"), "code": (657, "cpg.call.code.l"), "size": (530, "cpg.method.size"),
    "nonEmpty": (413, "cpg.method.filter(_.call.nonEmpty).l"), "callee": (362, "cpg.method.callee.l"),
    "argument": (354, "cpg.call.argument.l"), "contains": (339, 'cpg.method.filter(_.name.contains("a")).l'),
    "caller": (305, "cpg.method.caller.l"), "map": (270, "cpg.method.map(_.name).l"),
    "isEmpty": (269, "cpg.method.filter(_.caller.isEmpty).l"),
    "controlStructure": (239, "cpg.method.controlStructure.l"),
    "tagList": (232, "cpg.method.tagList.l"),
    "reachableBy": (218, 'cpg.call.argument.reachableBy(cpg.call.name("a")).l'),
    "typeDecl": (133, "cpg.typeDecl.l"), "identifier": (133, "cpg.identifier.l"), "local": (117, "cpg.method.local.l"),
    "parameter": (113, "cpg.method.parameter.l"), "namespace": (111, "cpg.method.namespace.l"),
    "comment": (106, "cpg.comment.l"), "literal": (83, "cpg.method.literal.l"),
    "repeat": (80, "cpg.method.repeat(_.caller)(_.maxDepth(3)).l"),
    "startsWith": (54, 'cpg.method.filter(_.name.startsWith("a")).l'),
    "filter": (48, "cpg.method.filter(_.isExternal).l"),
    "matches": (46, 'cpg.method.filter(_.name.matches("a")).l'), "whereNot": (45, "cpg.method.whereNot(_.caller).l"),
    "namespaceBlock": (42, "cpg.namespaceBlock.l"), "emit": (40, "cpg.method.repeat(_.caller)(_.emit.maxDepth(3)).l"),
    "groupBy": (40, "cpg.method.groupBy(_.name)"), "lineNumberEnd": (40, "cpg.method.lineNumberEnd.l"),
}
# fmt: on


def test_the_steps_of_published_queries_are_known() -> None:
    known = 0
    for uses, query in USES.values():
        try:
            CPGQL.verify(query)
        except QueryRejected:
            continue
        known += uses
    assert known / sum(uses for uses, _ in USES.values()) >= 0.98
