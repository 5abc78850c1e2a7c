"""A pack's phrases that are no names: aliases of values, superlatives, what people are to each other, filler.

Labels, properties and relations in a pack's words are entries of the lexicon.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.english import Adjective, Stems, is_form, stems
from fingerpost.linking.mentions import Mention
from fingerpost.linking.pack import Pack, Ranking
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token, normalise

ALIAS, RELATIVE = 0.95, 0.6
"""Scores of a value's alias, and of a noun for a node at the end of a relationship."""

_OF = frozenset(("of", "to"))


class PackWords:
    """Finds a pack's phrases in the words of a question."""

    def __init__(self, schema: GraphSchema, pack: Pack) -> None:
        self._found: dict[Stems, list[tuple[str, Mention]]] = {}
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
        self._found.setdefault(stems(phrase), []).append((normalise(phrase), mention))

    def mentions(self, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """Every phrase that the question holds, outside quotation marks."""
        for start in range(len(tokens) if self._found else 0):
            for end in range(start + 1, min(len(tokens), start + self._longest) + 1):
                said = tokens[start:end]
                for phrase, mention in self._found.get(tuple(token.stem for token in said), ()):
                    if not any(token.quoted for token in said) and _is_said(mention.kind, phrase, said):
                        words = max(1, sum(token.norm not in FUNCTION_WORDS for token in said))
                        of = mention.kind == "relative" and end < len(tokens) and tokens[end].norm in _OF
                        kind = "relative of" if of else mention.kind
                        yield mention._replace(kind=kind, start=start, end=end, words=words)


def _is_said(kind: str, phrase: str, said: Sequence[Token]) -> bool:
    """Whether words of the stems of a phrase say it: "initial" is not "initiated", nor "resident" "residing"."""
    if kind == "superlative":
        return phrase == " ".join(token.norm for token in said)
    return kind != "relative" or is_form(said[-1].norm, phrase.rpartition(" ")[2])


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


def without_shorter(mentions: Sequence[Mention], tokens: Sequence[Token]) -> list[Mention]:
    """Without relations inside a longer one.

    "Manage" is not meant in "managed by", where that leads the other way, nor "live" in "live with" somebody.
    """
    longer = [m for m in mentions if m.kind == "relation" and m.length > 1]

    def outdone(mention: Mention) -> bool:
        return mention.kind == "relation" and any(
            m.start <= mention.start
            and mention.end <= m.end
            and mention.length < m.length
            and (m.name == mention.name if m.way else _goes_on(m, mention, tokens))
            for m in longer
        )

    return [mention for mention in mentions if not outdone(mention)] if longer else list(mentions)


def _goes_on(longer: Mention, mention: Mention, tokens: Sequence[Token]) -> bool:
    """Whether a phrase is a verb that a shorter one has too, with its preposition, and at least as sure."""
    apart = longer.start == mention.start and longer.end == mention.end + 1 and tokens[longer.end - 1].norm == "with"
    return apart and longer.name != mention.name and longer.score >= mention.score
