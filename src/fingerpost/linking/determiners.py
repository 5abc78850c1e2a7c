"""What stands before a name: whether it brings in something new, or tells of what is known."""

from __future__ import annotations

from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, singulars
from fingerpost.plans import VERBS

_BEFORE_NOUN = frozenset("a an the any some another other".split())
_BEFORE_DEED = frozenset("a the this that each every any first last next latest earliest".split())
_RELATIVE = frozenset("that which who where whose".split())
_HAVING = frozenset("have has had also".split())
_CLAUSE = 4
"""Most words between a relative pronoun and the noun that its verb has."""
SUBJECTS = frozenset("they he she it".split())
_OBJECTS = frozenset("them him it themselves himself herself itself".split())
_LIGHT = frozenset("have has had is are was were been do does did not never also once ever themselves".split())
_GIVEN = frozenset("one a an the any some another".split())
"""Words that open an object of the verb's own: "if it received one"."""
_CLAUSES = frozenset("if and when while because but or since".split())
_LEADING = frozenset("in at by on for to of with from".split())
_INSIDE = frozenset("in within inside during throughout of at on from for".split())
_KNOWN = frozenset("the that this those these said".split())
_NEW = frozenset("a an any some".split())
_WHICHEVER = frozenset("single given one".split())
"""Words that make "any" speak of each."""
_COPULAS = frozenset("is are was were be been being as".split())
_BEFORE_VERBS = frozenset("who that not never also and both to".split())
_WHOM = frozenset(
    "somebody someone anybody anyone nobody others another each both at more fewer two three a an no any every".split()
)
"""Words with which the object of a verb begins."""
_OF_OBJECT = frozenset("a an the no any every".split())
_ASKING = frozenset(("do", "does", "did"))
_SUBJECT = 5
"""Most words from an auxiliary that asks to the verb: "did Mary Ann Lee coach"."""
_PREDICATE = 6
"""Most words from a copula to what it says of its subject."""
_DESCRIBING = 4
"""Most words that may stand between an article and its noun."""


def noun_start(tokens: tuple[Token, ...], start: int) -> int:
    """Where a noun starts with the determiners before it."""
    while start > 0 and tokens[start - 1].norm in _BEFORE_NOUN:
        start -= 1
    return start


def only_holds(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a word names nothing, but holds the question together: not the "showing" of "the last showing"."""
    said = tokens[start].norm
    noun = said.endswith("ing") and start > 0 and tokens[start - 1].norm in _BEFORE_DEED
    return said in FUNCTION_WORDS and not noun


def article(tokens: tuple[Token, ...], start: int) -> int:
    """The "a" that a name stands behind, perhaps with words that describe it; "is a" tells of what is known."""
    first = max(0, start - 1 - _DESCRIBING)
    for index in range(start - 1, first - 1, -1):
        if tokens[index].norm in _NEW:
            known = index > 0 and tokens[index - 1].norm in _COPULAS
            return -1 if known or tokens[index + 1].norm in _WHICHEVER else index
        if tokens[index].norm in FUNCTION_WORDS or tokens[index].possessive:
            break
    return -1


def is_verb(word: str) -> bool:
    """Whether a folded word is a form of a verb that is no noun: "called", "held"."""
    return word in VERBS or (word.endswith(("ed", "ing")) and len(word) > 4)


def own_article(tokens: tuple[Token, ...], start: int, end: int) -> int:
    """The article of a noun; of one that a relative clause brings in without any, its first word.

    "Phones that made calls", "phones that called".
    """
    found = article(tokens, start)
    if found >= 0 or not start:
        return found
    first = max(0, start - _CLAUSE)
    before = tokens[first:start]
    clause = next((first + i for i, token in enumerate(before) if token.norm in _RELATIVE), -1)
    if clause < 0:
        return -1
    light = all(token.norm in _HAVING for token in tokens[clause + 1 : start])
    if is_verb(tokens[end - 1].norm):
        return start if light and end - start == 1 else -1
    had = tokens[start - 1].norm in _HAVING or tokens[start - 1].norm not in FUNCTION_WORDS
    return start if had and clause < start - 1 and singulars(tokens[end - 1].norm) else -1


def is_done(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a word of one form with a noun is a verb: "which writer mentors the most", "who does Ann coach"."""
    if start == 0:
        return False
    asked = any(token.norm in _ASKING for token in tokens[max(0, start - _SUBJECT) : start])
    somebody = tokens[start - 1].capitalised or tokens[start - 1].norm in SUBJECTS
    if asked and somebody and not singulars(tokens[start].norm):
        return True
    if start + 1 >= len(tokens):
        return False
    if not singulars(tokens[start].norm):  # "people who mentor others", "who do not coach anybody"
        before = tokens[start - 1].norm
        return (before in _BEFORE_VERBS or bool(singulars(before))) and tokens[start + 1].norm in _WHOM
    subject, following = tokens[start - 1], tokens[start + 1].norm
    single = subject.norm == "who" or (subject.norm not in FUNCTION_WORDS and not singulars(subject.norm))
    return single and not subject.numeric and not subject.possessive and following in _OF_OBJECT


def is_led(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a preposition leads to something that is known: "in that match", "during the tournament"."""
    return start > 1 and tokens[start - 1].norm in _KNOWN and tokens[start - 2].norm in _INSIDE


def says_what_is(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a noun says what somebody is: "who are juniors", "skaters that are guests but no juniors"."""
    for token in reversed(tokens[max(0, start - _PREDICATE) : start]):
        if token.norm in _COPULAS:
            return True
        if token.norm in _INSIDE or token.norm in _LEADING:
            return False
    return False


def refers(tokens: tuple[Token, ...], start: int, end: int) -> bool:
    """Whether a verb speaks of what was named before: "that they own", "who designed them", "written by himself"."""
    before = start - 1
    while before >= 0 and tokens[before].norm in _LIGHT:
        before -= 1
    if before > 0 and tokens[before].norm in SUBJECTS:
        given = end < len(tokens) and tokens[end].norm in _GIVEN
        return not given and tokens[before - 1].norm not in _CLAUSES
    after = end + (end < len(tokens) and tokens[end].norm in _LEADING)
    return after < len(tokens) and tokens[after].norm in _OBJECTS
