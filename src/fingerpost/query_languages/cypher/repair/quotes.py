"""Quotes: typographic ones, apostrophes inside strings, names in the quotes of strings."""

from __future__ import annotations

import re

from fingerpost.query_languages.cypher.repair.protected import outside, replaced

_TYPOGRAPHIC = outside("[\u201c\u201d\u201e\u201f\u2018\u2019\u201a\u201b\u00ab\u00bb]")
_SINGLE = "\u2018\u2019\u201a\u201b"
_ALIAS = outside(r"\bAS\s+(?P<quote>['\"])(?P<name>[^'\"`\\]+)(?P=quote)")
_OTHER = re.compile(r'"(?:[^"\\]|\\.)*"|`[^`]*`')
_CLOSES = re.compile(
    r"\s*(?:\Z|[,)\]}:;+=<>|]|(?:AND|OR|XOR|RETURN|WITH|WHERE|AS|THEN|ELSE|END|IN|ORDER|SKIP|LIMIT|UNION|MATCH|OPTIONAL|"
    r"WHEN|STARTS|ENDS|CONTAINS|IS|ASC|DESC)\b)",
    re.IGNORECASE,
)
"""What follows the quote that closes a string."""


def typographic_quotes(text: str) -> str | None:
    """Quotes as word processors set them."""
    return replaced(_TYPOGRAPHIC, text, lambda found: "'" if found[0] in _SINGLE else '"')


def quoted_aliases(text: str) -> str | None:
    """`AS 'name'` is meant as the name of a column."""
    return replaced(_ALIAS, text, lambda found: f"AS `{found['name']}`")


def apostrophes(text: str) -> str | None:
    """Apostrophes in strings without a backslash, as they are or doubled as in SQL."""
    done: list[str] = []
    index = 0
    while index < len(text):
        other = _OTHER.match(text, index)
        if other is not None:
            done.append(other[0])
            index = other.end()
        elif text[index] == "'":
            string = _string(text, index)
            if string is None:
                return None
            body, index = string
            done.append(f"'{body}'")
        else:
            done.append(text[index])
            index += 1
    return "".join(done)


def _string(text: str, start: int) -> tuple[str, int] | None:
    """The body of the string that begins here, its apostrophes escaped, and its end; None if it has none."""
    body: list[str] = []
    index = start + 1
    while index < len(text):
        character = text[index]
        if character == "\\":
            body.append(text[index : index + 2])
            index += 2
        elif character != "'":
            body.append(character)
            index += 1
        elif _CLOSES.match(text, index + 1) is not None:
            return "".join(body), index + 1
        else:
            body.append("\\'")
            index += 2 if text.startswith("''", index) else 1
    return None
