""" "Everything downstream of F2": where a relation of two of a kind says which way things flow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.linking.mentions import Mention
from fingerpost.linking.scores import RING
from fingerpost.linking.text import Token, stem

STREAMS = frozenset(("downstream", "upstream"))
"""Words for all that lies farther on, or farther back, however many relationships lead there."""
_ON = frozenset(map(stem, "feed supply flow drain lead precede send output trigger next pump deliver charge".split()))
_BACK = frozenset(map(stem, "depend need require follow derive consume receive come".split()))
_OF = frozenset(("of", "from"))
_REASON = "says which way things flow"


class Streams:
    """The types of one graph along which things flow, from start to end (forward) or back."""

    def __init__(self, types: Mapping[str, Sequence[str]]) -> None:
        """`types` are those that join two of a kind and have a direction, with the words of their names."""
        self._forward = {type_: on for type_, words in types.items() if (on := _flows_on(words)) is not None}

    def mentions(self, tokens: Sequence[Token]) -> Iterator[Mention]:
        """What "downstream" and "upstream" say of these types."""
        for place, token in enumerate(tokens):
            if token.norm not in STREAMS:
                continue
            end = place + 1 + (place + 1 < len(tokens) and tokens[place + 1].norm in _OF)
            for type_, forward in self._forward.items():
                # Behind "downstream of" stands where it comes from: the words lead from what is asked for to it.
                way = "backward" if forward == (token.norm == "downstream") else "forward"
                yield Mention("relation", place, end, type_, RING, _REASON, way=way)


def _flows_on(words: Sequence[str]) -> bool | None:
    """Whether a type leads the way that things flow; None where its name tells nothing of it."""
    stems = set(map(stem, words))
    on, back = not stems.isdisjoint(_ON), not stems.isdisjoint(_BACK)
    return None if on == back else on != ("by" in words)
