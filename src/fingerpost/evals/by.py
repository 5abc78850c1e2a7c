"""What tells the fold of an example. It stands alone so that the command line knows it without loading the rest."""

from __future__ import annotations

from enum import StrEnum


class By(StrEnum):
    """By the kind of question, so that no kind stands on both sides; or by chance."""

    KINDS = "kinds"
    RANDOM = "random"
