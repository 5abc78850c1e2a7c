"""The typed syntax tree of reading Cypher: openCypher 9 and what Neo4j 5 reads.

Nodes are frozen. `pos` is the offset in the text that was parsed (-1 for trees that we made) and takes no part in
equality. There is no node for anything that writes.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from fingerpost.query_languages.cypher.ast.clauses import (
    CallProcedure,
    CallSubquery,
    Clause,
    Match,
    Projection,
    ProjectionItem,
    Query,
    SingleQuery,
    SortItem,
    Unwind,
)
from fingerpost.query_languages.cypher.ast.expressions import (
    Binary,
    Case,
    CountStar,
    Expression,
    FunctionCall,
    HasLabels,
    Index,
    IsNull,
    IsTyped,
    ListComprehension,
    ListLiteral,
    Literal,
    MapLiteral,
    MapProjection,
    Parameter,
    PatternComprehension,
    PatternPredicate,
    Property,
    Quantified,
    Reduce,
    Slice,
    SubqueryExpression,
    Unary,
    Variable,
)
from fingerpost.query_languages.cypher.ast.patterns import (
    HopRange,
    LabelExpression,
    LabelJunction,
    LabelName,
    LabelNot,
    LabelWildcard,
    NodePattern,
    PathElement,
    PathPattern,
    QuantifiedGroup,
    RelationshipPattern,
)

AnyNode: TypeAlias = Any
"""Any of the nodes; walkers take it."""

__all__ = [
    "AnyNode",
    "Binary",
    "CallProcedure",
    "CallSubquery",
    "Case",
    "Clause",
    "CountStar",
    "Expression",
    "FunctionCall",
    "HasLabels",
    "HopRange",
    "Index",
    "IsNull",
    "IsTyped",
    "LabelExpression",
    "LabelJunction",
    "LabelName",
    "LabelNot",
    "LabelWildcard",
    "ListComprehension",
    "ListLiteral",
    "Literal",
    "MapLiteral",
    "MapProjection",
    "Match",
    "NodePattern",
    "Parameter",
    "PathElement",
    "PathPattern",
    "PatternComprehension",
    "PatternPredicate",
    "Projection",
    "ProjectionItem",
    "Property",
    "Quantified",
    "QuantifiedGroup",
    "Query",
    "Reduce",
    "RelationshipPattern",
    "SingleQuery",
    "Slice",
    "SortItem",
    "SubqueryExpression",
    "Unary",
    "Unwind",
    "Variable",
]
