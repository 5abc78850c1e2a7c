"""Repairs that the gate makes by itself and reports."""

from __future__ import annotations

from fingerpost.languages.cypher.repair.misfits import fitted
from fingerpost.languages.cypher.repair.paths import bound_paths

__all__ = ["bound_paths", "fitted"]
