"""Questions about law put as the reader knows them: what stands in front goes behind, one word for one thing."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.regulations.questions.patterns import FRONTED, FRONTED_FRENCH

_UNDER: Final = re.compile(
    r"^\s*(?P<under>(?:under|in|within|by|pursuant to)\s+(?!which\b|what\b).+?),\s*"
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
    r"(?:appear|mentioned|cited|referred to|named)\s*[?.]?\s*$",
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


_PLAINER: Final = (
    (re.compile(r"^(\s*)(what|who|where|when)[’']s\b", re.I), r"\1\2 is"),
    (
        re.compile(
            r"\b(regulations?|regs?)\s+(?:that |which |do |does )*(?:com(?:e|es|ing)|stem(?:s|ming)?|flow(?:s|ing)?|"
            r"deriv(?:e|es|ing)|hang(?:s|ing)?|fall(?:s|ing)?|sit(?:s|ting)?)\s+(?:from|off|out of|under|below)\b",
            re.I,
        ),
        r"\1 made under",
    ),
    (
        re.compile(
            r"\b(regulations?|orders?|proclamations?|regs?)\s+(?:that |which |are |is |were |was )*"
            r"(?:from|dat(?:ed|ing|e|es)(?: from)?)\s+(?=(?:the year )?(?:19|20)\d\d\b)",
            re.I,
        ),
        r"\1 were registered in ",
    ),
    (
        re.compile(
            r"^\s*what (?:was|has been|were|is) (?:changed|amended|modified) by (?P<by>\S.+?) (?:in|of) "
            r"(?P<of>.+?)[?.]?\s*$",
            re.I,
        ),
        r"Which sections of \g<of> were amended by \g<by>?",
    ),
    (
        re.compile(
            r"^\s*(?:which|what) did (?P<by>\S.+?) (?:change|amend|modify) (?:in|of) (?P<of>.+?)[?.]?\s*$", re.I
        ),
        r"Which sections of \g<of> were amended by \g<by>?",
    ),
    (
        re.compile(r"\bhow many (acts|regulations)(?: are there)?,? and how many (acts|regulations)\b", re.I),
        r"how many \1 and \2",
    ),
    (re.compile(r"\b(?:full|complete|whole|official) (?:name|title) (?=(?:of|for)\b)", re.I), "long title "),
    (
        re.compile(
            r"^\s*what does (?P<law>.+?) (?:mean by|say) (?:the (?:term|word) |an? )?[\"“'‘](?P<term>[^\"”'’]+)[\"”'’]"
            r"(?: means?)?\s*[?.]?\s*$",
            re.I,
        ),
        r"What is the definition of \g<term> in \g<law>?",
    ),
    (re.compile(r"\b(?:talks?|speaks?) about (?=(?:the )?[A-Z])"), "mention "),
    (re.compile(r"\b(refers?|cites?|points?) back to\b", re.I), r"\1 to"),
    (
        re.compile(r"^\s*what is (?P<part>section \S+ of .+?) (?:called|titled)\s*[?.]?\s*$", re.I),
        r"What is the heading of \g<part>?",
    ),
    (
        re.compile(r"\b(regulations?|regs?) (?:that |which |do |does )*(?:goes|go) with\b", re.I),
        r"\1 made under",
    ),
    (
        re.compile(r"^\s*how many ((?:sub)?(?:sections|paragraphs)) does (section .+?) have\s*[?.]?\s*$", re.I),
        r"How many \1 of \2?",
    ),
    (
        re.compile(r"\b(regulations|regs) (?:that |which )?(the .+?) (?:enables?|authori[sz]es?)\b", re.I),
        r"\1 made under \2",
    ),
    (re.compile(r",? (?:but )?only (?:those|the ones) (?:that (?:were|are) )?(?=\w+ed\b)", re.I), " that were "),
    (re.compile(r"\bcited by (?:anything|anyone)\b(?: else)?", re.I), "cited by any other instrument"),
)
"""Wordings of which a plainer one says the same."""


def reworded(question: str) -> str:
    """The question in the order and the words of the others."""
    for pattern, instead in _PLAINER:
        question = pattern.sub(instead, question)
    question = _NETWORK.sub("all that is related to", question)
    question = _HISTORY.sub("amendments to", question)
    question = FRONTED_FRENCH.sub(r"\1 cite", FRONTED.sub(r"\2 \3 \1", question))
    question = _STOPS.sub(r"When was \g<what> repealed?", _APPEARS.sub(r"\g<parts> cite \g<cited>", question))
    question = _CITE_IN.sub(r"\g<asked> of \g<whole> \g<cite>", _IN_WHICH.sub("", question))
    question = _PARTS_IN.sub(r"\g<parts> of \g<whole>\g<rest>", question)
    return _UNDER.sub(r"\g<asked> \g<under>", question)
