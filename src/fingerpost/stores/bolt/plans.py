"""The second lock: the server's execution plan, checked before the query runs.

Only a reading query whose plan consists of operators on this list runs. To Neo4j, `LOAD CSV`, procedure calls, `SHOW`
and `TERMINATE` are "reading"; unknown operators are refused. So are functions of plugins, some of which run queries of
their own; Memgraph does not show those in its plans.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import neo4j

from fingerpost.core.errors import QueryRejected
from fingerpost.stores.protocol import Explanation

_SEEKS = "Seek SeekByRange Scan ContainsScan EndsWithScan".split()
_DIRECTIONS = ("Directed", "Undirected")
OPERATORS = frozenset((
    "ProduceResults", "Argument", "Input", "EmptyRow", "EmptyResult", "Projection", "Filter", "Unwind",
    "AllNodesScan", "NodeByLabelScan", "UnionNodeByLabelsScan", "IntersectionNodeByLabelsScan",
    "SubtractionNodeByLabelsScan", "NodeByIdSeek", "NodeByElementIdSeek", "MultiNodeIndexSeek", "NodeUniqueIndexSeek",
    "NodeUniqueIndexSeekByRange", "NodeCountFromCountStore", "RelationshipCountFromCountStore",
    *(f"NodeIndex{kind}" for kind in _SEEKS),
    *(f"{way}RelationshipIndex{kind}" for way in _DIRECTIONS for kind in _SEEKS),
    *(f"{way}RelationshipUniqueIndex{kind}" for way in _DIRECTIONS for kind in _SEEKS),
    *(f"{way}Relationship{kind}" for way in _DIRECTIONS for kind in ("ByIdSeek", "ByElementIdSeek", "TypeScan")),
    *(f"{way}UnionRelationshipTypesScan" for way in _DIRECTIONS),
    *(f"{way}AllRelationshipsScan" for way in _DIRECTIONS),
    "Expand", "OptionalExpand", "VarLengthExpand", "Repeat", "BidirectionalRepeat", "RepeatOptions", "ProjectEndpoints",
    "PathPropagatingBFS", "ShortestPath", "StatefulShortestPath", "NullifyMetadata",
    "Distinct", "OrderedDistinct", "EagerAggregation", "OrderedAggregation", "Eager", "Limit", "ExhaustiveLimit",
    "Skip", "Sort", "PartialSort", "Top", "PartialTop", "Optional", "CacheProperties", "RemoteBatchProperties",
    "Anti", "Apply", "SemiApply", "AntiSemiApply", "LetSemiApply", "LetAntiSemiApply", "SelectOrSemiApply",
    "SelectOrAntiSemiApply", "LetSelectOrSemiApply", "LetSelectOrAntiSemiApply", "ConditionalApply",
    "AntiConditionalApply", "RollUpApply", "CartesianProduct", "NodeHashJoin", "ValueHashJoin", "NodeLeftOuterHashJoin",
    "NodeRightOuterHashJoin", "AssertSameNode", "AssertSameRelationship", "TriadicSelection", "TriadicBuild",
    "TriadicFilter", "Union", "OrderedUnion", "PreserveOrder", "ArgumentTracker", "NonFuseable",
    "ProcedureCall", "Error",
))  # fmt: skip
"""Reading operators of Neo4j 5, without a suffix in parentheses and without the prefix "Partitioned"."""

PROCEDURES = frozenset((
    "db.labels", "db.relationshiptypes", "db.propertykeys", "db.schema.nodetypeproperties",
    "db.schema.reltypeproperties", "db.schema.visualization", "db.index.fulltext.querynodes",
    "db.index.fulltext.queryrelationships", "db.index.vector.querynodes", "db.index.vector.queryrelationships",
    "db.ping", "db.info",
))  # fmt: skip
"""Procedures that read this graph and nothing else, in lower case: the gate's policy allows none that is not here."""

_APOC = (
    "agg any bitwise coll convert date hashing json label map math meta node nodes number path rel schema scoring "
    "temporal text util"
).split()
NAMESPACES = (
    *(f"{kind}." for kind in "date datetime localdatetime localtime time duration point vector.similarity".split()),
    *(f"apoc.{kind}." for kind in _APOC),
)
"""How the names of functions begin that only compute, in lower case, of those that have a dot: all of plugins have."""

MEMGRAPH_OPERATORS = frozenset((
    "Produce", "Once", "ScanAll", "ScanAllByLabel", "ScanAllByLabelProperties", "ScanAllByLabelPropertyValue",
    "ScanAllByLabelPropertyRange", "ScanAllByLabelProperty", "ScanAllById", "ScanAllByEdge", "ScanAllByEdgeType",
    "ScanAllByEdgeTypeProperty", "ScanAllByEdgeTypePropertyValue", "ScanAllByEdgeTypePropertyRange", "ScanAllByEdgeId",
    "ScanAllByPointDistance", "ScanAllByPointWithinbbox", "Expand", "ExpandVariable", "BFSExpand", "STShortestPath",
    "WeightedShortestPath", "AllShortestPaths", "KShortestPaths", "ConstructNamedPath", "EdgeUniquenessFilter",
    "Filter", "Accumulate", "Aggregate", "Skip", "Limit", "OrderBy", "Distinct", "Union", "Unwind", "Cartesian",
    "Optional", "Apply", "IndexedJoin", "HashJoin", "EvaluatePatternFilter", "RollUpApply", "EmptyResult",
))  # fmt: skip
"""Operators of Memgraph that read. Its plans are text; calls of procedures are none of these."""

_PARTS = re.compile(r"(?:Partitioned)?([A-Za-z]+)(?:\(.*\))?(?:@.*)?", re.DOTALL)
_PROCEDURE = re.compile(r"([A-Za-z_][\w.]*)\(")
_FUNCTION = re.compile(r"[^\W\d]\w*(?:\.\w+)+(?=\()")
_OF_PLUGINS = "SHOW FUNCTIONS YIELD name, isBuiltIn WHERE NOT isBuiltIn AND toLower(name) IN $names RETURN name"
_MEMGRAPH_LINE = re.compile(r"[|\s\\/]*\*\s*(\w+)")
_KEPT = 1_000


class PlanLock:
    """Remembers the queries whose plans were looked at. Safe to use from several threads."""

    def __init__(self, *, memgraph: bool) -> None:
        self._memgraph = memgraph
        self._seen: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, session: neo4j.Session, query: str, parameters: Mapping[str, Any]) -> None:
        """Look at the plan of a query that was not looked at before.

        Raises:
            QueryRejected: `query.operator`; it does more than read this graph, or something that is not known.
        """
        with self._lock:
            if query in self._seen:
                self._seen.move_to_end(query)
                return
        self.explained(session, query, parameters)
        with self._lock:
            self._seen[query] = None
            while len(self._seen) > _KEPT:
                self._seen.popitem(last=False)

    def explained(self, session: neo4j.Session, query: str, parameters: Mapping[str, Any]) -> Explanation:
        """The plan of a query, looked at. Raises as `check` does."""
        result = session.run(f"EXPLAIN {query}", parameters)  # type: ignore[arg-type] # it need not be a literal
        if self._memgraph:
            operators = tuple(memgraph_operators(str(record[0]) for record in result))
            refuse_others(operators, MEMGRAPH_OPERATORS)
            return Explanation(operators)
        summary = result.consume()
        if summary.query_type != "r" or summary.plan is None:
            raise _refused(f"a query of the kind {summary.query_type}")
        steps = list(_steps(summary.plan))
        operators = tuple(plain_name(step) for step in steps)
        refuse_others(operators, OPERATORS)
        for other in {database_of(step) for step in steps} - {summary.database}:
            raise _refused(f"the database {other}")
        for step in steps:
            _refuse_procedure(step)
        _refuse_functions(session, steps)
        expected = steps[0].get("args", {}).get("EstimatedRows")
        return Explanation(tuple(operators), None if expected is None else float(expected))


def refuse_others(operators: Iterable[str], known: frozenset[str]) -> None:
    """Return if all operators are on a list.

    Raises:
        QueryRejected: `query.operator`.
    """
    for operator in operators:
        if operator not in known:
            raise _refused(f"the operator {operator}")


def plain_name(step: Mapping[str, Any]) -> str:
    """An operator without its mode, database and partitioning: `Expand` of `Expand(All)@neo4j`."""
    found = _PARTS.fullmatch(str(step.get("operatorType", "")))
    return found[1] if found else "?"


def database_of(step: Mapping[str, Any]) -> str:
    """The database that an operator reads: `neo4j` of `Expand(All)@neo4j`."""
    return str(step.get("operatorType", "")).rpartition("@")[2]


def memgraph_operators(lines: Iterable[str]) -> Iterator[str]:
    """The operators of a plan in lines such as ` * ScanAll (n)`; any other line gives the operator `?`."""
    for line in lines:
        if not line.strip(" |\\/"):
            continue
        found = _MEMGRAPH_LINE.match(line)
        yield found[1] if found else "?"


def _steps(plan: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    waiting = [plan]
    while waiting:
        step = waiting.pop()
        yield step
        waiting.extend(step.get("children", ()))


def _refuse_procedure(step: Mapping[str, Any]) -> None:
    if plain_name(step) != "ProcedureCall":
        return
    found = _PROCEDURE.match(str(step.get("args", {}).get("Details", "")))
    if found is None or found[1].lower() not in PROCEDURES:
        raise _refused(f"the procedure {found[1] if found else 'that is called'}")


def _refuse_functions(session: neo4j.Session, steps: Iterable[Mapping[str, Any]]) -> None:
    """Refuse a plan that calls a function of a plugin which may do more than compute.

    The server tells functions by their names, whatever the query calls them, among names of the graph, which may look
    like calls. So it is asked which of them are functions.
    """
    called = {
        name.lower() for step in steps for name in _FUNCTION.findall(str(step.get("args", {}).get("Details", "")))
    }
    odd = sorted(name for name in called if not name.startswith(NAMESPACES) and name not in PROCEDURES)
    if odd and (found := session.run(_OF_PLUGINS, {"names": odd}).value()):
        raise _refused(f"the function {found[0]}")


def _refused(what: str) -> QueryRejected:
    message = f"the server would do more than read this graph: {what} is not on the list of allowed operations"
    return QueryRejected(message, code="query.operator", details={"operator": what})
