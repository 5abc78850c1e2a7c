"""What the words about a name tell of it: "and", "from", "the same as", "their"."""

from __future__ import annotations

from fingerpost.linking.determiners import noun_start
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token, singulars, split_name

_LEADING = frozenset(("from", "to", "via", "into", "towards"))
_OWNING = frozenset("their its his her each every which what all".split())
_THEIRS = frozenset(("their", "its", "his", "her"))
_HAVING = frozenset(("has", "have", "had"))
_RELATIVE = frozenset(("who", "that", "which", "whose"))
_NESTED = 2
"""With so many relative clauses before it, what an "and have" is said of is open."""
_COMPARING = 5
"""Most words between "have" and its property: "have a number of more than 5 ..."."""
_DOING = ("ator", "utor", "itor", "ctor", "izer", "ifier")


def is_joined(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether "and" joins a name to what stands before it: "Anna and a person"."""
    start = noun_start(tokens, start)
    return start > 0 and tokens[start - 1].norm == "and"


def placed(mention: Mention, tokens: tuple[Token, ...]) -> Mention:
    """A value, marked by what stands before it: "and" ("the kitchen and the bathroom"), "as", or a preposition."""
    if mention.start and tokens[mention.start - 1].norm in _LEADING:
        return mention._replace(definite=True)
    if is_joined(tokens, mention.start):
        return mention._replace(joined=True)
    start = mention.start
    same = start > 1 and tokens[start - 1].norm == "as" and any(t.norm == "same" for t in tokens[start - 4 : start - 1])
    return mention._replace(fresh=True) if same else mention  # "the same book as Ann"


def is_owned(tokens: tuple[Token, ...], mention: Mention, names: set[tuple[int, int]]) -> bool:
    """Whether a word that names something in the schema stands where only a noun does."""
    return (mention.start, mention.end) in names and tokens[mention.start - 1].norm in _OWNING


def says_of_subject(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a property is said of what is asked for: "their names", "which ... and have more than 5 stars"."""
    if start and tokens[start - 1].norm in _THEIRS:
        return True
    for place in range(start - 1, max(0, start - _COMPARING - 1), -1):
        if tokens[place].norm in _HAVING and tokens[place - 1].norm == "and":
            return sum(token.norm in _RELATIVE for token in tokens[1 : place - 1]) < _NESTED
    return False


def does_it(norm: str, name: str) -> bool:
    """Whether a word is who or what does something, and the name of a property of one stem is not."""
    word = next(iter(singulars(norm)), norm)
    return word.endswith(_DOING) and not any(part.endswith(_DOING) for part in split_name(name))
