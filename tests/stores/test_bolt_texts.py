"""The store behind Bolt without a server: addresses, the list of operators, values that a property cannot hold."""

from __future__ import annotations

import datetime as dt
import sys
from zoneinfo import ZoneInfo

import pytest

from fingerpost.core.access import Access
from fingerpost.core.cells import Duration, Point
from fingerpost.core.errors import MissingExtra, QueryRejected, StoreError
from fingerpost.core.names import OWN, said_name, stored_name
from fingerpost.stores.bolt.place import BoltPlace
from fingerpost.stores.bolt.store import BoltStore

pytest.importorskip("neo4j", reason="needs the extra neo4j")

from fingerpost.stores.bolt.cells import Decoder, parameter
from fingerpost.stores.bolt.held import held
from fingerpost.stores.bolt.plans import (
    MEMGRAPH_OPERATORS,
    OPERATORS,
    memgraph_operators,
    plain_name,
    refuse_others,
)
from fingerpost.stores.bolt.sampling import EXACT, SAMPLE, step_of
from fingerpost.stores.bolt.survey import Survey


@pytest.mark.parametrize(("url", "uri", "database", "dialect"), [
    ("neo4j://host:7687", "neo4j://host:7687", None, "neo4j"),
    ("neo4j+s://u:p@host", "neo4j+s://host", None, "neo4j"),
    ("bolt+ssc://host/films", "bolt+ssc://host", "films", "neo4j"),
    ("bolt://host:1?database=a%20b", "bolt://host:1", "a b", "neo4j"),
    ("neo4j://host?policy=eu&database=x", "neo4j://host?policy=eu", "x", "neo4j"),
    ("memgraph+s://host:7687", "bolt+s://host:7687", None, "memgraph"),
    ("bolt://[::1]:7687", "bolt://[::1]:7687", None, "neo4j"),
])  # fmt: skip
def test_an_address_is_read(url, uri, database, dialect):
    place = BoltPlace.read(url)
    assert (place.uri, place.database, place.dialect) == (uri, database, dialect)


@pytest.mark.parametrize("url", ["http://host", "neo4j+tls://host", "neo4j://", "bolt://host:port", "bolt://[::1"])
def test_another_address_is_refused(url):
    with pytest.raises(StoreError) as refusal:
        BoltPlace.read(url)
    assert refusal.value.code == "store.unavailable"


def test_who_asks():
    assert BoltPlace.read("neo4j://host").auth() is None
    of_url = BoltPlace.read("neo4j://a%40b:p%2Fw@host")
    assert (of_url.auth().principal, of_url.auth().credentials) == ("a@b", "p/w")
    assert "p/w" not in repr(of_url)
    given = BoltPlace.read("neo4j://u:p@host/x", Access(user="v", password="q", database="y"))
    assert (given.auth().principal, given.auth().credentials, given.database) == ("v", "q", "y")
    assert BoltPlace.read("neo4j://host", Access(token="t")).auth().scheme == "bearer"
    with pytest.raises(StoreError) as refusal:
        BoltPlace.read("neo4j://host", Access(password="q")).auth()
    assert refusal.value.code == "store.access"


def test_without_the_driver_the_extra_is_named(monkeypatch):
    for name in [name for name in sys.modules if name.startswith("fingerpost.stores.bolt.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "neo4j", None)
    with pytest.raises(MissingExtra) as missing:
        BoltStore.open("neo4j://localhost")
    assert missing.value.code == "extra.missing"
    assert "fingerpost[neo4j]" in missing.value.hint


@pytest.mark.parametrize(("said", "name"), [
    ("Expand(All)@neo4j", "Expand"),
    ("VarLengthExpand(Pruning,BFS,All)@neo4j", "VarLengthExpand"),
    ("PartitionedNodeByLabelScan@neo4j", "NodeByLabelScan"),
    ("NodeUniqueIndexSeek(Locking)@a.b", "NodeUniqueIndexSeek"),
    ("ProduceResults", "ProduceResults"),
    ("", "?"),
    ("DoNothingIfExists(INDEX)", "DoNothingIfExists"),
])  # fmt: skip
def test_an_operator_without_what_stands_around_it(said, name):
    assert plain_name({"operatorType": said}) == name


@pytest.mark.parametrize("operator", (
    "LoadCSV TerminateTransactions ShowTransactions ShowSettings ShowIndexes ShowConstraints ShowProcedures "
    "ShowFunctions AdministrationCommand Create Delete DetachDelete Merge LockingMerge SetLabels SetProperty "
    "SetDynamicProperty SetProperties SetNodePropertiesFromMap SetRelationshipPropertiesFromMap RemoveLabels Foreach "
    "TransactionForeach TransactionApply CreateIndex DropIndex CreateConstraint DropConstraint DoNothingIfExists "
    "RunQueryAt SetPropertiesFromMap AssertingMultiNodeIndexSeek AssertingMultiRelationshipIndexSeek NewOne ?"
).split())  # fmt: skip
def test_an_operator_that_does_more_than_read_is_refused(operator):
    with pytest.raises(QueryRejected) as refusal:
        refuse_others(("ProduceResults", operator), OPERATORS)
    assert refusal.value.code == "query.operator"
    assert operator in refusal.value.message


def test_plans_of_memgraph():
    lines = [
        " * Produce {n}",
        " * Filter (n :A), {n.x}",
        " |\\ ",
        " | * Expand (n)-[e]->(m)",
        " | * Once",
        " * ScanAll (n)",
    ]
    assert list(memgraph_operators(lines)) == ["Produce", "Filter", "Expand", "Once", "ScanAll"]
    refuse_others(memgraph_operators(lines), MEMGRAPH_OPERATORS)
    for line in (" * LoadCsv {row}", " * CallProcedure<mg.load_all>", " * CreateNode", " * Delete", "what is this"):
        with pytest.raises(QueryRejected):
            refuse_others(memgraph_operators([*lines, line]), MEMGRAPH_OPERATORS)


@pytest.mark.parametrize(("value", "why"), [
    (2**63, "64 bits"),
    (-(2**63) - 1, "64 bits"),
    ({"a": 1}, "a map"),
    (((1,),), "list in a list"),
    ((1, None), "several kinds"),
    ((None,), "null in a list"),
    ((1, "a"), "several kinds"),
    ((1, 1.0), "several kinds"),
    ((True, 1), "several kinds"),
    ((dt.date(2020, 1, 1), dt.datetime(2020, 1, 1, tzinfo=dt.UTC)), "several kinds"),
    ((Point(1.0, 2.0), Point(1.0, 2.0, None, 4326)), "several kinds"),
    (Point(1.0, 2.0, None, 99), "space 99"),
    (Point(1.0, 2.0, 3.0, 7203), "space 7203"),
    (dt.datetime(1850, 1, 1, tzinfo=ZoneInfo("Europe/Berlin")), "minutes"),
    (dt.time(1, 2, tzinfo=dt.timezone(dt.timedelta(seconds=30))), "minutes"),
    (dt.datetime(1, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=5))), "range"),
    ("\ud800", "surrogates"),
    (1j, "complex"),
    (b"x", "bytes"),
    (Duration(months=2**63), "[Mm]onths|int64|range|large"),
])  # fmt: skip
def test_what_a_property_cannot_hold_is_refused_by_its_name(value, why):
    with pytest.raises(StoreError, match=why) as refusal:
        held("some name", value)
    assert refusal.value.code == "store.write"
    assert "'some name'" in refusal.value.message
    assert refusal.value.details == {"property": "some name"}


@pytest.mark.parametrize("name", ["", "a\x00b"])
def test_a_name_that_no_property_can_have(name):
    with pytest.raises(StoreError):
        held(name, 1)


@pytest.mark.parametrize("name", ["fp_id", "fp_at", "fp_id_", "fp_at__", "id", "name", "fp_other"])
def test_our_own_names_stay_out_of_the_way(name):
    stored = stored_name(name, OWN)
    assert stored not in OWN
    assert said_name(stored, OWN) == name
    assert parameter({name: 1}) == {stored: 1}
    assert Decoder().cell({stored: 1, "fp_id": 2, "fp_at": 3}) == {name: 1}


def test_an_hour_that_comes_twice_keeps_which():
    zone = ZoneInfo("Europe/Berlin")
    for fold in (0, 1):
        moment = dt.datetime(2020, 10, 25, 2, 30, tzinfo=zone, fold=fold)
        given = parameter(moment)
        assert (given.utcoffset(), given.tzinfo.zone) == (moment.utcoffset(), "Europe/Berlin")


def test_few_are_all_looked_at_and_many_in_steps():
    assert [step_of(count) for count in (0, 1, EXACT)] == [1, 1, 1]
    for count in (EXACT + 1, 10**6, 10**7):
        assert SAMPLE / 4 < count / step_of(count) <= SAMPLE


def test_the_server_is_not_asked_for_no_nodes():
    class Silent:
        memgraph = False

        def ask(self, *_, **__):
            pytest.fail("it was asked")

    survey = Survey(Silent())
    assert survey.nodes([]) == {}
