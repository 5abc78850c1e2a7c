"""A pack's phrases that are no names: aliases of values, superlatives, what people are to each other, filler.

Labels, properties and relations in a pack's words are entries of the lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.english import Adjective, Stems, stems
from fingerpost.linking.mentions import Mention
from fingerpost.linking.pack import Pack, Ranking
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token

ALIAS, RELATIVE = 0.95, 0.6
"""Scores of a value's alias, and of a noun for a node at the end of a relationship."""

_OF = frozenset(("of", "to"))


class PackWords:
    """Finds a pack's phrases in the words of a question."""

    def __init__(self, schema: GraphSchema, pack: Pack) -> None:
        self._found: dict[Stems, list[Mention]] = {}
        for phrase, alias in pack.values.items():
            owner = frozenset((alias.owner,))
            known = schema.relationship_by_type if alias.relation else schema.label_by_name
            if alias.owner in known:
                self._add("value", phrase, alias.property, ALIAS, owner, alias.relation is not None, alias.value)
        for word in pack.superlatives:
            self._add("superlative", word, word, 1.0)
        for phrase in pack.ignore:
            self._add("filler", phrase, phrase, 1.0)
        for type_, said in pack.relations.items():
            relationship = schema.relationship_by_type.get(type_)
            pairs = relationship.endpoints if relationship is not None else ()
            starts, ends = frozenset(p.start for p in pairs), frozenset(p.end for p in pairs)
            both = starts | ends
            for nouns, owners, way in (
                (said.start, starts, "forward"),
                (said.end, ends, "backward"),
                (said.each, both, ""),
            ):
                for noun in nouns if owners else ():
                    self._add("relative", noun, type_, RELATIVE, owners, way=way)
        self._longest = max(map(len, self._found), default=0)

    def _add(
        self,
        kind: str,
        phrase: str,
        name: str,
        score: float,
        owners: frozenset[str] = frozenset(),
        of_relationship: bool = False,
        value: str | int | float | bool | None = None,
        way: str = "",
    ) -> None:
        reason = f"the pack calls {name} so"
        mention = Mention(kind, 0, 0, name, score, reason, owners, of_relationship, value, way=way)
        self._found.setdefault(stems(phrase), []).append(mention)

    def mentions(self, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """Every phrase that the question holds, outside quotation marks."""
        for start in range(len(tokens) if self._found else 0):
            for end in range(start + 1, min(len(tokens), start + self._longest) + 1):
                said = tokens[start:end]
                for mention in self._found.get(tuple(token.stem for token in said), ()):
                    if not any(token.quoted for token in said):
                        words = max(1, sum(token.norm not in FUNCTION_WORDS for token in said))
                        of = mention.kind == "relative" and end < len(tokens) and tokens[end].norm in _OF
                        kind = "relative of" if of else mention.kind
                        yield replace(mention, kind=kind, start=start, end=end, words=words)


def adjectives(pack: Pack, general: Mapping[str, Adjective]) -> dict[str, Adjective]:
    """What adjectives measure, with the pack's superlatives by their own words: `oldest` beside the general `old`."""
    said = {word: _adjective(ranked, _base(word, general)) for word, ranked in pack.superlatives.items() if ranked}
    return {**general, **said}


def _base(superlative: str, general: Mapping[str, Adjective]) -> Adjective | None:
    """The adjective of a superlative: "old" of "oldest", "big" of "biggest", "early" of "earliest"."""
    bases = (superlative[:-3], superlative[:-2], superlative[:-4], superlative[:-4] + "y")
    return next((general[base] for base in bases if base in general), None)


def _adjective(ranked: tuple[Ranking, ...], base: Adjective | None) -> Adjective:
    """What the pack says first, then what the word measures in general, on labels of which the pack says nothing."""
    most = base.most if base is not None else _END[ranked[0].order]
    on = tuple(f"{r.label}.{r.property}" if r.label else r.property for r in ranked)
    turned = tuple(r.property.lower() for r in ranked if _END[r.order] != most)
    kept = [r.property.lower() for r in ranked if _END[r.order] == most]
    general = () if base is None else tuple(w for w in base.reverse if not any(w in name for name in kept))
    return Adjective(most, (*on, *(base.on if base is not None else ())), (*turned, *general))


_END = {"most": "max", "least": "min"}


def without_shorter(mentions: Sequence[Mention]) -> list[Mention]:
    """Without phrases inside one that leads a way and is of the same type: "manage" is not meant in "managed by"."""
    led = [m for m in mentions if m.kind == "relation" and m.way and m.length > 1]

    def outdone(mention: Mention) -> bool:
        return mention.kind == "relation" and any(
            m.name == mention.name and m.start <= mention.start and mention.end <= m.end and mention.length < m.length
            for m in led
        )

    return [mention for mention in mentions if not outdone(mention)] if led else list(mentions)
