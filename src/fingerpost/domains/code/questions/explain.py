"""Forms of questions for what a topic in words is: how something works, where it is done, which functions deal with it.

They come after all others: what they take would not be understood otherwise, and their answers are never sure.
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from fingerpost.domains.code.questions import sentences
from fingerpost.domains.code.questions.forms import LIST, F, read, rule
from fingerpost.domains.code.questions.names import Names
from fingerpost.domains.code.questions.request import Asked, Condition, Kind, NotInGraph, Request
from fingerpost.domains.code.questions.topics import tells
from fingerpost.domains.code.questions.vocabulary import is_like_a_name

assert sentences  # its forms come before those here
__all__ = ["read"]
_DEAL: Final = (
    r"(?:handles?|implements?|deals? with|(?:are|is) (?:responsible for|about|concerned with|involved in|for)|"
    r"performs?|takes? care of|manages?|process(?:es)?|supports?|does|do|parses?|checks?|validates?|computes?)"
)
_VERB: Final = (
    r"(?:handle|process|manage|parse|implement|support|check|validate|verify|compute|calculate|store|create|read|write|"
    r"send|receive|load|encode|decode|open|close|allocate|free|find|detect|use|do|deal with|build|keep|track|limit|"
    r"protect|prevent|avoid|enforce|authenticate|log|report|match|compare|sort|search|convert|represent)"
)
_ASIDE: Final = r"(?: (?:here|internally|exactly|in detail|under the hood))?"


@rule(
    rf"{LIST}{F} (?:that |which )?(?:(?:do not|don't|never|always|fail to|forget to) )?(?:check|test|ignore|handle)s? "
    r"(?:the )?(?:results?|return(?:ed)? (?:values?|codes?)|errors?|failure|null|"
    r"\w+) (?:of|from|returned by|(?:that )?(?:they|it) (?:gets?|receives?|returns?)) ?.*"
)
def _checked(match: re.Match[str], names: Names) -> Request:
    raise NotInGraph("The graph does not say whether the result of a call is checked. Ask which functions call it.")


@rule(rf"(?:how|where) (?:is|are|does|do|can|will) (?P<topic>(?:the |this |it )?[\w-]+ .+?){_ASIDE}")
@rule(
    r"(?:how|where) (?:does|do|can|will) (?:the |this )?(?P<subject>\w+(?: \w+)?) "
    rf"(?P<topic>{_VERB} (?:the |an? |its |their )?.+?){_ASIDE}"
)
@rule(rf"{LIST}{F} (?:that |which )?{_DEAL} (?P<topic>.+)")
@rule(rf"{LIST}{F} (?:that |which )?(?P<whole>[a-z]{{3,}} (?:the |an? |its |their )?[a-z]+(?: [a-z]+){{0,4}})")
@rule(rf"(?:tell me|what do you know) (?:more )?about (?P<topic>.+?)(?: works?)?{_ASIDE}")
@rule(r"(?:give me |show me |what is |what's )?(?:an |the )?(?:overview|explanation) of (?:the )?(?P<topic>.+)")
@rule(rf"(?:explain|describe)(?: to me| me)? (?:how )?(?:the )?(?P<topic>.+?)(?: works?)?{_ASIDE}")
@rule(rf"how (?:does|do) (?:the |an? )?(?P<topic>.+?) works?{_ASIDE}")
def _topic(match: re.Match[str], names: Names) -> Request | None:
    groups = match.groupdict()
    topic = (groups.get("topic") or groups["whole"]).strip()
    if (named := _of_function(topic, names)) is not None:
        if topic.strip(" `'\"“”").removesuffix("()").lower() != named.lower():
            return None
        return Request(Asked.CARD, "METHOD", (Condition(Kind.NAMED, (named,)),))
    found = names.topics.about(topic, groups.get("subject") or "")
    if groups.get("whole") and (found.unknown or not found.locations):
        return None
    if not found.locations:
        hint = "" if names.commented else " Comments help: `fingerpost load SOURCES --into KB --add`."
        raise NotInGraph(f"No name{' or comment' if names.commented else ''} of the code is about {topic}.{hint}")
    about = Condition(Kind.PLACED, found.locations, any=True)
    said, lacking = _shown(topic, found.unknown)
    return Request(Asked.EXPLAIN, conditions=(about,), of=said, lacking=lacking, count=found.more)


def _of_function(topic: str, names: Names) -> str | None:
    """The function that a topic names: it is written as names of code are, stands alone, or after `of`."""
    words = re.findall(r"[\w.]+", topic)
    for before, word in pairwise(["", *words]):
        known = names.method(word)
        if known is not None and (is_like_a_name(word) or (known == word and (len(words) == 1 or before == "of"))):
            return known
    return None


def _shown(topic: str, unknown: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """A topic without what stands before it, as the name of the program, and the further words that the code lacks."""
    words = topic.split()
    while len(words) > 1 and (words[0] in unknown or not tells(words[0].lower())):
        words.pop(0)
    return " ".join(words), tuple(word for word in unknown if word in words)
