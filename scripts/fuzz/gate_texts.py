"""One statement of the fuzzer by its seed and number: a tree, its text, or a text that was tampered with."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.query_languages.cypher import ast
from fingerpost.query_languages.cypher.dialect import Draft
from fingerpost.query_languages.cypher.dialects import NEO4J
from scripts.fuzz.gate_trees import HOSTILE_NAMES, Grower

WRITES = (
    "CREATE (:Ghost)",
    "MERGE (:Ghost {x: 1})",
    "SET n.x = 1",
    "SET n:Ghost",
    "REMOVE n.nick",
    "DELETE n",
    "DETACH DELETE n",
    "FOREACH (q IN [1] | CREATE (:Ghost))",
    "DROP INDEX i",
    "CREATE INDEX FOR (n:Person) ON (n.nick)",
    "LOAD CSV FROM 'file:///etc/passwd' AS stolen",
    "LOAD CSV FROM 'file:///etc/passwd' AS stolen RETURN stolen",
    "LOAD CSV FROM 'http://127.0.0.1:9/x' AS stolen",
    "CALL db.labels() YIELD label",
    "CALL { CREATE (:Ghost) }",
    "CALL { MATCH (d) DETACH DELETE d } IN TRANSACTIONS",
    "EXPLAIN",
    "PROFILE",
    "USE other",
    "EXISTS { CREATE (:Ghost) }",
)
AROUND = (
    "%s",
    "%s RETURN 1 AS x",
    "%s RETURN *",
    "MATCH (n) %s",
    "MATCH (n:Person) %s RETURN count(*) AS c",
    "MATCH (n:Person) WITH n %s RETURN n",
    "MATCH (n) WHERE n.nick IS NOT NULL %s RETURN n.nick AS nick",
    "UNWIND [1, 2] AS x MATCH (n) %s RETURN x",
    "MATCH (n)-[r]->(m) %s RETURN r",
    "MATCH (n) RETURN n; %s",
    "MATCH (n) FOREACH (x IN [1] | %s)",
    "CALL { %s } RETURN 1 AS x",
    "MATCH (n) CALL (n) { %s } RETURN n",
    "MATCH (n) WHERE EXISTS { %s } RETURN n",
    "MATCH (n) RETURN n UNION %s RETURN 1 AS n",
)
SIGNS = (
    *(
        "/*",
        "*/",
        "//",
        "--",
        "#",
        "'",
        '"',
        "`",
        "``",
        ";",
        "; ",
        "\\",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        "|",
        "$",
        ":",
        ",",
    ),
    *("\n", "\r", "\x00", "\ufeff", "\u200b", "\u2028", "\u00a0", "\u202e", "\\u0027", "\\u0060", "\\u003b", "\\'"),
)
_ALIKE = {
    "C": "С",
    "E": "Е",
    "M": "М",
    "S": "Ѕ",
    "s": "ſ",
    "i": "ı",
    "K": "\u212a",
    "'": "’",
    "`": "ˋ",
    ";": ";",
    "(": "（",
}
_WORD = re.compile(r"\s+|\w+|[^\w\s]")
_CLAUSE = re.compile(r"(?<!^)\b(?:OPTIONAL MATCH|(?<!OPTIONAL )MATCH|RETURN|WITH|UNWIND|CALL|UNION)\b")
_NODE = re.compile(r"\((\w+|`(?:[^`]|``)+`)")
_PARAMETER = re.compile(r"`(?:[^`]|``)*`|\$(fp\d+)")


class Statements:
    """The statements of one seed. `corpus` are texts to tamper with and to splice in."""

    def __init__(self, seed: int, corpus: Sequence[str]) -> None:
        self.seed = seed
        self.corpus = corpus

    def make(self, number: int) -> str | ast.Query:
        """The statement with a number: the same on every machine."""
        random = Random(f"{self.seed}/{number}")
        roll = random.random()
        if roll < 0.15:
            chosen = random.choice(self.corpus)
            return chosen if roll < 0.03 else tampered(random, chosen, self.corpus)
        if roll < 0.30:
            return _biting(random, self.corpus)
        tree = Grower(random, tame=roll > 0.7).query(random.choice((1, 2, 2, 3)))
        if roll < 0.50:
            return tree
        text = written(tree)
        return text if roll < 0.60 else tampered(random, text, self.corpus)


def written(tree: ast.Query) -> str:
    """A tree as the text that a person would send, with its strings in it."""
    try:
        printed = NEO4J.printer(Draft(tree, NEO4J))
    except UnsupportedConstruct as error:
        return str(error)
    return _PARAMETER.sub(lambda found: _string(found, printed.parameters), printed.text)


def _string(found: re.Match[str], parameters: Mapping[str, Any]) -> str:
    if found[1] is None:
        return found[0]
    value = str(parameters[found[1]])
    return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"


def tampered(random: Random, text: str, corpus: Sequence[str]) -> str:
    """The text after one to three changes."""
    for _ in range(random.choice((1, 1, 2, 3))):
        text = random.choice(_CHANGES)(random, text, corpus)
    return text[:5_000]


def _biting(random: Random, corpus: Sequence[str]) -> str:
    """A statement that writes or reaches out as it stands, half of the time; else it was tampered with."""
    text = random.choice(AROUND) % random.choice(WRITES)
    if random.random() < 0.5:
        return random.choice(
            (text, text.lower(), text.swapcase(), text.replace(" ", "\n"), text.replace(" ", " // x\n"))
        )
    return random.choice((_sign, _escape, _name, _splice))(random, text, corpus)


def _at_a_word(random: Random, text: str) -> int:
    """The end of a word, or the beginning of the text."""
    return random.choice([0, *(found.end() for found in _WORD.finditer(text))])


def _insert(random: Random, text: str, what: str) -> str:
    place = _at_a_word(random, text)
    return text[:place] + what + text[place:]


def _write(random: Random, text: str, _corpus: Sequence[str]) -> str:
    return _insert(random, text, f" {random.choice(WRITES)} ")


def _clause(random: Random, text: str, _corpus: Sequence[str]) -> str:
    """A writing clause where a clause may begin, about a node that is there, if any is."""
    places = [found.start() for found in _CLAUSE.finditer(text)]
    node = random.choice(_NODE.findall(text) or ["n"])
    place = random.choice([*places, len(text)])
    clause = re.sub(r"\bn\b", lambda _: node, random.choice(WRITES))
    before, after = random.choice(((" ", " "), ("\n", "\n"), ("/**/", "/**/"), ("; ", "; "), (" // x\n", " // x\n")))
    return text[:place] + before + clause + after + text[place:]


def _sign(random: Random, text: str, _corpus: Sequence[str]) -> str:
    return _insert(random, text, random.choice(SIGNS))


def _hide(random: Random, text: str, _corpus: Sequence[str]) -> str:
    """A writing clause between signs that may or may not hide it."""
    return _insert(random, text, random.choice(SIGNS) + random.choice(WRITES) + random.choice(SIGNS))


def _name(random: Random, text: str, _corpus: Sequence[str]) -> str:
    """A hostile name in quotes that may not hold it."""
    return _insert(
        random, text, random.choice((" ", "`", "``", "'")) + random.choice(HOSTILE_NAMES) + random.choice("` '")
    )


def _escape(random: Random, text: str, _corpus: Sequence[str]) -> str:
    """A letter as a Unicode escape, or a letter that looks like it."""
    if not text:
        return text
    place = random.randrange(len(text))
    code = ord(text[place])
    other = random.choice(
        (f"\\u{code & 0xFFFF:04X}", f"\\U{code:08X}", _ALIKE.get(text[place], "\u0301"), text[place].swapcase())
    )
    return text[:place] + other + text[place + 1 :]


def _splice(random: Random, text: str, corpus: Sequence[str]) -> str:
    """The beginning of one text and the end of another."""
    other = random.choice(corpus)
    first, second = (text, other) if random.random() < 0.5 else (other, text)
    return (
        first[: _at_a_word(random, first)] + random.choice(("", " ", ";", "\n")) + second[_at_a_word(random, second) :]
    )


def _whole(random: Random, text: str, corpus: Sequence[str]) -> str:
    return _insert(random, text, f" {random.choice(corpus)} ")


def _cut(random: Random, text: str, _corpus: Sequence[str]) -> str:
    first, second = sorted((_at_a_word(random, text), _at_a_word(random, text)))
    return text[:first] + text[second:]


def _again(random: Random, text: str, _corpus: Sequence[str]) -> str:
    first, second = sorted((_at_a_word(random, text), _at_a_word(random, text)))
    return text[:second] + text[first:second] + text[second:]


_CHANGES: tuple[Callable[[Random, str, Sequence[str]], str], ...] = (
    _clause,
    _clause,
    _clause,
    _write,
    _sign,
    _sign,
    _hide,
    _name,
    _escape,
    _splice,
    _whole,
    _cut,
    _again,
)
