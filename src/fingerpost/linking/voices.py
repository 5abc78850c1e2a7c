"""Who called and who was called: of two types for the ends of what happened, the one that a verb's form tells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from fingerpost.linking.determiners import is_verb
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token

DOER, RECEIVER = "doer", "receiver"


@dataclass(frozen=True, slots=True)
class End:
    """A type that leads from what happened to who did it, or to whom it was done (`role`).

    `event` is the label of what happened, `other` the type for the other end.
    """

    role: str
    event: str
    other: str


_BEING = frozenset("is are was were be been being got get".split())
_CLAUSE = frozenset("that which who where whose have has had do does did and".split())
"""Words behind which another verb's being is another's."""
_NEAR = 8
"""How far before its verb a form of "be" may stand."""
_EVENT = 0.9
_BY = 0.8
_GET = frozenset(("get", "got"))
_ENDING = _GET | {"from", "to"}
_SLIGHT = 0.4
_BESIDE = 0.8
"""The score of "get", "from" and "to" by themselves, and beside what happened."""
_OTHER = 0.5
"""What is left of the score of the type for the other end."""


def voiced(mentions: Sequence[Mention], tokens: tuple[Token, ...], ends: Mapping[str, End]) -> list[Mention]:
    """The mentions; where a verb says both types, "called" is the doer's and "were called" the receiver's.

    It also names what happened: "phones that called" made calls.
    """
    if not ends:
        return list(mentions)
    named: dict[tuple[int, int], dict[str, float]] = {}
    for mention in mentions:
        verb = mention.kind == "relation" and mention.length == 1 and is_verb(tokens[mention.start].norm)
        if verb and mention.name in ends:
            named.setdefault((mention.start, mention.end), {})[ends[mention.name].role] = mention.score
    best = {at: max(scores.values()) for at, scores in named.items() if len(scores) > 1}

    def said(mention: Mention) -> Mention:
        score = best.get((mention.start, mention.end))
        if score is None or mention.kind != "relation" or mention.name not in ends:
            return mention
        meant = RECEIVER if _is_passive(tokens, mention) else DOER
        return mention._replace(score=score if ends[mention.name].role == meant else score * _OTHER)

    told = [_near_what_happened(mention, mentions, tokens, ends) for mention in map(said, mentions)]
    return [*_longest(told, ends), *_happened(told, tokens, best, ends)]


def _near_what_happened(
    mention: Mention, mentions: Sequence[Mention], tokens: tuple[Token, ...], ends: Mapping[str, End]
) -> Mention:
    """A slight word that stands beside what happened says its end surely: "got a call", "calls from Ann"."""
    end = ends.get(mention.name) if mention.kind == "relation" and mention.score <= _SLIGHT else None
    if end is None or mention.length > 1 or tokens[mention.start].stem not in _ENDING:
        return mention
    got = tokens[mention.start].stem in _GET
    beside = any(
        m.kind == "label"
        and m.name == end.event
        and (0 <= m.start - mention.end <= 2 if got else m.end == mention.start)
        for m in mentions
    )
    return mention._replace(score=_BESIDE) if beside else mention


def _longest(mentions: Sequence[Mention], ends: Mapping[str, End]) -> Iterator[Mention]:
    """Without "made", which is the doer's, in "made to", which is the receiver's."""
    longer = {
        (m.start, ends[m.name].role) for m in mentions if m.kind == "relation" and m.length > 1 and m.name in ends
    }
    for mention in mentions:
        end = ends.get(mention.name) if mention.kind == "relation" and mention.length == 1 else None
        other = end is not None and any(start == mention.start and role != end.role for start, role in longer)
        if not other:
            yield mention


def _happened(
    mentions: Iterable[Mention],
    tokens: tuple[Token, ...],
    best: Mapping[tuple[int, int], float],
    ends: Mapping[str, End],
) -> Iterator[Mention]:
    for mention in mentions:
        sure = mention.score == best.get((mention.start, mention.end))
        if sure and mention.kind == "relation" and mention.name in ends:
            owners = frozenset((ends[mention.name].event,))
            score = _EVENT * mention.score
            yield mention._replace(kind="event", score=score, owners=owners, article=mention.start)
            if mention.end < len(tokens) and tokens[mention.end].norm == "by":
                yield mention._replace(start=mention.end, end=mention.end + 1, name=ends[mention.name].other, score=_BY)


def _is_passive(tokens: tuple[Token, ...], verb: Mention) -> bool:
    """Whether something was done to what is spoken of: "was called", "was Anna's phone called", "called by"."""
    if verb.end < len(tokens) and tokens[verb.end].norm == "by":
        return True
    for place in range(verb.start - 1, max(verb.start - 1 - _NEAR, -1), -1):
        word = tokens[place].norm
        if word in _BEING:
            return True
        if word in _CLAUSE or is_verb(word):
            return False
    return False
