"""What was learned from examples of one graph: phrases with what they mean there, and weights of features.

`fingerpost learn` writes it as JSON. It stands as `learned.json` in a knowledge base's folder or in a pack's.
"""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from fingerpost.core.errors import SettingsError
from fingerpost.core.schema import Frozen

LEARNED_FILE = "learned.json"
VERSION = 2
"""Of the file. A file of another version is refused: what its features count has changed."""


NODES, PROPERTIES = "nodes", "properties"
"""The kinds of lists that have habits of their own: of nodes alone, and with properties."""


class Rows(StrEnum):
    """Which rows a list has: one for each match of its pattern, or each row once."""

    KEPT = "kept"
    ONCE = "once"


class LearnedPhrase(Frozen):
    """A phrase, as stems, and one thing that it means: as `linking.lexicon.Entry`, with the value for a value."""

    stems: tuple[str, ...]
    kind: str
    name: str
    owner: str = ""
    value: Any = None
    score: float
    seen: int = 0


class LearnedExample(Frozen):
    """An example: its words with marks for values (`questions.neighbours`), and by number the outline of the reading
    that is right and its query, of which it says the values of these parameters, in this order."""

    words: str
    outline: int | None = None
    query: int = 0
    says: tuple[str, ...] = ()


class Learned(Frozen):
    """What was learned. `examples` is of how many; `figures` are those of its cross-validation.

    `weights` replace generic ones by name; `features` are weights of lexical and structural features
    (`questions.features`); `returns` are the properties of each label that are returned where none is named, "" for the
    node itself; `rows` say which rows lists have, by kind, where that is not as ever; `confidence` are weights of the
    calibration (`engine.scoring`), where there are any. `told` are the examples themselves with their `outlines` and
    `queries`, and `by_example` the weights by which the query of an example is taken instead of a reading.
    """

    version: int = VERSION
    examples: int = 0
    phrases: tuple[LearnedPhrase, ...] = ()
    told: tuple[LearnedExample, ...] = ()
    outlines: tuple[tuple[str, ...], ...] = ()
    queries: tuple[str, ...] = ()
    by_example: dict[str, float] = Field(default_factory=dict)
    weights: dict[str, float] = Field(default_factory=dict)
    returns: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    rows: dict[str, Rows] = Field(default_factory=dict)
    features: dict[str, float] = Field(default_factory=dict)
    confidence: dict[str, float] = Field(default_factory=dict)
    figures: dict[str, Any] = Field(default_factory=dict)


NOTHING_LEARNED = Learned()


def read_learned(file: Path) -> Learned:
    """What a file holds.

    Raises:
        SettingsError: `learned.invalid`: it is no such file, or of another version.
    """
    try:
        found = Learned.model_validate_json(file.read_bytes())
    except (OSError, ValidationError) as error:
        said = "it cannot be read" if isinstance(error, OSError) else str(error.errors()[0]["msg"])
        raise _invalid(file, said) from error
    if found.version != VERSION:
        raise _invalid(file, f"it is of version {found.version}, not {VERSION}")
    return found


def learned_for(named: str | None, folder: Path, pack: str | None) -> Learned:
    """What was learned for a knowledge base: the file that a setting names ("none": nothing), else the one in its
    folder, else the one in its pack's.

    Raises:
        SettingsError: `learned.invalid`.
    """
    if named is not None:
        return NOTHING_LEARNED if named == "none" else read_learned(Path(named))
    places = [folder, Path(pack)] if pack else [folder]
    for place in places:
        if (place / LEARNED_FILE).is_file():
            return read_learned(place / LEARNED_FILE)
    return NOTHING_LEARNED


def _invalid(file: Path, said: str) -> SettingsError:
    return SettingsError(
        f"{file} holds nothing learned: {said}", code="learned.invalid", hint="make it again: fingerpost learn"
    )
