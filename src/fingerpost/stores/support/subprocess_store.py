"""Stores that run every query in a separate process that can be killed, for engines that cannot stop one."""

from __future__ import annotations

import dataclasses
from abc import abstractmethod
from collections.abc import Sequence

from fingerpost.core.cells import Cell
from fingerpost.core.limits import Limits
from fingerpost.core.verified import VerifiedQuery, require_verified
from fingerpost.stores.protocol import Explanation, Result
from fingerpost.stores.support.worker_process import WorkerProcess


class SubprocessStore:
    """A base for stores that have a `child`, and say what a plan that was asked for by EXPLAIN means."""

    dialect: str
    child: WorkerProcess

    @abstractmethod
    def operators(self, rows: Sequence[Sequence[Cell]]) -> tuple[str, ...]:
        """The operators of a plan in the engine's own words, from the rows of EXPLAIN."""

    def run(self, query: VerifiedQuery, limits: Limits | None = None) -> Result:
        """Run a verified query (see `Store.run`)."""
        require_verified(query, self.dialect)
        result = self.child.run(query.text, query.parameters, limits or Limits())
        return dataclasses.replace(result, columns=query.columns or result.columns)

    def explain(self, query: VerifiedQuery) -> Explanation:
        """How the engine would run a query (see `Store.explain`)."""
        require_verified(query, self.dialect)
        found = self.child.run(f"EXPLAIN {query.text}", query.parameters, Limits())
        return Explanation(self.operators(found.rows))

    def close(self) -> None:
        """End the process (see `Store.close`)."""
        self.child.close()
