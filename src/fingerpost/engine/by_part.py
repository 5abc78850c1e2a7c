"""A single number told by the parts of the graph that a domain names: by model, for instance."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from fingerpost.core.errors import QueryRejected, StoreError
from fingerpost.engine.run import Run
from fingerpost.plans import Plan


def by_part(run: Run, parts: Mapping[str, Callable[[Plan], Plan]]) -> Iterator[str]:
    """A note with the number of each part; nothing if the answer is not a single number, or a part cannot be asked."""
    if run.result is None or run.plan is None or len(parts) < 2:
        return
    rows = run.result.rows
    if len(rows) != 1 or len(rows[0]) != 1 or isinstance(rows[0][0], bool) or not isinstance(rows[0][0], (int, float)):
        return
    told = []
    for name, limited in parts.items():
        try:
            found = run.context.run(limited(run.plan))
        except (QueryRejected, StoreError):
            return
        value = found.rows[0][0] if found.rows else 0
        told.append(f"{name} {value:g}" if isinstance(value, (int, float)) else f"{name} none")
    yield f"by part: {', '.join(told)}"
