"""Clauses in the places that SQL gives them: HAVING, an order before the columns, a SELECT in a condition."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fingerpost.query_languages.cypher.repair.protected import outside, replaced
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES

_NO_CLAUSE = r"(?:(?!\b(?:RETURN|WITH|MATCH|UNWIND|CALL|UNION|GROUP|HAVING|WHERE|ORDER)\b)[^;])"
_EARLY = outside(rf"\b(?P<order>(?:ORDER\s+BY\s+{_NO_CLAUSE}{{1,500}}?|LIMIT\s+[\w$]+\s+))(?=\bRETURN\b)")
_HAVING = outside(
    rf"\b(?P<clause>RETURN|WITH)\s+(?P<items>{_NO_CLAUSE}{{1,1000}}?)"
    rf"(?:\s+GROUP\s+BY\s+(?P<keys>[\w.]+(?:\s*,\s*[\w.]+)*))?"
    rf"\s+(?P<having>HAVING|WHERE)\s+(?P<condition>{_NO_CLAUSE}{{1,500}}?)(?P<tail>\s+(?:ORDER\s+BY|LIMIT)\s[^;]*)?\s*;?\s*\Z"
)
_ITEM = re.compile(r"(?:[^,()\[\]{}]|\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\]|\{[^{}]*\})+")
_AS = re.compile(r"\s+AS\s+(?=[\w`]+\s*\Z)", re.IGNORECASE)
_AGGREGATES = "|".join(sorted(AGGREGATE_NAMES))
_AGGREGATE = re.compile(rf"\b(?:{_AGGREGATES})\s*\((?:[^()]|\([^()]*\))*\)", re.IGNORECASE)
_SELECT = outside(
    r"\(\s*SELECT\s+(?P<function>avg|min|max|sum|count)\s*\(\s*(?P<of>\w+|\*)\s*\)\s+FROM\s+(?P<label>\w+)\s*\)"
)
_MATCHES = re.compile(r"\s*(?:OPTIONAL\s+)?MATCH\b", re.IGNORECASE)


def order_before_columns(text: str) -> str | None:
    """`MATCH ... ORDER BY x LIMIT 1 RETURN y`: what is ordered and cut are the rows before the columns."""
    return replaced(_EARLY, text, lambda found: f"WITH * {found['order']}")


def having(text: str) -> str | None:
    """`RETURN x, count(y) GROUP BY x HAVING count(y) > 2`, and WHERE in its place: a condition on groups.

    Only where the groups are the columns that do not aggregate, so that Cypher makes the same. `RETURN x WHERE y > 2`,
    which is about no group, holds before the columns.
    """

    def written(found: re.Match[str]) -> str:
        columns = [_AS.split(item.strip(), maxsplit=1) for item in _ITEM.findall(found["items"])]
        condition, tail = found["condition"], found["tail"] or ""
        plain = [names[0].lower() for names in columns if not _AGGREGATE.search(names[0])]
        keys = [key.strip().lower() for key in found["keys"].split(",")] if found["keys"] else plain
        is_having = found["having"].upper() == "HAVING" or _AGGREGATE.search(condition)
        distinct = found["items"].lstrip().upper().startswith("DISTINCT")
        if found["clause"].upper() != "RETURN":
            return found[0]
        if not is_having and not found["keys"]:
            return f"WITH * WHERE {condition} RETURN {found['items']}{tail}"
        if not is_having or distinct or set(plain) - set(keys):
            return found[0]
        names = {names[0]: names[-1] if len(names) > 1 else f"`{names[0]}`" for names in columns}
        shown = list(names.values())
        for key in keys:
            if key not in plain and key not in {name.lower() for name in shown}:
                return found[0]  # groups by something that is not a column
        for number, foreign in enumerate(_foreign(f"{condition} {tail}", names), 1):
            names[foreign] = f"having{number}"
        grouped = ", ".join(f"{expression} AS {name}" for expression, name in names.items())
        return f"WITH {grouped} WHERE {_named(condition, names)} RETURN {', '.join(shown)}{_named(tail, names)}"

    return replaced(_HAVING, text, written)


def _foreign(text: str, names: dict[str, str]) -> Iterator[str]:
    """Aggregates in a text that no column has."""
    known = {expression.lower() for expression in names}
    found = dict.fromkeys(match[0] for match in _AGGREGATE.finditer(text))
    return (aggregate for aggregate in found if aggregate.lower() not in known)


def _named(text: str, names: dict[str, str]) -> str:
    """A text with the names of the columns instead of what they are."""
    for expression in sorted(names, key=len, reverse=True):
        pattern = outside(rf"(?<![\w.`]){re.escape(expression)}(?![\w(])")
        text = replaced(pattern, text, lambda _, name=names[expression]: name)  # type: ignore[misc]
    return text


def selects_in_conditions(text: str) -> str | None:
    """`WHERE b.price > (SELECT avg(price) FROM Book)`: one number over all nodes of a label."""
    if not _MATCHES.match(text):
        return None
    before: list[str] = []

    def written(found: re.Match[str]) -> str:
        name, carried = f"select{len(before) + 1}", "".join(f", select{n}" for n in range(1, len(before) + 1))
        of = "*" if found["of"] == "*" else f"one.{found['of']}"
        before.append(f"MATCH (one:{found['label']}) WITH {found['function']}({of}) AS {name}{carried} ")
        return name

    rest = replaced(_SELECT, text, written)
    return "".join(before) + rest
