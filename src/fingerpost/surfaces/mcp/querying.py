"""Tools that query: questions in plain English, and Cypher through the gate."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, Field

from fingerpost.core.cells import Cell, Node, Path, Relationship, encode
from fingerpost.core.errors import FingerpostError, QueryRejected, StoreError, UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.core.verified import VerifiedQuery
from fingerpost.engine import NODE_NAME, NODE_TYPE, RELATION_TYPE, AskContext
from fingerpost.linking import normalise
from fingerpost.surfaces.mcp.paging import begun, page
from fingerpost.surfaces.mcp.registry import Call, Gives, OnDocuments, OnGraph, tool

_NEAR = 3
_NAMED = 30
_UNKNOWN = frozenset(("N001", "N002", "N003"))
"""Findings of names that the graph does not have."""


class Cypher(OnGraph):
    query: str = Field(description="A Cypher query that only reads.", max_length=20_000)
    parameters: dict[str, Any] | None = Field(default=None, description="Values of $parameters in the query.")
    explain: bool = Field(default=False, description="Only show what would run, with repairs; run nothing.")
    limit: int = Field(default=200, ge=1, le=1_000, description="Rows per page.")
    cursor: str | None = Field(default=None, description="next_cursor of the previous page.")


class CypherResult(Gives):
    success: bool
    query: str = Field(description="The query as given.")
    query_executed: str | None = Field(default=None, description="What ran, if it differs from the query.")
    parameters: dict[str, Any] | None = Field(
        default=None, description="The values of $parameters in query_executed, which are texts of the query."
    )
    fixes_applied: list[str] | None = Field(default=None, description="Repairs, such as a corrected direction.")
    columns: list[str] | None = None
    rows: list[dict[str, Any]] | None = Field(
        default=None, description="One object per row, with a key for each column."
    )
    count: int | None = Field(default=None, description="The total number of rows.")
    next_cursor: str | None = Field(default=None, description="Pass it as cursor to get the next page.")
    truncated: bool | None = Field(default=None, description="Whether there are more rows than the row limit.")
    hints: list[str] | None = Field(default=None, description="Similar names and values in the graph.")
    plan: str | None = Field(default=None, description="With explain: the query in English.")
    estimated_rows: float | None = Field(
        default=None, description="With explain: the number of rows that the engine expects."
    )
    error: str | None = Field(default=None, description="Why the query was refused or failed.")
    code: str | None = Field(default=None, description="The stable code of the error.")


@tool("Cypher query", reads=True)
def cypher_query(call: Call, given: Cypher) -> CypherResult:
    """Run a Cypher query that only reads. In graphs that you build, every node has the properties label (its name) and
    type, and every relationship has relation; the type is also the node's Cypher label, and the relation the
    relationship's type. A read-only knowledge base has its own names and properties: see get_graph_info.

    | Intent | Cypher |
    |---|---|
    | who works at Acme | MATCH (p)-[:works_at]->(c {label: 'Acme'}) RETURN p.label |
    | nodes of a type | MATCH (p:Person) RETURN p.label ORDER BY p.label |
    | how many of each type | MATCH (n) RETURN n.type AS type, count(*) AS count ORDER BY count DESC |
    | with optional details | MATCH (a:Person) OPTIONAL MATCH (a)-[:works_at]->(b) RETURN a.label, b.label |
    | any number of steps | MATCH (a {label: 'Ann'})-[:knows*1..4]->(b) RETURN DISTINCT b.label |
    | a missing relation | MATCH (p:Person) WHERE NOT (p)-[:works_at]->() RETURN p.label |
    | part of a name | MATCH (n) WHERE toLower(n.label) CONTAINS 'ac' RETURN n.label |
    | what two share | MATCH (a {label: 'Ann'})-[]->(x)<-[]-(b {label: 'Bob'}) RETURN DISTINCT x.label |

    Types, relations and properties are taken as written: what the graph does not have matches nothing, and hints name
    the closest. Writing, loading files and calling procedures are refused. A variable-length path has at most 8 steps.
    """
    state = call.graphs.state(given.graph)
    try:
        verified = state.context.gate.literal.check(given.query, given.parameters)
        if given.explain:
            return _explained(state.context, given, verified)
        shown_of = f"{given.graph}/{state.stamp}/{verified.text}"
        at = begun(given.cursor, shown_of)
        result = call.graphs.cache.run(given.graph, state, verified)
    except (QueryRejected, UnsupportedConstruct) as error:
        refused = CypherResult(success=False, query=given.query, error=_reasons(error), code=error.code)
        return refused.model_copy(update={"hints": _vocabulary(state.context.schema)})
    except FingerpostError as error:
        if error.code == "cursor.invalid":
            raise
        failed = CypherResult(success=False, query=given.query, error=error.message, code=error.code)
        # A store whose labels are tables does not know of others.
        hints = _unmatched(state.context.schema, verified) if isinstance(error, StoreError) else []
        return failed.model_copy(update={"hints": hints} if hints else {})
    rows, cursor = page(result.rows, at, given.limit, shown_of)
    update: dict[str, object] = {"next_cursor": cursor} if cursor else {}
    update |= {"truncated": True} if result.cut else {}
    executed = _standard(state.context, given) if verified.fixes_applied else None
    if executed is not None and executed.parameters:
        update["parameters"] = {name: encode(value) for name, value in executed.parameters.items()}
    hints = _unmatched(state.context.schema, verified, empty=not result.rows)
    hints += [] if result.rows else _near(call, given, verified)
    update |= {"hints": hints} if hints else {}
    return CypherResult(
        success=True,
        query=given.query,
        query_executed=None if executed is None else executed.text,
        fixes_applied=list(verified.fixes_applied),
        columns=list(result.columns),
        rows=[dict(zip(result.columns, map(shown, row), strict=True)) for row in rows],
        count=len(result.rows),
    ).model_copy(update=update)


def _explained(context: AskContext, given: Cypher, verified: VerifiedQuery) -> CypherResult:
    from fingerpost.query_languages import language

    explanation = context.store.explain(verified)
    standard = _standard(context, given)
    try:
        plan = language().lift(standard.text, standard.parameters).reading
    except FingerpostError:
        plan = None
    hints = _unmatched(context.schema, verified)
    return CypherResult(
        success=True,
        query=given.query,
        query_executed=standard.text,
        fixes_applied=list(verified.fixes_applied),
        columns=list(verified.columns),
        plan=plan,
        estimated_rows=explanation.estimated_rows,
    ).model_copy(update={"hints": hints} if hints else {})


def _standard(context: AskContext, given: Cypher) -> VerifiedQuery:
    """The query after repairs in the notation of Neo4j, which clients write; else in that of the store."""
    gate = context.gate.literal
    try:
        return gate.check(given.query, given.parameters, dialect="neo4j")
    except FingerpostError:
        return gate.check(given.query, given.parameters)


def _reasons(error: FingerpostError) -> str:
    """The reasons why a query was refused, with their positions."""
    said = [_said(finding["message"], finding.get("suggestion")) for finding in error.details.get("findings", ())]
    return "; ".join(filter(None, said)) or error.message


def _said(message: str, near: str | None) -> str:
    return f"{message}; did you mean {near}?" if near else message


def _vocabulary(schema: GraphSchema) -> list[str]:
    """The names that a query may use."""
    types = ", ".join(label.name for label in schema.labels[:_NAMED]) or "none"
    relations = ", ".join(relation.type for relation in schema.relationships[:_NAMED]) or "none"
    return [f"types of nodes: {types}", f"relations: {relations}"]


def _unmatched(schema: GraphSchema, verified: VerifiedQuery, *, empty: bool = True) -> list[str]:
    """Which names of a query the graph does not have, and where nothing was found, what else can match nothing."""
    if not schema.node_count:
        return ["the graph is empty"] if empty else []
    unknown = [finding for finding in verified.notes if finding.code in _UNKNOWN]
    others = [finding for finding in verified.notes if finding.code.startswith("N") and finding.code not in _UNKNOWN]
    said = [_said(finding.message, finding.suggestion) for finding in (*unknown, *(others if empty else ()))]
    return [*said, *(_vocabulary(schema) if said else [])]


def _near(call: Call, given: Cypher, verified: VerifiedQuery) -> list[str]:
    """Values of the graph that are similar to texts in a query without results."""
    base, hints = call.graphs.reading(given.graph), []
    for value in dict.fromkeys(v for v in verified.parameters.values() if isinstance(v, str)):
        words = normalise(value)
        if not words:
            continue
        near = [str(found) for _, found in base.index.lookup([words]).get(words, [])]
        if value in near:
            continue
        near += [str(found) for _, found in base.index.containing(words.split(" "), _NEAR)]
        for word, _ in base.index.misspelt(words, _NEAR) if " " not in words else ():
            near += [str(found) for _, found in base.index.lookup([word]).get(word, [])]
        found_names = list(dict.fromkeys(near))[:_NEAR]
        also = f"; near to it: {', '.join(map(repr, found_names))}" if found_names else ""
        hints.append(f"no value is {value!r}{also}")
    return hints


def shown(cell: Cell) -> Any:
    """A cell in a result: a node as its properties, a relationship without properties as its relation."""
    if isinstance(cell, Node):
        properties = {key: shown(value) for key, value in cell.properties.items()}
        return {NODE_NAME: cell.element_id, NODE_TYPE: cell.labels[0] if cell.labels else "", **properties}
    if isinstance(cell, Relationship):
        properties = {key: shown(value) for key, value in cell.properties.items() if key != RELATION_TYPE}
        ends = {"source": cell.start, "target": cell.end}
        return {RELATION_TYPE: cell.type, **ends, **properties} if properties else cell.type
    if isinstance(cell, Path):
        steps = [shown(cell.nodes[0])]
        for relationship, node in zip(cell.relationships, cell.nodes[1:], strict=True):
            steps += [shown(relationship), shown(node)]
        return steps
    if isinstance(cell, (list, tuple)):
        return [shown(item) for item in cell]
    return encode(cell)


class Question(OnDocuments):
    question: str = Field(description="A question in English.", min_length=1, max_length=2_000)
    choice: int | None = Field(
        default=None, ge=1, description="The number of the intended reading of an ambiguous question."
    )
    limit: int = Field(default=100, ge=1, le=1_000, description="Maximum number of rows to return.")
    collections: list[str] = Field(
        default_factory=list,
        description="Collections of documents to ask, and graph for the graph beside them; default: all.",
        max_length=100,
    )


class CitationShown(BaseModel):
    element: str
    kind: str
    label: str | None = None
    name: str | None = None
    source: str | None = None


class ChoiceShown(BaseModel):
    choice: int
    reading: str
    confidence: float


class AnswerShown(Gives):
    status: str = Field(description="answered, empty, ambiguous, unanswerable, refused or failed.")
    answer: str
    columns: list[str]
    rows: list[dict[str, Any]]
    count: int = Field(description="The total number of rows.")
    reading: str = Field(description="How the question was understood: check it.")
    confidence: float
    citations: list[CitationShown]
    choices: list[ChoiceShown] = Field(
        description="The readings of an ambiguous question; call ask again with a choice."
    )
    notes: list[str]
    suggestions: list[str]


@tool("Ask in plain language", reads=True)
def ask(call: Call, given: Question) -> AnswerShown:
    """Answer a question about a graph in plain English, with citations: counts, lists, values, comparisons, groups,
    superlatives; and how things hang together: paths with their steps, parts of parts and places in places over any
    number of steps, friends of friends, what two nodes share, missing relations, nodes by a part of their name.
    `reading` says how the question was understood. If it can be read in several ways, `choices` lists them: call ask
    again with one. Also works on knowledge bases.

    Examples: Who works at Acme? How many people does each company employ? Which people know nobody? What are all the
    parts of the bicycle? Who are the friends of Ann's friends? How is Ann connected to Oslo? What do Ann and Bob have
    in common? Which nodes have "ac" in their name?
    """
    with call.within(given) as base:
        answer = base.ask(given.question, choice=given.choice, collections=given.collections)
    columns = list(answer.columns)
    return AnswerShown(
        status=answer.status.value,
        answer=answer.text,
        columns=columns,
        rows=[dict(zip(columns, map(shown, row), strict=True)) for row in answer.rows[: given.limit]],
        count=len(answer.rows),
        reading=answer.reading,
        confidence=answer.confidence,
        citations=[
            CitationShown(
                element=citation.element_id,
                kind=citation.kind,
                label=citation.label,
                name=citation.name,
                source=None
                if citation.source is None
                else " ".join(filter(None, (citation.source.file, citation.source.position))),
            )
            for citation in answer.citations
        ],
        choices=[
            ChoiceShown(choice=number, reading=choice.reading, confidence=choice.confidence)
            for number, choice in enumerate(answer.choices, 1)
        ],
        notes=list(answer.notes),
        suggestions=list(answer.suggestions),
    )
