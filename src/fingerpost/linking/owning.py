"""Properties and what they are of: the labels beside them, those that a list shares, words of theirs behind a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from fingerpost.linking.directions import HAVING
from fingerpost.linking.lexicon import CALLED_BY
from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import OWN
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, split_name, stem

_SURE = 0.9
"""Least score of a label that surely was meant."""
_NOT_ITS = 0.55
"""What is left of a property's score where what it is said to be of does not have it."""
_SO_MUCH = frozenset(
    "cost costs amount amounts value values figure figures level levels score scores count counts total totals size "
    "sizes rating ratings url urls".split()
)
_BETWEEN = frozenset(
    "of for from the a an all each every any that this these those their its his her our my your such in".split()
)


def told_from(found: Iterable[Mention]) -> dict[tuple[int, str], int]:
    """Where what stands right before a label and tells which of it begins: "the names of the oilseed crops".

    By where the label begins, and its name.
    """
    return {(m.end, owner): m.start for m in found if m.kind == "value" for owner in m.owners}


def owned(
    mention: Mention, tokens: tuple[Token, ...], labels: Iterable[Mention], told: Mapping[tuple[int, str], int]
) -> Mention:
    """A property with the labels that stand beside it as its owner: "the team's name", "the names of all teams".

    `told` is where what stands before a label begins, as `told_from` gives it.
    """
    near, followed, others = set(), set(), False
    mention = mention._replace(predicate=_is_said_of_it(tokens, mention.start))
    for label in labels:
        owns = label.name in mention.owners
        if owns and label.start == mention.end:
            followed.add(label.name)
        start = told.get((label.start, label.name), label.start)
        between = tokens[mention.end : start] if start >= mention.end else None
        joined = between is not None and len(between) > 0 and all(token.norm in _BETWEEN for token in between)
        if label.end == mention.start or (joined and between is not None and between[0].norm in ("of", "for", "from")):
            if owns:
                near.add(label.name)
            whole = mention.of_relationship and mention.score >= OWN
            others = others or (not owns and joined and label.score >= _SURE and not whole)
    if not near and not followed:
        # "The name of the genre": not the title of a film, though that is what films are called by.
        left = _NOT_ITS**2 if mention.reason.startswith(CALLED_BY) else _NOT_ITS
        return mention._replace(score=mention.score * left) if others else mention
    return mention._replace(near=frozenset(near), followed=frozenset(followed))


def _is_said_of_it(tokens: tuple[Token, ...], start: int) -> bool:
    """Whether a property stands right behind "is" or "are", perhaps with "not" between, or behind "and have a"."""
    before = start - 1
    if before > 1 and tokens[before].norm in ("a", "an") and tokens[before - 1].norm in HAVING:
        return True
    while before > 0 and tokens[before].norm in ("not", "also", "currently"):
        before -= 1
    return before > 0 and tokens[before].norm in ("is", "are", "was", "were")


_AND = frozenset("and or as well along with their its the".split())


def coordinated(mentions: list[Mention], tokens: tuple[Token, ...]) -> list[Mention]:
    """ "The names and models of all starships": what is said of the last property holds for those before it."""
    by_start: dict[int, list[Mention]] = {}
    for mention in mentions:
        if mention.kind == "property" and mention.near:
            by_start.setdefault(mention.start, []).append(mention)
    if not by_start:
        return mentions
    result = []
    for mention in sorted(mentions, key=lambda m: -m.start):
        if mention.kind == "property" and not mention.near:
            after = mention.end
            while after < len(tokens) and tokens[after].norm in _AND and after - mention.end < 3:
                after += 1
            near = frozenset(label for other in by_start.get(after, ()) for label in other.near) & mention.owners
            if near:
                mention = mention._replace(near=near)
                by_start.setdefault(mention.start, []).append(mention)
        result.append(mention)
    return result


def _apart(before: Token, word: Token) -> bool:
    """Whether a comma stands between two words, and no quotation mark: "for each language, count the books"."""
    return word.start - before.end > 1 and not before.quoted


def measuring(found: Iterable[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """Properties with a word behind them that says no more than that there is so much of it: "freight cost"."""
    properties = [mention for mention in found if mention.kind == "property"]
    spans = {(mention.start, mention.end) for mention in properties}
    for mention in properties:
        end = mention.end
        if (
            mention.score >= OWN
            and end < len(tokens)
            and tokens[end].norm in _SO_MUCH
            and not _apart(tokens[end - 1], tokens[end])
            and (mention.start, end + 1) not in spans
        ):
            yield mention._replace(end=end + 1, words=mention.words + 1)


def described(found: Iterable[Mention], tokens: tuple[Token, ...]) -> Iterator[Mention]:
    """Values with a word of their property's name right behind them: the "brown hair" of a `hair_color`."""
    for mention in found:
        words = split_name(mention.name)
        following = tokens[mention.end] if mention.kind == "value" and mention.end < len(tokens) else None
        if following is None or following.norm in FUNCTION_WORDS or following.stem not in map(stem, words[:-1]):
            continue
        yield mention._replace(end=mention.end + 1, score=max(mention.score, OWN), words=mention.words + 1)
