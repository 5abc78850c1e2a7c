"""Who called and who was called: of two types for the ends of what happened, the one that a verb's form tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from fingerpost.linking.determiners import is_verb
from fingerpost.linking.mentions import Mention
from fingerpost.linking.text import Token

DOER, RECEIVER = "doer", "receiver"
_BEING = frozenset("is are was were be been being got get".split())
_BETWEEN = frozenset("also not never ever last first".split())
_OTHER = 0.5
"""What is left of the score of the type for the other end."""


def voiced(mentions: Sequence[Mention], tokens: tuple[Token, ...], ends: Mapping[str, str]) -> list[Mention]:
    """The mentions; where a verb says both types, "called" is the doer's and "were called" the receiver's.

    `ends` tells of such types which end they lead to.
    """
    named: dict[tuple[int, int], dict[str, float]] = {}
    for mention in mentions:
        verb = mention.kind == "relation" and mention.length == 1 and is_verb(tokens[mention.start].norm)
        if verb and mention.name in ends:
            named.setdefault((mention.start, mention.end), {})[ends[mention.name]] = mention.score
    best = {at: max(scores.values()) for at, scores in named.items() if len(scores) > 1}

    def said(mention: Mention) -> Mention:
        score = best.get((mention.start, mention.end))
        if score is None or mention.kind != "relation" or mention.name not in ends:
            return mention
        meant = RECEIVER if _is_passive(tokens, mention) else DOER
        return replace(mention, score=score if ends[mention.name] == meant else score * _OTHER)

    return [said(mention) for mention in mentions] if best else list(mentions)


def _is_passive(tokens: tuple[Token, ...], verb: Mention) -> bool:
    before = verb.start - 1
    while before > 0 and tokens[before].norm in _BETWEEN:
        before -= 1
    by = verb.end < len(tokens) and tokens[verb.end].norm == "by"
    return by or (before >= 0 and tokens[before].norm in _BEING)
