"""Questions about law put as the reader knows them: what stands in front goes behind, one word for one thing."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Final

from fingerpost.domains.regulations.questions.patterns import FRONTED, FRONTED_FRENCH

_FILE: Final = "plainer.toml"
_UNDER: Final = re.compile(
    r"^\s*(?P<under>(?:under|in|within|by|pursuant to|for the purposes of)\s+(?!which\b|what\b).+?),\s*"
    r"(?P<asked>(?:which|what|how many|who|list|where)\b.+?)\s*[?.]?\s*$",
    re.I,
)
"""What a question is about, set in front: "under the ⟨0⟩, which regulations were registered in 2003"."""
_HISTORY: Final = re.compile(
    r"\b(?:the )?(?:amendment history (?:of|for)|(?:history|list) of (?:the )?amendments (?:of|to))\b",
    re.I,
)


_APPEARS: Final = re.compile(
    r"^\s*in\s+(?P<parts>(?:which|what) (?:sections?|provisions?) of .+?)\s+(?:does|do|is|are)\s+(?P<cited>.+?)\s+"
    r"(?:appear|come up|crop up|occur|feature|(?:get |being )?(?:mentioned|cited|referred to|named|used))\s*[?.]?\s*$",
    re.I,
)
_STOPS: Final = re.compile(
    r"^\s*when did (?P<what>.+?) (?:stop|cease) (?:being |to be |having )?(?:in force|in effect|effect)\s*[?.]?\s*$",
    re.I,
)
_PARTS_IN: Final = re.compile(
    r"^\s*(?:in|within)\s+(?P<whole>(?!which\b|what\b).+?),\s*"
    r"(?P<parts>(?:which|what|how many) (?:(?:sub)?sections?|provisions?|paragraphs?))\b(?P<rest>.+)$",
    re.I,
)


_IN_WHICH: Final = re.compile(
    r",?\s*and (?:in |by )?(?:which|what) (?:of (?:its|their) )?(?:sections?|provisions?)\s*(?=\??\s*$)", re.I
)
"""What lists of citations say anyway: "which acts does it cite, and in which sections"."""
_CITE_IN: Final = re.compile(
    r"^(?P<asked>.*?\b(?:sections?|provisions?)) (?P<cite>that (?:cite|mention|reference|refer to) .+?) (?:in|of) "
    r"(?P<whole>(?:the )?[A-ZÀ-Ý].+?)\s*\??\s*$"
)


_NETWORK: Final = re.compile(r"\b(?:the )?(?:citation|reference) network (?:of|around|for)\b", re.I)


def reworded(question: str) -> str:
    """The question in the order and the words of the others."""
    for pattern, instead in _plainer():
        question = pattern.sub(instead, question)
    question = _NETWORK.sub("all that is related to", question)
    question = _HISTORY.sub("amendments to", question)
    question = FRONTED_FRENCH.sub(r"\1 cite", FRONTED.sub(r"\2 \3 \1", question))
    question = _STOPS.sub(r"When was \g<what> repealed?", _APPEARS.sub(r"\g<parts> cite \g<cited>", question))
    question = _CITE_IN.sub(r"\g<asked> of \g<whole> \g<cite>", _IN_WHICH.sub("", question))
    question = _PARTS_IN.sub(r"\g<parts> of \g<whole>\g<rest>", question)
    return _UNDER.sub(r"\g<asked> \g<under>", question)


@cache
def _plainer() -> tuple[tuple[re.Pattern[str], str], ...]:
    table = tomllib.loads((files(__package__) / _FILE).read_text(encoding="utf-8"))
    return tuple((re.compile(pattern, re.I), instead) for pattern, instead in table.items())
