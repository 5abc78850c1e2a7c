"""What stands around a query that a model wrote: Markdown fences, and prose."""

from __future__ import annotations

import re

_FENCED = re.compile(r"```[ \t]*[A-Za-z]*[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_IN_LINE = re.compile(r"\s*(`{1,3})(?:cypher\s)?([^`]*)\1\s*", re.IGNORECASE)
_BEGIN = re.compile(
    r"^[ \t]*(?:[\w ]{0,40}:[ \t]*)?(?=(?:MATCH\s*\(|OPTIONAL MATCH\s*\(|UNWIND\s|WITH\s|RETURN\s|CALL\s*[{(]))",
    re.MULTILINE,
)
_BLANK_LINE = re.compile(r"\n[ \t]*\r?\n")
_STATEMENT = re.compile(
    r"[;{}]|\b(?:MATCH|RETURN|CREATE|MERGE|DELETE|DETACH|SET|REMOVE|FOREACH|INSERT|DROP|ALTER|LOAD|CALL|UNION|COPY|USE|"
    r"EXPLAIN|PROFILE|SHOW|ATTACH|INSTALL|EXPORT|IMPORT|GRANT|DENY|REVOKE|WITH|UNWIND|WHERE|ORDER|LIMIT|SKIP)\b"
)
"""What prose does not hold, and statements do: nothing that might be one is cut away."""


def fences(text: str) -> str | None:
    """The one block between Markdown fences, or a query between backticks."""
    blocks = _FENCED.findall(text)
    if len(blocks) == 1:
        return str(blocks[0]).strip()
    whole = _IN_LINE.fullmatch(text)
    return whole[2].strip() if whole is not None and " " in whole[2] else None


def prose(text: str) -> str | None:
    """The query without the words before its first line and after an empty line."""
    begin = _BEGIN.search(text)
    if begin is None:
        return None
    before, rest = text[: begin.end()], text[begin.end() :]
    blank = _BLANK_LINE.search(rest)
    query, after = (rest[: blank.start()], rest[blank.end() :]) if blank is not None else (rest, "")
    if _STATEMENT.search(after):
        query, after = rest, ""
    if _STATEMENT.search(before) or not (before.strip() or after.strip()):
        return None
    return query.strip()
