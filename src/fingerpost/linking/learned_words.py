"""The phrases that examples taught, found in questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.learned import LearnedPhrase
from fingerpost.linking.mentions import Mention
from fingerpost.linking.stopwords import FUNCTION_WORDS
from fingerpost.linking.text import Token


class LearnedWords:
    """Learned phrases over one schema; those of what the graph has no more are left out."""

    def __init__(self, schema: GraphSchema, phrases: Sequence[LearnedPhrase]) -> None:
        self._phrases: dict[tuple[str, ...], list[tuple[LearnedPhrase, bool]]] = {}
        for phrase in phrases:
            label = schema.label_by_name.get(phrase.owner)
            relationship = schema.relationship_by_type.get(phrase.owner)
            owner = label or relationship
            known = {
                "label": phrase.name in schema.label_by_name,
                "relation": phrase.name in schema.relationship_by_type,
            }
            if known.get(phrase.kind, owner is not None and phrase.name in owner.by_name):
                of_relationship = label is None and relationship is not None
                self._phrases.setdefault(phrase.stems, []).append((phrase, of_relationship))
        self._longest = max(map(len, self._phrases), default=0)

    def mentions(self, tokens: tuple[Token, ...]) -> Iterator[Mention]:
        """Every learned phrase in a question."""
        for start in range(len(tokens) if self._phrases else 0):
            for end in range(start + 1, min(len(tokens), start + self._longest) + 1):
                stems = tuple(token.stem for token in tokens[start:end])
                for phrase, of_relationship in self._phrases.get(stems, ()):
                    yield Mention(
                        phrase.kind,
                        start,
                        end,
                        phrase.name,
                        phrase.score,
                        f"{phrase.seen} examples say {phrase.name} so",
                        frozenset((phrase.owner,)) if phrase.owner else frozenset(),
                        of_relationship,
                        value=phrase.value,
                        words=max(1, sum(token.norm not in FUNCTION_WORDS for token in tokens[start:end])),
                    )
