"""Routing: is this a question, a request to change data, or a query in disguise?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fingerpost.linking import split_name

_POLITE = re.compile(
    r"^(?:please|kindly|now|then|can you|could you|would you|will you|i want (?:you )?to|i would like (?:you )?to|"
    r"i need (?:you )?to|let us|let s|go ahead and|just)\s+"
)
_OWN_PLAN = re.compile(
    r"^\s*(?:i|we) (?:need|want|have|would like) to\b[^,;:.?]*[,;:.]\s*(?:what|which|who|whose|how|when|where)\b", re.I
)
"""What somebody is going to do, before what is asked for it: "I need to write to Ann, what's her address"."""
_CHANGES = frozenset(
    "delete remove drop erase destroy wipe purge truncate insert create update rename overwrite modify alter merge "
    "detach add set change replace move assign import upload write".split()
)
_REPORTS = frozenset("list table summary overview report chart ranking graph plot breakdown map diagram".split())
_QUERY = re.compile(
    r"^\s*(?:optional\s+)?(?:match|unwind|call|with(?!\s+(?:which|what|whom?)\b)|return|create|merge|load\s+csv)\b.*[({\[*$]",
    re.I | re.S,
)
_NAME_FIRST = re.compile(r"\W*[^\W\d_]+_\w")
"""A name of code, which may begin like a command: "create_item is called by what"."""
_KEYWORDS = re.compile(
    r"\b(?:MATCH|CREATE|MERGE|DETACH|DELETE|RETURN|UNWIND)\s*[({]|\bDETACH\s+DELETE\b|\bRETURN\s+\w+\s*$"
)
_HELP = re.compile(
    r"help(?: me)?"
    r"|(?:what|which)(?: kinds? of| sorts? of| type of| types of)?(?: questions?| things?)? "
    r"(?:can|could|may|should|do) (?:i|we|one|you) (?:ask|answer|know)(?: you| here| about| of| about this(?: graph)?)?"
    r"|(?:show|give|tell) me (?:some |a few )?(?:example|sample) questions?|(?:example|sample) questions?"
    r"|what (?:is|s) (?:there )?in (?:this|the) (?:graph|knowledge base)|what is this graph about"
)


@dataclass(frozen=True)
class Route:
    """The route of a question (`question`, `help`, `change` or `query`), the reason, and the answer if it ends here."""

    kind: str
    reason: str
    message: str = ""


def route(question: str, names: Iterable[str] = ()) -> Route:
    """Route one question. A question that only reads is not refused because of a word in it, nor one that begins with
    one of the `names` of the schema: "change to of Ann"."""
    if _QUERY.search(question) or _KEYWORDS.search(question):
        message = (
            "This is a query, not a question, and was not run. "
            "`fingerpost query` takes Cypher, checks that it only reads, and runs it."
        )
        return Route("query", "it is written as a query", message)
    words = re.findall(r"[^\W_]+", question.lower())
    text = " ".join(words) + " "
    while (rest := _POLITE.sub("", text)) != text:
        text = rest
    words = text.split()
    if _HELP.fullmatch(text.strip()):
        return Route("help", "it asks what can be asked")
    if (
        words
        and words[0] in _CHANGES
        and not _NAME_FIRST.match(question)
        and not (_asks_for_report(words) or _OWN_PLAN.search(question) or _begins_with(words, names))
    ):
        message = f"This asks to change the data (“{words[0]}”). Questions only read; nothing was changed."
        return Route("change", f"it asks to {words[0]}", message)
    return Route("question", "a question")


def _begins_with(words: Sequence[str], names: Iterable[str]) -> bool:
    """Whether a name stands first, of several words or with what it is of behind it: "import of Ann"."""
    for name in names:
        own = split_name(name)
        if tuple(words[: len(own)]) == own and (len(own) > 1 or words[1:2] in (["of"], ["per"], ["by"])):
            return True
    return False


def _asks_for_report(words: list[str]) -> bool:
    """ "Create a list of", "add up", "set out": words of change that do not ask for a change."""
    if words[0] in ("create", "write", "add") and any(word in _REPORTS for word in words[1:4]):
        return True
    return words[0] in ("add", "set") and len(words) > 1 and words[1] in ("up", "out", "together")
