"""The tokenizer of Cypher.

Tokens are kept in parallel lists, which is what makes the parser fast: `kinds` (one letter), `texts` (the value of a
name or string, the text of anything else), `uppers` (the text in upper case, for keywords) and `starts` (offsets).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fingerpost.core.errors import UnsupportedConstruct
from fingerpost.core.names import is_text, quoted
from fingerpost.query_languages.cypher.errors import CypherSyntaxError

NAME, QUOTED, STRING, INTEGER, FLOAT, PARAMETER, PUNCTUATION, END = "nqsifp.$"
"""Kinds: a bare name, a backticked name, a string, numbers, a parameter, anything else, the end."""

_TOKEN = re.compile(
    r"""
    (?P<space>[\s\u00a0\u180e\u2007\u202f\ufeff]+)
  | (?P<comment>//[^\n\r]*|/\*.*?\*/)
  | (?P<n>[^\W\d]\w*)
  | (?P<f>(?:\d[\d_]*\.\d[\d_]*(?:[eE][+-]?\d+)?|\.\d[\d_]*(?:[eE][+-]?\d+)?|\d[\d_]*[eE][+-]?\d+)(?!\w))
  | (?P<i>(?:0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|\d[\d_]*)(?!\w))
  | (?P<s>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")
  | (?P<q>`(?:[^`]|``)*`)
  | (?P<p>\$(?:[^\W\d]\w*|\d+|`(?:[^`]|``)+`))
  | (?P<o><>|<=|>=|=~|\.\.|\|\||::|!=|==|/(?!\*)|[-+*%^=<>()\[\]{},.:;|&!$])
    """,
    re.VERBOSE | re.DOTALL,
)

_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))", re.DOTALL)
_SIMPLE_ESCAPES = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "\\": "\\", "'": "'", '"': '"', "`": "`"}
# Typographic dashes and comparison signs that people paste; Neo4j reads the dashes as one minus.
_DASHES = dict.fromkeys("\u00ad\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-")


@dataclass(slots=True)
class Tokens:
    """The tokens of one text, ended by one END token."""

    text: str
    kinds: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    uppers: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)


def tokenize(text: str) -> Tokens:
    """Split a text into tokens.

    Raises:
        CypherSyntaxError: a character that Cypher does not have, or an unterminated string, name or comment.
    """
    tokens = Tokens(text)
    kinds, texts, uppers, starts = tokens.kinds, tokens.texts, tokens.uppers, tokens.starts
    position, length, match = 0, len(text), _TOKEN.match
    while position < length:
        found = match(text, position)
        if found is None:
            if text[position] in _DASHES:
                kinds.append(PUNCTUATION)
                texts.append("-")
                uppers.append("-")
                starts.append(position)
                position += 1
                continue
            raise _lexical_error(text, position)
        kind = found.lastgroup
        value = found.group()
        end = found.end()
        if kind in ("space", "comment"):
            position = end
            continue
        if kind == "n":
            kinds.append(NAME)
            uppers.append(value.upper())
        elif kind == "o":
            kinds.append(PUNCTUATION)
            uppers.append(value)
        elif kind == "s":
            kinds.append(STRING)
            uppers.append("")
            value = value[1:-1]
            if "\\" in value:
                value = _unescape(value, position)
            if not is_text(value):
                raise CypherSyntaxError("S001", "a text with half a surrogate pair cannot be written", position)
        elif kind == "q":
            kinds.append(QUOTED)
            uppers.append("")
            value = _unquote(value[1:-1], position)
        elif kind == "p":
            kinds.append(PARAMETER)
            uppers.append("")
            value = _unquote(value[2:-1], position) if value[1] == "`" else value[1:]
        else:
            kinds.append(INTEGER if kind == "i" else FLOAT)
            uppers.append("")
        texts.append(value)
        starts.append(position)
        position = end
    kinds.append(END)
    texts.append("")
    uppers.append("")
    starts.append(length)
    return tokens


def _unquote(body: str, position: int) -> str:
    """A quoted name. What could not be quoted again is refused here, where its place is known."""
    name = body.replace("``", "`")
    if "\\" in name or not name.isprintable():
        try:
            quoted(name)
        except UnsupportedConstruct as error:
            raise CypherSyntaxError("S002" if "\\" in name else "S001", str(error), position) from None
    return name


def _unescape(body: str, position: int) -> str:
    def replace(found: re.Match[str]) -> str:
        short, long, simple = found.groups()
        if simple is None:
            code = int(short or long, 16)
            if code > 0x10FFFF:
                raise CypherSyntaxError("S002", "this Unicode escape is out of range", position + found.start() + 1)
            return chr(code)
        if simple not in _SIMPLE_ESCAPES:
            name = "InvalidUnicodeLiteral" if simple in "uU" else None
            message = f"\\{simple} is not an escape of Cypher"
            raise CypherSyntaxError("S002", message, position + found.start() + 1, name=name)
        return _SIMPLE_ESCAPES[simple]

    # A pair of \uD8xx\uDCxx escapes is one character.
    value = _ESCAPE.sub(replace, body)
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace") if "\\u" in body else value


def _lexical_error(text: str, position: int) -> CypherSyntaxError:
    character = text[position]
    if character in "'\"":
        return CypherSyntaxError("S003", "this string is not closed", position)
    if character == "`":
        return CypherSyntaxError("S003", "this quoted name is not closed", position)
    if text.startswith("/*", position):
        return CypherSyntaxError("S003", "this comment is not closed", position)
    if character.isdigit():
        return CypherSyntaxError("S004", "this is not a number", position, name="InvalidNumberLiteral")
    shown = character if character.isprintable() else f"U+{ord(character):04X}"
    return CypherSyntaxError("S001", f"{shown} has no meaning in Cypher", position)
