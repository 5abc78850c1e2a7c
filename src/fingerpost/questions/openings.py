"""What a sentence opens with: "is there", "who", "how old", an imperative, "for each author, find"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fingerpost.linking.english import english
from fingerpost.linking.mentions import Linked
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, stem
from fingerpost.questions.roles import MOST, Marker, Role

_CHECKS = frozenset("is are was were do does did has have had".split())
_ABLE = "can"
_ASKERS = frozenset("you i we u someone somebody anyone anybody".split())
"""Of whom "can" asks for the answer itself: "can you list", "can I see"."""
_WHICH = frozenset(("which", "who", "what"))
_ONE = frozenset("one ones is it are they them that those".split())
_WHETHER = frozenset(("whether", "if"))
"""What "tell me whether" begins with, once "tell me" is taken away."""
_ASKED = frozenset("which who whom whose what".split())
"""With these behind it an "if" only supposes: "if the lake dries up, which villages are hit"."""
_MOSTLY = (("most",), ("more", "than", "half"), ("over", "half"), ("the", "majority"))
_OF_ALL = frozenset("of the all our your my these those".split())
_EVERY = frozenset(("all", "every", "each"))
_IMPERATIVE = frozenset(
    "find list show select give tell return retrieve display identify provide fetch get name describe calculate "
    "compute determine extract obtain include report output".split()
)
_AFTER_COMMA = _IMPERATIVE - {"name", "show", "report", "output"}
"""Imperatives that are no nouns in a list: "its title, name and price"."""
_STATING = frozenset("state report specify indicate".split())
"""Imperatives that are nouns or names as often, and none before a determiner."""
_DETERMINED = frozenset("the their its his her each all for how which what your whether".split())
_FULL_STOP = re.compile(r"[.?!;:]\S*\s")
_SETTING = frozenset(("for", "in", "among", "within", "considering", "of", "from", "per"))
"""Words that open what goes before the verb of a sentence: "for each author, find ..."."""
_BEFORE_ASKING = frozenset("you please to me us and then also just".split())
_QUESTION_WORDS = frozenset(("what", "which"))


def openings(linked: Linked) -> list[Marker]:
    """What a question opens with: a check ("is there"), an asking word, or a question word with its property."""
    tokens = linked.tokens
    found: list[Marker] = []
    asks = english().asks
    if tokens and (tokens[0].norm in _CHECKS or _asks_if_able(tokens)):
        end = 2 if len(tokens) > 1 and tokens[1].norm in ("there", "any") else 1
        every = len(tokens) > 2 and tokens[1].norm in _EVERY
        which = _which_too(tokens) if end == 2 else len(tokens)
        if which < len(tokens):
            found += [Marker(Role.ASK, 0, end), Marker(Role.RESTATED, which, len(tokens))]
        elif not (len(tokens) > 1 and tokens[1].norm == "not"):
            most = _most(tokens)
            if most:
                found.append(Marker(Role.CHECK, 0, most, MOST))
            else:
                found.append(Marker(Role.CHECK, 0, 2 if every else end, "all" if every else ""))
    elif tokens and tokens[0].norm in _WHETHER and not _supposes(linked):
        found.append(Marker(Role.CHECK, 0, 1))
    for index, token in enumerate(tokens):
        for length in (2, 1):
            phrase = tuple(stem(t.norm) for t in tokens[index : index + length])
            if len(phrase) == length and phrase in asks:
                found.append(Marker(Role.ASK_PROPERTY, index, index + length, " ".join(phrase)))
                break
        begins = linked.begins_sentence(index)
        early = begins or (index < 3 and tokens[index - 1].norm in FUNCTION_WORDS)
        if (token.norm == "who" and early) or (token.norm == "whose" and not index):
            found.append(Marker(Role.WHO, index, index + 1))
        elif token.norm == "where" and early:
            found.append(Marker(Role.WHERE, index, index + 1))
        elif (
            (token.norm in _QUESTION_WORDS and early)
            or (token.norm in _IMPERATIVE and (begins or tokens[index - 1].norm in _BEFORE_ASKING))
            or (token.norm in (*_AFTER_COMMA, *_QUESTION_WORDS) and _is_set(linked, index))
            or (token.norm == "what" and index and tokens[index - 1].norm == "and")
            or (_is_stating(tokens, index) and (begins or _is_set(linked, index)))
        ):
            found.append(Marker(Role.ASK, index, index + 1))
    return found


def _is_stating(tokens: Sequence[Token], index: int) -> bool:
    """Whether a word asks for what stands behind it: "state the number", and not the state."""
    behind = tokens[index + 1].norm if index + 1 < len(tokens) else ""
    return tokens[index].norm in _STATING and behind in _DETERMINED


def _supposes(linked: Linked) -> bool:
    """Whether a clause that asks stands behind one with "if"."""
    pairs = zip(linked.tokens, linked.tokens[1:], strict=False)
    return any(right.norm in _ASKED and "," in linked.question[left.end : right.start] for left, right in pairs)


def _most(tokens: Sequence[Token]) -> int:
    """Where "do most", "are more than half of the" end that a question opens with; 0 where none of these does."""
    norms = [token.norm for token in tokens[1:7]]
    for phrase in _MOSTLY:
        if norms[: len(phrase)] == [*phrase]:
            end = len(phrase)
            while end < len(norms) - 1 and norms[end] in _OF_ALL:
                end += 1
            return end + 1
    return 0


def _which_too(tokens: Sequence[Token]) -> int:
    """ "Is there a topic without posts, and which": where the question begins that asks for more than yes or no."""
    for place in range(3, len(tokens)):
        rest = {token.norm for token in tokens[place + 1 :]}
        if tokens[place].norm in _WHICH and tokens[place - 1].norm == "and" and rest <= _ONE:
            return place - 1
    return len(tokens)


def _is_set(linked: Linked, index: int) -> bool:
    """Whether a word begins the main clause of a sentence that opens otherwise: "for each author, find ..."."""
    tokens = linked.tokens
    begins = index
    while begins > 0 and not _FULL_STOP.search(linked.question[tokens[begins - 1].end : tokens[begins].start]):
        begins -= 1
    return index > begins and linked.is_behind(index, ",") and tokens[begins].norm in _SETTING


def _asks_if_able(tokens: Sequence[Token]) -> bool:
    """ "Can Ada swim": a yes or no, unlike "can you show me"."""
    return len(tokens) > 1 and tokens[0].norm == _ABLE and tokens[1].norm not in _ASKERS
