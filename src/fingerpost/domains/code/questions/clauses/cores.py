"""Finds what a question asks among what is told around it: greetings, reasons, wishes, what somebody is up to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from fingerpost.domains.code.questions.clauses.chunks import chunked
from fingerpost.domains.code.questions.composed.words import plain_words
from fingerpost.domains.code.questions.names import Names

_SENTENCE: Final = re.compile(r"(?<=[\w)\"”`*][.?!])\s+(?=\S)|(?<=[?!])\s+|\s*\n\s*")
_BOUNDARY: Final = re.compile(
    r"[,;:] |(?<=[\w)]) (?:-|–|—)+ | (?=(?:so that|so as to|so|because|since|as|when|while|before|after|if|in order to|"
    r"for (?:the|a|an|my|our|this|that|his|her)|and|but|then|though|although)\b)",
    re.I,
)
"""Where a clause may end."""
_ASKING: Final = re.compile(
    r"(?:whether|if) (?:the )?(?:function )?(?=[a-z_]*(?:_\w|[a-z][A-Z]))|"
    r"(?:(?:in|by|from|through|at|on|to|of|within|inside) )?(?:which|what|who|whom|whose|where|"
    r"how (?:many|often|much|long|complex|deep|big|large))\b|(?:list|show|name|give|find|count|compare|explain|"
    r"describe|number of|is there|are there|whatever|anyone|anybody|anything|everything|everyone|something|all|every|"
    r"any|the)\b|"
    r"(?:is|are|does|do|can|could|has|have|will|may) (?!(?:you|we|i|one|some\w+|any\w+)\b)(?=\S)",
    re.I,
)
"""What a question may begin with."""
_NOUNS: Final = re.compile(
    r"(?:static|recursive|unused|non-static|external|own|longest|shortest|void|leaf|most|functions?|callers?|callees?|"
    r"parameters?|local variables?|fields?|macros?|global variables?|structs?|enums?|types?|files?|headers?|"
    r"string literals?|lines?|complexity|length|signature|return type|gotos?|loops?|switches|casts?)\b",
    re.I,
)
_FRAME_LENGTH: Final = 12
"""The most beginnings that are tried in a sentence."""


def cores(question: str, names: Names) -> Iterator[tuple[str, str, bool]]:
    """What may be asked, in plain words, what is told beside it, and whether it stands apart; the longer first."""
    sentences = [one.strip() for one in _SENTENCE.split(re.sub(r"\s+", " ", question)) if one.strip()]
    ranked = sorted(sentences, key=lambda one: (not one.endswith("?"), sentences.index(one)))
    for sentence in ranked:
        if len(sentences) > 1 and _ELLIPTIC.fullmatch(sentence.strip(" .?!")):
            yield from _referred(sentence, sentences, names)
        others = " ".join(one for one in sentences if one is not sentence)
        text = plain_words(sentence.rstrip(" .?!"), names)
        beside = plain_words(others, names) if others else ""
        for begin, end in _spans(text):
            told = " ".join(one.strip(" ,;:-") for one in (beside, text[:begin], text[end:]) if one.strip(" ,;:-"))
            apart = (
                not text[:begin].strip() or bool(_CLAUSE.search(text[:begin][-2:])) or bool(_ASKING.match(text, begin))
            )
            yield text[begin:end].strip(" ,;:-"), told, apart


_ELLIPTIC: Final = re.compile(
    r"(?:and |so |now |please )*(?:how many|which|what|who|please|list|show|name|give|"
    r"(?:can|could|would|will) (?:you|somebody|anybody))"
    r"(?: (?:are|is|were|was|would|they|those|these|that|there|be|it|them|ones?|functions?|of|us|me|names?|the|their|"
    r"list|name|show|give|tell|please|would|do|we|have|in|total|all|exactly))*",
    re.I,
)
"""A question after what it is about: `How many are there?`, `Which functions would that be?`"""


def _referred(asked: str, sentences: list[str], names: Names) -> Iterator[tuple[str, str, bool]]:
    """What an elliptic question asks, out of the sentence before it."""
    at = sentences.index(asked)
    text = plain_words(sentences[at - 1 if at else 1].rstrip(" .?!"), names)
    for begin, end in _spans(text):
        noun = re.sub(
            r"^(?:(?:list|show|name|give|find|count|me|us|the|all|every|any) )+", "", text[begin:end].strip(" ,;:-")
        )
        noun = re.sub(r"^(?:whatever|everything|anything) (?:that )?", "functions that ", noun)
        count = "how many " if re.match(r"(?:and |so |now )*how many", asked, re.I) else ""
        yield f"{count}{noun}", " ".join((text[:begin], text[end:])), True


def _spans(text: str) -> list[tuple[int, int]]:
    words = [match.start() for match in re.finditer(r"(?<![\w.'’])\w", text)]
    begins = [at for at in words if _ASKING.match(text, at) or _NOUNS.match(text, at)]
    begins = [at for at in begins if not _ASKED.search(_CLAUSE.split(text[:at])[-1])][:_FRAME_LENGTH]
    ends = [match.start() for match in _BOUNDARY.finditer(text)] + [len(text)]
    found = [(begin, end) for begin in begins for end in ends if end - begin > 6]
    return sorted(found, key=lambda one: (one[0] - one[1], one[0]))


_CLAUSE: Final = re.compile(r"[,;:.] | - ")
_ASKED: Final = re.compile(
    r"\b(?:which|what|who|whom|whose|where|how|why|number|count|most|fewest|longest|shortest|largest|smallest|top|"
    r"average|total|compare|difference|there (?:is|are)|(?:is|are|does|do|has|have|can) [a-z_]*_\w+)\b",
    re.I,
)
"""What would be lost of an ask if only what follows were read."""
_PLAIN: Final = ("unknown", "stop", "be", "do", "that", "and", "in", "to", "as", "by", "thing", "but")
"""Chunks that may stand beside a question without changing what is asked."""


_TURNING: Final = re.compile(
    r"\b(?:average|mean|median|percent(?:age)?|share|proportion|ratio|difference|most|least|fewest|except|unless|instead|rather|"
    r"per|each|sum|total|add up|compare[ds]?|versus|nobody|none|every|only|besides|apart)\b",
    re.I,
)
"""Words beside a question that may change what is asked."""
_GENERAL: Final = frozenset("use have take read write reach affect start end print belong exceed lack".split())
"""Verbs of which much is told beside questions."""


def says_nothing(beside: str, names: Names, *, function: bool = False) -> bool:
    """Whether what is told speaks of nothing that could be asked, but for functions where these are asked."""
    return not _TURNING.search(beside) and all(
        one.kind in _PLAIN
        or (function and one.value == "function")
        or (one.kind in ("verb", "past") and one.value in _GENERAL)
        or one.value in ("first", "last", "own", "long")
        for one in chunked(beside, names)
    )
