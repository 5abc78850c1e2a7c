"""Which documents amend others: "Supersedes: ADR-4", "This replaces the Travel policy", "Amended by ADR-9"."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from fingerpost.ingest import identifiers_in, key_of, own_name
from fingerpost.retrieval import StoredDocument

_AMENDS = re.compile(
    r"\b(?:supersed(?:es?|ing)|amend(?:s|ing)?|amendment (?:to|of)|replac(?:es?|ing)|revis(?:es?|ing)|"
    r"overrid(?:es?|ing)|corrects|updates|cancels|withdraws|changes? to|in place of)\b([^.\n]{1,160})",
    re.IGNORECASE,
)
_AMENDED = re.compile(
    r"\b(?:superseded|amended|replaced|revised|overridden|corrected|updated) by\b([^.\n]{1,120})", re.IGNORECASE
)
_MOST = 20_000
"""Documents of which all texts are looked through."""
_LEAST_WORDS = 2
"""Words of a title that may be named in a text; one alone may mean anything."""


def amendments(documents: Mapping[str, StoredDocument]) -> dict[str, frozenset[str]]:
    """The documents that amend each, by keys. A document that is older than another does not amend it."""
    if len(documents) > _MOST:
        return {}
    called = {name: key for key, one in documents.items() for name in _names(one)}
    found: dict[str, set[str]] = defaultdict(set)
    for key, one in documents.items():
        pairs = [(old, key) for old in _named(one.text, _AMENDS, called)]
        pairs += [(key, new) for new in _named(one.text, _AMENDED, called)]
        for old, new in pairs:
            times = documents[old].time, documents[new].time
            if old != new and not (times[0] and times[1] and times[0] > times[1]):
                found[old].add(new)
    return {old: frozenset(new) for old, new in found.items()}


def _names(document: StoredDocument) -> Iterator[str]:
    """What other documents call a document: the identifier that it begins with, and its title."""
    own = own_name(document.key, document.title)
    if not own.given:
        yield own.key
    if len(document.title.split()) >= _LEAST_WORDS:
        yield key_of(document.title)


def _named(text: str, said: re.Pattern[str], called: Mapping[str, str]) -> Iterable[str]:
    """The documents that stand behind such words in a text."""
    for match in said.finditer(text):
        start, end = match.span(1)
        names = [key_of(name) for name, _, _ in identifiers_in(text, start, end)]
        words = key_of(match[1]).split(" ")
        sizes = range(_LEAST_WORDS, min(len(words), 8) + 1)
        names += [" ".join(words[at : at + size]) for size in sizes for at in range(len(words) - size + 1)]
        yield from (called[name] for name in names if name in called)
