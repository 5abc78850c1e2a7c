"""Writes the text of an answer from a plan and its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.answers.compose import Composer as Composer

__getattr__ = lazy_exports(
    __name__,
    {
        "compose": "Composer",
    },
)
