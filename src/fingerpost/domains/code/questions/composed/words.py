"""The words of questions: which of them are names of the code, and the plainer ones for phrases."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.vocabulary import (
    FILE,
    FILE_NAME,
    LIBRARY,
    WORDS,
    is_like_a_name,
    is_written_as_a_name,
)

TOKEN: Final = re.compile(
    rf"[\"“][^\"”]*[\"”]|`[^`]*`|'[^'\s]{{1,2}}'|{FILE_NAME}|->|=>|→|[<>=!]=|\.\.\.|…|"
    r"[A-Za-z]+(?:-[A-Za-z]+)+(?![\w>])|[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)*(?:\(\)|\*)?|\d[\w.]*\+?|'\w+|[^\w\s]",
)
_PREVIOUS: Final = frozenset(
    "call calls calling called use uses using of to by from function functions macro field member variable "
    "parameter argument local global struct enum union type access accesses read reads write writes reach "
    "named and or not callers".split()
)
"""Words after which a word that the code has as a name is that name."""


def forms(phrase: str) -> tuple[str, str, str, str]:
    """A verb in its forms: call, calls, called, calling."""
    first, _, rest = phrase.partition(" ")
    rest = f" {rest}" if rest else ""
    irregular = {
        "get": ("gets", "got", "getting"),
        "hit": ("hits", "hit", "hitting"),
        "give": ("gives", "given", "giving"),
        "be": ("is", "was", "being"),
        "make": ("makes", "made", "making"),
        "let": ("lets", "let", "letting"),
        "hand": ("hands", "handed", "handing"),
        "issue": ("issues", "issued", "issuing"),
        "come": ("comes", "come", "coming"),
        "do": ("does", "done", "doing"),
        "find": ("finds", "found", "finding"),
        "put": ("puts", "put", "putting"),
        "run": ("runs", "run", "running"),
        "wind": ("winds", "wound", "winding"),
        "write": ("writes", "written", "writing"),
        "show": ("shows", "shown", "showing"),
        "cast": ("casts", "cast", "casting"),
        "have": ("has", "had", "having"),
        "take": ("takes", "taken", "taking"),
        "lead": ("leads", "led", "leading"),
        "hold": ("holds", "held", "holding"),
        "spit": ("spits", "spat", "spitting"),
    }
    if first in irregular:
        third, past, going = irregular[first]
    else:
        stem = first.removesuffix("e")
        y = first.endswith("y") and first[-2] not in "aeiou"
        third = first[:-1] + "ies" if y else first + ("es" if first.endswith(("s", "x", "ch", "sh")) else "s")
        past = first[:-1] + "ied" if y else stem + "ed"
        going = stem + "ing"
    return phrase, third + rest, past + rest, going + rest


@cache
def _phrases() -> Mapping[tuple[str, ...], str]:
    """Each phrase, in its words, and what it is put as; empty for what says nothing."""
    table = tomllib.loads((files(__package__) / "words.toml").read_text(encoding="utf-8"))
    found: dict[tuple[str, ...], str] = {}
    for alternatives, plain in table["verbs"].items():
        for one in alternatives.split("|"):
            for said, meant in zip(forms(one), forms(plain), strict=True):
                found[_words(said)] = meant
    for alternatives, plain in table["words"].items():
        found |= {_words(one): plain for one in alternatives.split("|")}
    return found | {_words(one): "" for one in table["noise"]["words"].split("|")}


def _words(text: str) -> tuple[str, ...]:
    return tuple(one.lower() for one in TOKEN.findall(text))


def is_name(token: str, before: str, names: Names) -> bool:
    """Whether a token is of the code: it is written so, quoted, or the code has it and it stands where names do."""
    plain = token.removesuffix("()").removesuffix("*")
    if token.lower() in _COMMON or (len(token) == 1 and not is_quoted(token)):
        return False
    if is_quoted(token) or token != plain or re.fullmatch(FILE, token):
        return True
    if is_like_a_name(plain) and re.match(r"[A-Za-z_]", plain) and plain not in LIBRARY:
        return True
    if before == "named" or (
        before == "called" and token.lower() not in _AFTER_CALLED and (token.lower(),) not in _phrases()
    ):
        return True
    return before in _PREVIOUS and names.has(token)


_AFTER_CALLED: Final = frozenset(
    "by from in at on within inside outside more most exactly only directly indirectly once twice often "
    "anywhere somewhere elsewhere nowhere and or but with without through via least fewer less many several "
    "rarely never not frequently".split()
)
"""Words after `called` that are not what something is called."""
_COMMON: Final = WORDS | frozenset(
    "functions function calls call files file lines line of to in macros macro names name fields field by "
    "called used inside within own direct directly indirectly string strings type types struct loops loop".split()
)
"""Words of questions that are not taken for names of the code, though it may have them."""


def plain_words(text: str, names: Names) -> str:
    """A text with the plainer words for its phrases."""
    tokens = TOKEN.findall(text)
    phrases, longest = _phrases(), max(map(len, _phrases()))
    out: list[str] = []
    at = 0
    while at < len(tokens):
        before = out[-1].lower() if out else ""
        if not is_name(tokens[at], before, names):
            for size in range(min(longest, len(tokens) - at), 0, -1):
                plain = phrases.get(tuple(one.lower() for one in tokens[at : at + size]))
                if plain is not None and not any(is_quoted(one) for one in tokens[at : at + size]):
                    out += plain.split()
                    at += size
                    break
            else:
                out.append(tokens[at])
                at += 1
            continue
        out.append(tokens[at])
        at += 1
    return _spaced(out)


def is_quoted(token: str) -> bool:
    """Whether a token is a text in quotation marks."""
    return token[0] in '"“`'


def _spaced(tokens: list[str]) -> str:
    text = " ".join(tokens)
    text = re.sub(r" ([,.:;?!)\]])", r"\1", text)
    text = re.sub(r"([(\[]) ", r"\1", text)
    text = re.sub(r"\(\s*\)", " ", text)
    text = re.sub(r"(?:,\s*)+(?=,|$|[.?!])", "", text)
    return re.sub(r"\s+", " ", text).strip(" ,;")


def mentions(text: str, names: Names) -> bool:
    """Whether a text names anything of the code."""
    words = TOKEN.findall(text)
    return any(
        is_quoted(one)
        or re.fullmatch(FILE, one)
        or (is_written_as_a_name(one.removesuffix("()")) and one[0].isalpha() | (one[0] == "_"))
        or (
            one in names.callable
            and one not in _ENGLISH
            and (at == 0 or words[at - 1].lower() in _PREVIOUS | {"in", "inside", "within"})
        )
        for at, one in enumerate(words)
    )


_ENGLISH: Final = frozenset("print read write free open close find list name error index time copy get set".split())
