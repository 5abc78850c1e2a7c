"""Words and signs of other languages: SQL's, programming languages', HTML's."""

from __future__ import annotations

import re

from fingerpost.query_languages.cypher.repair.protected import outside, replaced
from fingerpost.query_languages.cypher.vocabulary import AGGREGATE_NAMES

_OPERAND = r"""(?:[\w.$]{1,200}(?:\([^()]{0,200}\))?|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")"""
_PLACE = r"(?<![\w.$])[A-Za-z_$][\w.]{0,200}(?:\([\w., ]{0,200}\))?"
_ENTITIES = {"&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&apos;": "'"}
_ENTITY = re.compile("|".join(_ENTITIES))
_SIGNS = {"!=": "<>", "==": "=", "&&": "AND"}
_SIGN = outside("!=|==|&&")
_COUNT = outside(
    r"\bcount\s+distinct\s*\((?P<in>[^()]*)\)|\bcount\s+distinct\s+(?P<bare>[\w.]+)|\bcount\s*\(\s*unique\s+(?P<unique>[\w.]+)\s*\)"
)
_NEGATED = outside(rf"(?P<place>{_PLACE})\s+NOT\s+(?P<test>IN|CONTAINS|STARTS\s+WITH|ENDS\s+WITH)\b")
_BETWEEN = outside(
    rf"(?P<before>[-+*/%^|.]\s*)?(?P<place>{_PLACE})\s+BETWEEN\s+(?P<low>{_OPERAND})\s+AND\s+(?P<high>{_OPERAND})"
    r"(?P<after>\s*[-+*/%^|.(\[])?"
)
"""What stands before and after tells whether a sum or the like is compared, which cannot be moved."""
_LIKE = outside(
    rf"(?P<place>{_PLACE})\s+(?P<any_case>I?)LIKE\s+(?P<quote>['\"])(?P<start>%?)(?P<text>[^'\"\\%_]+)(?P<end>%?)(?P=quote)"
)
_MAP = outside(r"\(\s*\w*\s*(?::\s*\w+\s*)?\{(?P<items>[^{}'\"]*(?:(?:'[^'\\]*'|\"[^\"\\]*\")[^{}'\"]*)*)\}")
_EQUALS = outside(r"(?P<key>\w+)\s*==?\s*")
_GROUPED = outside(
    r"\b(?:RETURN|WITH)\s+(?P<items>(?:(?!\b(?:RETURN|WITH)\b)[^;]){1,1000}?)\s+GROUP\s+BY\s+(?P<keys>[\w.]+(?:\s*,\s*[\w.]+)*)(?=\s|;|\Z)"
)
_ITEM = re.compile(r"(?:[^,()\[\]{}]|\((?:[^()]|\([^()]*\))*\)|\[[^\[\]]*\]|\{[^{}]*\})+")
_AGGREGATE = re.compile(rf"\b(?:{'|'.join(sorted(AGGREGATE_NAMES))})\s*\(", re.IGNORECASE)
_AS = re.compile(r"\s+AS\s+", re.IGNORECASE)


def entities(text: str) -> str | None:
    """`&lt;` and the like."""
    return _ENTITY.sub(lambda found: _ENTITIES[found[0]], text)


def signs(text: str) -> str | None:
    """`!=`, `==` and `&&`."""
    return replaced(_SIGN, text, lambda found: _SIGNS[found[0]])


def counts(text: str) -> str | None:
    """`COUNT DISTINCT x`, `COUNT DISTINCT(x)` and `COUNT(UNIQUE x)`."""
    return replaced(_COUNT, text, lambda found: f"count(DISTINCT {found['in'] or found['bare'] or found['unique']})")


def negated_tests(text: str) -> str | None:
    """`x NOT IN list`, and so for CONTAINS, STARTS WITH and ENDS WITH."""
    return replaced(_NEGATED, text, lambda found: f"NOT {found['place']} {found['test']}")


def between(text: str) -> str | None:
    """`x BETWEEN a AND b`, where all three are written without an operator."""

    def written(found: re.Match[str]) -> str:
        if found["before"] or found["after"]:
            return found[0]
        return f"({found['place']} >= {found['low']} AND {found['place']} <= {found['high']})"

    return replaced(_BETWEEN, text, written)


def like(text: str) -> str | None:
    """`x LIKE '%text%'`, where only its ends are open; ILIKE takes upper and lower case for the same."""

    def written(found: re.Match[str]) -> str:
        tests = {(True, True): "CONTAINS", (False, True): "STARTS WITH", (True, False): "ENDS WITH"}
        test = tests.get((bool(found["start"]), bool(found["end"])), "=")
        place, text = found["place"], f"{found['quote']}{found['text']}{found['quote']}"
        return f"toLower({place}) {test} toLower({text})" if found["any_case"] else f"{place} {test} {text}"

    return replaced(_LIKE, text, written)


def equal_signs_in_maps(text: str) -> str | None:
    """`(n:Label {key = value})`."""

    def written(found: re.Match[str]) -> str:
        items = found["items"]
        return found[0].replace(items, replaced(_EQUALS, items, lambda each: f"{each['key']}: ")) if items else found[0]

    return replaced(_MAP, text, written)


def group_by(text: str) -> str | None:
    """GROUP BY over all columns of the clause that do not aggregate, and no other: Cypher groups by them as it is."""

    def written(found: re.Match[str]) -> str:
        columns = [_AS.split(item.strip()) for item in _ITEM.findall(found["items"])]
        grouped = [{part.strip().lower() for part in names} for names in columns if not _AGGREGATE.search(names[0])]
        keys = {key.strip().lower() for key in found["keys"].split(",")}
        same = all(names & keys for names in grouped) and keys <= {name for names in grouped for name in names}
        return re.split(r"\s+GROUP\s+BY\s", found[0], flags=re.I)[0] if same else found[0]

    return replaced(_GROUPED, text, written)
