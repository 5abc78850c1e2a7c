"""Repairs that the gate makes by itself and reports.

Rules over the text (`texts.parsed`) run only where it does not parse as it is; rules over the tree follow.
"""

from __future__ import annotations

from fingerpost.query_languages.cypher.repair.deprecated import modernised
from fingerpost.query_languages.cypher.repair.forgotten import carried_on
from fingerpost.query_languages.cypher.repair.misfits import fitted
from fingerpost.query_languages.cypher.repair.ordering import grouped_for_order
from fingerpost.query_languages.cypher.repair.paths import bound_paths

__all__ = ["bound_paths", "carried_on", "fitted", "grouped_for_order", "modernised"]
