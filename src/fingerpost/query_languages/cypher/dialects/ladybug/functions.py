"""Functions as the engine has them: templates of their arguments, with what differs put right."""

from __future__ import annotations

import re

_PLACE = re.compile(r"\{(\d)\}")
NUMBER = "'[+-]?([0-9]+([.][0-9]*)?|[.][0-9]+)([eE][+-]?[0-9]+)?'"
WHOLE = "'[+-]?[0-9]{1,18}'"
_FLOAT = (
    f"CAST(CASE WHEN typeof({{0}}) = 'STRING' AND NOT (CAST({{0}} AS STRING) =~ {NUMBER}) "
    "THEN null ELSE {0} END AS DOUBLE)"
)

TEMPLATES: dict[str, str] = {
    "toLower": "lower({0})",
    "toUpper": "upper({0})",
    "trim": "trim({0})",
    "ltrim": "ltrim({0})",
    "rtrim": "rtrim({0})",
    "left": "left({0}, {1})",
    "right": "right({0}, {1})",
    "replace": "replace({0}, {1}, {2})",
    "size": "size({0})",
    "isEmpty": "(size({0}) = 0)",
    "toFloat": _FLOAT,
    "abs": "abs({0})",
    "ceil": "ceil(CAST({0} AS DOUBLE))",
    "floor": "floor(CAST({0} AS DOUBLE))",
    "sign": "sign({0})",
    "sqrt": "sqrt({0})",
    "log": "ln({0})",
    "log10": "log10({0})",
    "sin": "sin({0})",
    "cos": "cos({0})",
    "tan": "tan({0})",
    "asin": "asin({0})",
    "acos": "acos({0})",
    "atan": "atan({0})",
    "atan2": "atan2({0}, {1})",
    "cot": "cot({0})",
    "degrees": "degrees({0})",
    "radians": "radians({0})",
    "pi": "pi()",
    "e": "2.718281828459045",
    "count": "count({0})",
    "min": "min({0})",
    "max": "max({0})",
    "avg": "avg({0})",
    "sum": "coalesce(sum({0}), 0)",
    "percentileCont": "percentilecont({0}, {1})",
    "percentileDisc": "percentiledisc({0}, {1})",
    "type": "label({0})",
    "labels": "CASE WHEN {0} IS NULL THEN null ELSE [label({0})] END",
    "startNode": "start_node({0})",
    "endNode": "end_node({0})",
    "nodes": "nodes({0})",
    "relationships": "rels({0})",
    "length": "length({0})",
    "tail": "list_slice({0}, 2, size({0}))",
    "date.truncate": "date_trunc({0}, {1})",
    "list_has_any": "list_has_any({0}, {1})",
    "fp_identity": "id({0})",
    "fp_identities": "{0}",
    "nullIf": "nullif({0}, {1})",
    "isNaN": "({0} <> {0})",
    "exp": "pow(2.718281828459045, {0})",
}
"""Functions of a fixed number of arguments, by their usual names."""


def arity(template: str) -> int:
    """How many arguments a template has."""
    return len(set(_PLACE.findall(template)))


def filled(template: str, *arguments: str) -> str:
    """A template with its arguments in place."""
    return _PLACE.sub(lambda found: arguments[int(found[1])], template)


def whole(argument: str, number: str) -> str:
    """Text or a number as a whole number: fractions are cut, other text is null."""
    truncated = f"CASE WHEN {number} < 0 THEN ceil({number}) ELSE floor({number}) END"
    exact = (
        f"CASE WHEN typeof({argument}) IN ['DOUBLE', 'FLOAT'] OR (typeof({argument}) = 'STRING' "
        f"AND NOT (CAST({argument} AS STRING) =~ {WHOLE})) THEN null ELSE {argument} END"
    )
    return f"coalesce(CAST({exact} AS INT64), CAST({truncated} AS INT64))"


def text(argument: str) -> str:
    """A value as text; of a kind that the engine writes in its own way, an error that says so."""
    wrong = "'toString() of such a value cannot be expressed in the ladybug dialect'"
    known = "['INT64', 'INT128', 'INT32', 'INT16', 'INT8', 'STRING', 'DATE', 'BOOL']"
    return (
        f"CASE WHEN CAST(CASE WHEN typeof({argument}) IN {known} THEN '0' ELSE {wrong} END AS INT64) = 0 THEN "
        f"CASE WHEN typeof({argument}) = 'BOOL' THEN lower(CAST({argument} AS STRING)) "
        f"ELSE CAST({argument} AS STRING) END END"
    )


def item(source: str, place: str) -> str:
    """The item of a list at a place that counts from 1, or from the end where it is negative; null outside."""
    part = f"list_slice({source}, {place}, {place})"
    return f"CASE WHEN size({part}) > 0 THEN list_any_value({part}) ELSE null END"
