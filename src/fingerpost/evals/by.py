"""How examples are split into folds. A module of its own, so that the command line can import it cheaply."""

from __future__ import annotations

from enum import StrEnum


class By(StrEnum):
    """By kind of question, so that no kind is on both sides, or at random."""

    KINDS = "kinds"
    RANDOM = "random"
