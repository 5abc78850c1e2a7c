"""Writes the text of an answer from a plan and its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.answers.card import Cards as Cards, Joined as Joined, only_names as only_names
    from fingerpost.answers.compose import Composer as Composer
    from fingerpost.answers.measures import (
        Quality as Quality,
        quality as quality,
        unsupported_claims as unsupported_claims,
    )
    from fingerpost.answers.wording import Wording as Wording

__getattr__ = lazy_exports(
    __name__,
    {
        "card": "Cards Joined only_names",
        "compose": "Composer",
        "measures": "Quality quality unsupported_claims",
        "wording": "Wording",
    },
)
