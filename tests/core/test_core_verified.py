"""`VerifiedQuery`: only the gate makes one, nothing changes one, and what was changed is seen."""

from __future__ import annotations

import ast
import copy
import datetime as dt
import pickle
from pathlib import Path
from types import MappingProxyType

import pytest
from hypothesis import given, strategies as st

import fingerpost
from fingerpost.core.errors import QueryRejected
from fingerpost.core.verified import VerifiedQuery
from fingerpost.query_languages.cypher.gate import verify

TEXT = "MATCH (n:Person) WHERE n.age > $age RETURN n.name AS name"
SOURCES = Path(fingerpost.__file__).parent


def made() -> VerifiedQuery:
    return verify(TEXT, parameters={"age": 30}, dialect="kglite")


def test_the_gate_makes_one():
    query = made()
    query.require_intact()
    assert (query.language, query.dialect, query.columns) == ("cypher", "kglite", ("name",))
    assert query.parameters == {"age": 30}
    assert repr(query) == f"VerifiedQuery(kglite: {query.text!r})"


def test_it_cannot_be_constructed():
    for arguments in ((), (TEXT,)):
        with pytest.raises(TypeError, match=r"use verify\(\)"):
            VerifiedQuery(*arguments)
    with pytest.raises(TypeError, match=r"use verify\(\)"):
        VerifiedQuery(text=TEXT)
    with pytest.raises(TypeError, match=r"use verify\(\)"):
        VerifiedQuery.__new__(VerifiedQuery)


def test_it_cannot_be_subclassed():
    with pytest.raises(TypeError, match="cannot be subclassed"):
        type("Mine", (VerifiedQuery,), {})


@pytest.mark.parametrize("leave", [copy.copy, copy.deepcopy, pickle.dumps], ids=["copy", "deepcopy", "pickle"])
def test_it_cannot_be_copied_or_pickled(leave):
    with pytest.raises(TypeError, match="cannot be pickled"):
        leave(made())


@pytest.mark.parametrize("name", [*VerifiedQuery.__slots__, "new"])
def test_it_cannot_be_changed(name):
    query = made()
    with pytest.raises(AttributeError, match="frozen"):
        setattr(query, name, "x")
    with pytest.raises(AttributeError, match="frozen"):
        delattr(query, name)
    with pytest.raises(TypeError):
        query.parameters["age"] = 0
    query.require_intact()


TAMPERED = {
    "text": ["MATCH (n) DETACH DELETE n", TEXT, "", None, b"MATCH"],
    "language": ["cpgql", None],
    "dialect": ["neo4j", ""],
    "parameters": [MappingProxyType({"age": 31}), MappingProxyType({}), {"age": 30}, None],
    "columns": [("other",), (), ["name"]],
    "notes": [("a note",), None],
    "fixes_applied": [("a fix",), []],
    "cleared": [False, None],
    "held": [0, None],
    "width": [0, None],
    "_signature": [b"", b"x" * 32, "x", None],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in TAMPERED.items() for value in values])
def test_tampering_is_seen(name, value):
    query = made()
    object.__setattr__(query, name, value)
    with pytest.raises(QueryRejected) as refusal:
        query.require_intact()
    assert refusal.value.code == "query.unsealed"


def test_the_table_of_tampering_names_every_part():
    assert set(TAMPERED) == set(VerifiedQuery.__slots__)


@pytest.mark.parametrize("name", VerifiedQuery.__slots__)
def test_a_missing_part_is_seen(name):
    query = made()
    object.__delattr__(query, name)
    with pytest.raises(QueryRejected):
        query.require_intact()
    empty = object.__new__(VerifiedQuery)
    with pytest.raises(QueryRejected):
        empty.require_intact()


def test_one_query_does_not_stand_for_another():
    one, other = made(), verify("RETURN 1 AS name", dialect="kglite")
    object.__setattr__(one, "_signature", other._signature)
    with pytest.raises(QueryRejected):
        one.require_intact()


LEAVES = st.integers(-(2**63), 2**63 - 1) | st.text(max_size=3) | st.dates()


@given(st.recursive(LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner)))
def test_what_the_caller_changes_later_does_not_reach_it(value):
    given_value = copy.deepcopy(value)
    parameters = {"age": given_value}
    query = verify(TEXT, parameters=parameters, dialect="kglite")
    before = repr(query.parameters)
    _change(given_value)
    parameters["age"] = "changed"
    parameters["new"] = 1
    assert repr(query.parameters) == before
    query.require_intact()


def _change(value):
    inner = list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []
    for item in inner:
        _change(item)
    if isinstance(value, dict):
        value["changed"] = dt.date(2017, 8, 11)
    elif isinstance(value, list):
        value.append("changed")


def _imports(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _importers(*names):
    """The modules of the product that import one of these, by any spelling: each has the last part of the name."""
    for path in sorted(SOURCES.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if not any(name.rpartition(".")[2] in text for name in names):
            continue
        if any(found in names or found.startswith(tuple(f"{n}." for n in names)) for found in _imports(text)):
            yield path.relative_to(SOURCES).as_posix()


def test_only_the_gates_mint_and_only_the_mint_signs():
    kit = "testing/locks.py"  # it asks stores around the gate, to see that they refuse
    gates = {"query_languages/cpgql/gate.py", "query_languages/cypher/gate.py"}
    assert set(_importers("fingerpost.core.seal")) - {kit} == gates
    assert list(_importers("fingerpost.core.verified.signature")) == ["core/seal.py"]
    naming = [path for path in SOURCES.rglob("*.py") if "core.seal" in path.read_text(encoding="utf-8")]
    named = {path.relative_to(SOURCES).as_posix() for path in naming} - {kit}
    assert named == {*gates, "core/verified.py"}, "verified.py names it in its docstring"
