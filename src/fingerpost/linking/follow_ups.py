"""What is said behind a question about its answer: "Which one?", "and how many?", "name all if it is a tie"."""

from __future__ import annotations

import re
from dataclasses import replace

from fingerpost.linking.stopwords import is_content
from fingerpost.linking.text import Token, stem

_ENDING = re.compile(r"[.?!:;–—]|\s-\s")
"""What stands between a question and what is said behind it."""
_NAMED = r"what (?:is|are) (?:its|their) names?"
_ITS = r"(?:it|them|those|these|its names?|their names?|which ones?|which)"
_WHICH = re.compile(
    rf"(?:which|what|who)(?: ones?)?(?: (?:is|are) (?:it|they|those|these))?|(?:name|list|show|give|tell me|identify)"
    rf"(?: me)? {_ITS}|{_NAMED}|(?:the |their )?(?:names|titles)"
)
_IF_SO = re.compile(r"^(?:and )?(?:if (?:so|yes|there (?:is|are)) )")
_TIES = re.compile(
    r"(?:name|list|show|give|include|return|mention|report|if|in case)\b.*\b(?:tie|ties|tied|equal on top|draw)"
)
_THERE_IS = ("is", "are", "was", "were")
_WE_HAVE = (("do", "we", "have"), ("have", "we", "got"), ("do", "you", "have"))
_ARTICLES = frozenset("a an any some".split())


def followed(tokens: tuple[Token, ...], question: str) -> tuple[Token, ...]:
    """The tokens of a question that also says what it says about its answer, without what is said behind it.

    "Is there a shop without staff? Which one?" asks which shops are; all that are tied are shown as it is; "with more
    than three loans, and how many?" asks for the number of loans.
    """
    place = _last_clause(tokens, question)
    if place:
        said = " ".join(token.norm for token in tokens[place:])
        if _TIES.fullmatch(said):
            return followed(tokens[:place], question)
        if _WHICH.fullmatch(_IF_SO.sub("", said)):
            return _which(tokens[:place]) or tokens
    return tokens


def _last_clause(tokens: tuple[Token, ...], question: str) -> int:
    """Where the last sentence begins, or what stands behind a dash or a colon; 0 where there is but one."""
    places = range(len(tokens) - 1, 1, -1)
    ends = (i for i in places if _ENDING.search(question, tokens[i - 1].end, max(tokens[i - 1].end, tokens[i].start)))
    return next(ends, 0)


def _which(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """The question that is followed by "which one?"; nothing where it is another than "is there"."""
    first = tokens[0]
    asked = replace(first, norm="which", stem=stem("which"))
    norms = tuple(token.norm for token in tokens[:4])
    if norms[:3] in _WE_HAVE and len(tokens) > 4:
        return (asked, *tokens[3 + (norms[3] in _ARTICLES) :])
    if first.norm not in _THERE_IS:
        return tokens if is_content(first.norm) or first.norm in _ARTICLES else ()
    if len(tokens) < 4 or norms[1] not in ("there", "any"):
        return ()
    return (asked, *tokens[2 + (norms[2] in _ARTICLES) :])
