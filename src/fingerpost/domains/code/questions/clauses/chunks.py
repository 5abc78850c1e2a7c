"""Takes a text apart into chunks: names of the code, types, numbers, and the words of the lexicon by what they are."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from fingerpost.domains.code.questions.composed.nouns import Noun, noun_of
from fingerpost.domains.code.questions.composed.parts import WIDE
from fingerpost.domains.code.questions.composed.words import TOKEN, forms, is_name, is_quoted
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.vocabulary import FILE_NAME, LIBRARY, MORE, NUMBERS

_LONGEST: Final = 4
"""The most words of a phrase of the lexicon."""
_BUILT_IN: Final = frozenset("int char double float void long short unsigned signed size_t bool FILE".split())
_BEFORE_TYPES: Final = frozenset(("const", "unsigned", "signed", "long", "short", "struct", "union", "enum"))
_POINTED: Final = frozenset(("pointer", "pointers"))


@dataclass(frozen=True)
class Chunk:
    """A word or phrase: what it is, what it means, and how it is written."""

    kind: str
    value: str = ""
    said: str = ""
    noun: Noun | None = None


@cache
def _lexicon() -> Mapping[tuple[str, ...], tuple[str, str]]:
    """Each phrase, in its words, with its kind and meaning; of a verb, the form is part of the kind."""
    table = tomllib.loads((files(__package__) / "lexicon.toml").read_text(encoding="utf-8"))
    found: dict[tuple[str, ...], tuple[str, str]] = {}
    for kind in ("small", "adjective", "noun", "verb"):
        for value, alternatives in table[kind].items():
            for one in alternatives.split("|"):
                if kind == "verb":
                    base, third, past, going = forms(one)
                    for form, said in (("past", past), ("verb", base), ("verb", third), ("verb", going)):
                        found.setdefault(_words(said), (form, value))
                elif kind == "noun":
                    found.setdefault(_words(one), (kind, value))
                    found.setdefault(_words(f"{one}s"), (kind, value))
                else:
                    found[_words(one)] = (value if kind == "small" else kind, value)
    for word in MORE:
        found.setdefault(_words(word), ("more", word))
    return found


def _words(text: str) -> tuple[str, ...]:
    return tuple(one.lower() for one in TOKEN.findall(text))


def chunked(text: str, names: Names, topic: str = "") -> list[Chunk]:
    """The chunks of a text in plain words; pronouns stand for the topic."""
    tokens = TOKEN.findall(text)
    found: list[Chunk] = []
    at = 0
    while at < len(tokens):
        chunk, size = _chunk(tokens, at, found, names)
        if chunk.kind == "it":
            chunk = _pronoun(chunk, topic, found)
        found.append(chunk)
        at += size
    return found


def _pronoun(chunk: Chunk, topic: str, found: list[Chunk]) -> Chunk:
    """The topic; without one, a pronoun says nothing but for what is asked of it."""
    if topic:
        return Chunk("name", topic, topic)
    return Chunk("it" if not found or found[-1].kind in ("be", "do", "in", "by", "that") else "stop", "it", chunk.said)


def _chunk(tokens: list[str], at: int, found: list[Chunk], names: Names) -> tuple[Chunk, int]:
    token, last = tokens[at], found[-1] if found else None
    low = token.lower()
    before = last.said.lower().rpartition(" ")[2] if last else ""
    if is_quoted(token) and token[0] != "`":
        return Chunk("text", token.strip('"“”'), token), 1
    if re.fullmatch(FILE_NAME, token):
        return Chunk("file", token, token), 1
    if typed := _type(tokens, at, names, before):
        return typed
    plain = token.strip("`").removesuffix("()")
    if call := _call(tokens, at, last, names):
        return call, 1
    if last is not None and last.kind == "named" and re.match(r"\w", plain) and low not in _NOT_NAMED:
        return Chunk("name", plain, token), 1
    if plain in LIBRARY and (token != plain or before in _CALLING or _is_called(tokens, at, found, names)):
        return Chunk("name", plain, token), 1
    if is_name(token, before, names) and not (token == plain and before not in _STRICT and _known(tokens, at)):
        return Chunk("name", plain, token), 1
    if low in ("reachable", "callable"):
        return Chunk("past", low.removesuffix("able"), token), 1
    if re.fullmatch(r"'[^']+'", token):
        return Chunk("char", token, token), 1
    if low in NUMBERS or re.fullmatch(r"\d+", low):
        return Chunk("number", str(NUMBERS.get(low, low)), token), 1
    if re.fullmatch(r"\d+\+", low):
        return Chunk("number", low[:-1], "+"), 1
    for size in range(min(_LONGEST, len(tokens) - at), 0, -1):
        said = " ".join(tokens[at : at + size])
        noun = _noun(said)
        if noun is not None:
            return Chunk("noun", noun.noun, said, noun), size
        known = _lexicon().get(tuple(one.lower() for one in tokens[at : at + size]))
        if known is not None:
            return Chunk(*known, said), size
    if names.has(plain) and len(plain) > 1:
        return Chunk("name", plain, token), 1
    return Chunk("unknown", low, token), 1


_NOT_NAMED: Final = frozenset(("like", "with", "by", "from", "in", "as", "something", "so"))
_CALLING: Final = frozenset("call calls calling called use uses using of to by function".split())
_MEMORY: Final = frozenset("memory it any them anything heap".split())


def _is_called(tokens: list[str], at: int, found: list[Chunk], names: Names) -> bool:
    """Whether a word is a function of the C library that stands beside others: `call malloc but not free`."""
    verbs = [one.value for one in found if one.kind in ("verb", "past")]
    after = tokens[at + 1].lower() if at + 1 < len(tokens) else ""
    return (
        tokens[at] in names.callable
        and verbs[-1:] in (["call"], ["use"])
        and found[-1].kind in ("not", "and", "or", "but", "stop")
        and after not in _MEMORY
    )


_CALL_WORDS: Final = {"call": "verb", "calls": "verb", "called": "past"}


def _call(tokens: list[str], at: int, last: Chunk | None, names: Names) -> Chunk | None:
    """What is ambiguous of calls: `calls to f`, `calls f`, `a field called f`, `called by f`."""
    low = tokens[at].lower()
    if low not in _CALL_WORDS:
        return None
    after = tokens[at + 1] if at + 1 < len(tokens) else ""
    if low == "called":
        plain = after.strip("`").removesuffix("()")
        named = (
            bool(plain)
            and last is not None
            and last.kind == "noun"
            and re.match(r"\w", plain)
            and (is_name(after, "called", names) or bool(re.fullmatch(r"[b-zB-Z]", plain)))
        )
        return Chunk("named" if named else "past", "call", tokens[at])
    counted = last is not None and (
        last.kind in ("number", "more") or last.said.lower() in ("the", "all", "any", "a", "direct", "of")
    )
    made = last is not None and last.kind == "verb" and last.value in ("have", "use")
    noun = (
        made
        or after.lower() in ("to", "of", "sites", "site", "does", "do", "are", "is", "made")
        or (counted and not (after and is_name(after, "call", names)))
    )
    return None if noun else Chunk("verb", "call", tokens[at])


_STRICT: Final = frozenset(("function", "macro", "field", "named", "struct", "variable", "enum", "member"))
"""Words after which even a common word is a name."""


def _known(tokens: list[str], at: int) -> bool:
    low = tokens[at].lower()
    return (low,) in _lexicon() or _noun(low) is not None


@cache
def _noun(said: str) -> Noun | None:
    if said.lower() in (
        "number",
        "numbers",
        "text",
        "texts",
        "return",
        "returns",
        "value",
        "values",
        "messages",
        "message",
    ):
        return None
    wide = next((noun for pattern, noun in WIDE.items() if re.fullmatch(pattern, said, re.I)), None)
    return noun_of(said) or wide


def _type(tokens: list[str], at: int, names: Names, before: str) -> tuple[Chunk, int] | None:
    """A type: `const char *`, `unsigned int`, `cJSON pointer`, `pointer to char`."""
    end = at
    if tokens[at].lower() in _POINTED and tokens[at + 1 : at + 2] == ["to"]:
        end = at + 2
        while end < len(tokens) and tokens[end].lower() in ("a", "an", "the"):
            end += 1
        inner = _type(tokens, end, names, "to") if end < len(tokens) else None
        if inner is None:
            return None
        return Chunk("type", f"{inner[0].value}*", inner[0].said), end + inner[1] - at
    words: list[str] = []
    while end < len(tokens) and tokens[end].lower() in _BEFORE_TYPES | _BUILT_IN:
        words.append(tokens[end].removesuffix("*"))
        if tokens[end].endswith("*"):
            break
        end += 1
    plain = tokens[end].removesuffix("*") if end < len(tokens) else ""
    struct = bool(words) and words[-1] in ("struct", "union", "enum") and before != "pointer"
    if (
        end < len(tokens)
        and plain in names.all_types
        and plain not in _BUILT_IN
        and not (struct and plain in names.types)
    ):
        following = tokens[end + 1].lower() if end + 1 < len(tokens) else ""
        meant = before in _AFTER or following in _POINTED | {"*"} or tokens[end] != plain or set(words) - {"struct"}
        if meant:
            words.append(plain)
            end += 1
    elif end < len(tokens) and tokens[end].removesuffix("*") in _BUILT_IN:
        end += 1
    if not words or all(one in ("struct", "union", "enum", "const") for one in words):
        return None
    stars = "*" if tokens[end - 1].endswith("*") else ""
    while end < len(tokens) and (tokens[end] == "*" or tokens[end].lower() in _POINTED):
        stars += "*"
        end += 1
    const = "const " if "const" in words else ""
    name = " ".join(one for one in words if one not in ("const", "struct", "union", "enum"))
    return Chunk("type", f"{name}{stars}", const), end - at


_AFTER: Final = frozenset("type return returns returning to returned".split())
