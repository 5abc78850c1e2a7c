"""How examples are split into folds. A module of its own, so that the command line can import it cheaply."""

from __future__ import annotations

from enum import StrEnum


class By(StrEnum):
    """By the kind of question, so that no kind stands on both sides; or by chance."""

    KINDS = "kinds"
    RANDOM = "random"
