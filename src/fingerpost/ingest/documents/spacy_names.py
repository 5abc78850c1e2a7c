"""Names that a spaCy pipeline of the user's finds in a document, as a list of names (`Gazetteer`)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from fingerpost.core.errors import MissingExtra, SettingsError
from fingerpost.ingest.documents.gazetteer import Gazetteer
from fingerpost.ingest.documents.names import IDENTIFIER, Name, is_named, key_of

_KINDS = {"PERSON": "Person", "PER": "Person"} | dict.fromkeys(
    ("ORG", "NORP", "GPE", "LOC", "FAC", "PRODUCT", "EVENT", "WORK_OF_ART", "LAW", "MISC"), "Entity"
)
"""The labels of pipelines that are names, and our kinds; those of dates and amounts are none."""
_NOT_NEEDED = frozenset("tagger parser morphologizer attribute_ruler lemmatizer trainable_lemmatizer".split())
_EDGES = re.compile(r"^(?:the|a|an)\s+|['’]s?$|^\W+|[^\w.)]+$", re.IGNORECASE)
_MOST_CHARACTERS = 100


class SpacyNames:
    """Finds the names in documents with a pipeline. `digest` tells pipelines and their versions apart."""

    def __init__(self, pipeline: str) -> None:
        """`pipeline` is the name of an installed one, or its folder.

        Raises:
            MissingExtra: spaCy is not installed.
            SettingsError: `settings.invalid`: there is no such pipeline, or it finds no names.
        """
        self._pipeline = _loaded(pipeline)
        meta = self._pipeline.meta
        self.digest = f"{meta['lang']}_{meta['name']} {meta['version']}"

    def in_texts(self, texts: Iterable[str], own: Gazetteer | None = None) -> Gazetteer | None:
        """The names in the passages of one document; `own` are names of the user's, which hold. None if there are none.

        One that the pipeline gives several kinds is of the one that it gives most often.
        """
        found: dict[str, dict[Name, int]] = {}
        for read in self._pipeline.pipe(texts):
            for entity in read.ents:
                text = _EDGES.sub("", " ".join(entity.text.split()))
                kind = _KINDS.get(entity.label_)
                if kind is not None and _is_name(text):
                    counts = found.setdefault(key_of(text), {})
                    counts[Name(text, kind)] = counts.get(Name(text, kind), 0) + 1
        if not found:
            return own
        listed = {key: min(names, key=lambda one: (-names[one], one.kind, one.text)) for key, names in found.items()}
        written = sorted({name.text for names in found.values() for name in names}, key=lambda one: (-len(one), one))
        pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, written))})(?!\w)"
        if own is not None:
            pattern = rf"(?i:{own.pattern.pattern})|{pattern}"
        entries = {**listed, **(own.entries if own is not None else {})}
        return Gazetteer(entries, re.compile(pattern), self.digest, frozenset(own.entries if own is not None else ()))


def _is_name(text: str) -> bool:
    """Whether a text may be a name: not too long, written as one, and no identifier, whose kind its pattern tells."""
    short = 1 < len(text) <= _MOST_CHARACTERS
    return short and any(map(is_named, text.split())) and text[0].isalpha() and IDENTIFIER.search(text) is None


@lru_cache(maxsize=2)
def _loaded(pipeline: str) -> Any:
    try:
        import spacy
    except ImportError as error:
        raise MissingExtra("finding names needs the extra names", hint='pip install "fingerpost[names]"') from error
    try:
        loaded = spacy.load(pipeline, exclude=sorted(_NOT_NEEDED))
    except (OSError, ValueError) as error:
        message = f"there is no spaCy pipeline {pipeline}: {str(error).splitlines()[0]}"
        raise SettingsError(message, code="settings.invalid") from error
    if not any(name.endswith(("ner", "entity_ruler", "span_ruler")) for name in loaded.pipe_names):
        raise SettingsError(f"the spaCy pipeline {pipeline} finds no names", code="settings.invalid")
    return loaded
