"""Who does a deed, and to whom it is done: "Ann replaced Bob" does not say who replaced Ann.

Only plain clauses are read, in which what a question knows stands beside the verb; others tell no direction.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from fingerpost.retrieval.words import STOP, WORD

_DOER, _DONE_TO = "doer", "done to"
_ASKS = re.compile(r"\W*(?:who|whom|what|which [\w-]+)\s+(?=\w)", re.IGNORECASE)
_DID = frozenset("did does do has have had will".split())
_BE = frozenset("is are was were be been being".split())
_ARTICLES = frozenset("the a an his her its their our my your this these all".split())
_WITH_VERB = frozenset("on in to for at with from into about of".split())
_BESIDE = _BE | _DID | frozenset("not also already now still once later soon then first again recently".split())
"""What may stand between what is known and its verb."""
_MUTUAL = (
    "marry married meet met divorce divorced border borders adjoin adjoins resemble resembles equal equals".split()
)
"""What two do to each other."""
_REACH = 3
"""Words between a verb and what is known behind it, at most: "replaced the former treasurer Bob"."""


def turned(question: str, sentence: str, stem: Callable[[str], str]) -> frozenset[str]:
    """The stem of the verb of a question, if a sentence has it of the same thing the other way round only."""
    asked = _asked(question, stem)
    if asked is None:
        return frozenset()
    verb, known, role = asked
    words = WORD.findall(sentence)
    stems = [stem(word.lower()) for word in words]
    found = {_role(words, stems, at, known) for at, one in enumerate(stems) if one == verb}
    return frozenset((verb,)) if found == {_DOER if role == _DONE_TO else _DONE_TO} else frozenset()


def _asked(question: str, stem: Callable[[str], str]) -> tuple[str, frozenset[str], str] | None:
    """The stem of the verb of a question for somebody or something, the stems of what it knows, and what that does."""
    opening = _ASKS.match(question)
    words = WORD.findall(question[opening.end() :]) if opening is not None else []
    lowered = [word.lower() for word in words]
    first = lowered[0] if lowered else ""
    if first in _DID:  # "Who did Ann replace?"
        verb, known, role = _behind(words, _named(words, 1)), _named(words, 1), _DOER
    elif first in _BE and lowered[2:3] == ["by"]:  # "Who was replaced by Ann?"
        verb, known, role = lowered[1], _named(words, 3), _DOER
    elif first in _BE and lowered[-1] == "by":  # "Who was Ann replaced by?"
        verb, known, role = lowered[-2], _named(words, 1), _DONE_TO
    elif first and first not in _BE | STOP:  # "Who replaced Ann?"
        at = 2 if lowered[1:2] and lowered[1] in _WITH_VERB else 1
        verb, known, role = first, _named(words, at), _DONE_TO
    else:
        return None
    stems = frozenset(stem(word.lower()) for word in known if word.lower() not in STOP) - {stem(verb)}
    return (stem(verb), stems, role) if verb and stems and stem(verb) not in map(stem, _MUTUAL) else None


def _named(words: Sequence[str], at: int) -> Sequence[str]:
    """The name, with nouns before it ("the substation Wolf"), or else the nouns that stand at a word."""
    start = at
    while start < len(words) and words[start].lower() in _ARTICLES:
        start += 1
    end, named = start, False
    while end < len(words) and words[end].lower() not in STOP and (_is_name(words[end]) or not named):
        named = named or _is_name(words[end])
        end += 1
    return words[start:end]


def _behind(words: Sequence[str], known: Sequence[str]) -> str:
    """The verb behind a name; that behind another noun is the last of the words that are taken for it."""
    if not known:
        return ""
    after = words.index(known[0]) + len(known)
    verb = (words[after] if after < len(words) else "") if _is_name(known[-1]) else known[-1]
    return "" if verb.lower() in STOP else verb.lower()


def _is_name(word: str) -> bool:
    return word[0].isupper() or word[0].isdigit()


def _role(words: Sequence[str], stems: Sequence[str], at: int, known: frozenset[str]) -> str:
    """What the thing known is to the verb at a word; empty if the clause does not tell."""
    lowered = [word.lower() for word in words]
    back = at - 1
    while back >= 0 and lowered[back] in _BESIDE:
        back -= 1
    before = back >= 0 and stems[back] in known
    ahead = range(at + 1, min(at + 2 + _REACH, len(words)))
    met = next((n for n in ahead if stems[n] in known), len(words))
    after, by = met < len(words), "by" in lowered[at + 1 : min(met, at + 1 + _REACH)]
    if not _BE.isdisjoint(lowered[back + 1 : at]) or lowered[at + 1 : at + 2] == ["by"]:
        return _DONE_TO if before and not after else _DOER if after and by and not before else ""
    helped = not _DID.isdisjoint(lowered[back + 1 : at])
    if before == after or by or not (helped or _is_finite(lowered[at], stems[at])):
        return ""
    if after:
        return _DONE_TO if at else ""
    follows = words[at + 1 : at + 2]
    ends = STOP - _ARTICLES - (_WITH_VERB if lowered[at].endswith("s") else frozenset())
    return _DOER if follows and follows[0].lower() not in ends else ""  # "a mill built in 1900" built nothing


def _is_finite(word: str, stem: str) -> bool:
    """Whether a word looks like a verb that is not an infinitive, and no noun."""
    return word.endswith(("ed", "s")) or not word.startswith(stem[:-1])
