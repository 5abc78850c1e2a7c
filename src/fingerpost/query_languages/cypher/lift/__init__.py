"""From a syntax tree to the Plan."""

from __future__ import annotations

from fingerpost.query_languages.cypher.lift.queries import lift

__all__ = ["lift"]
