"""Dear tests of many cases: of one that is marked `sampled(every)`, or its class, a short run takes a part.

It takes one case of each `every` that follow each other: the first, then the last, the last but one and so on, so that
no factor of a product always has the same value. `make test-long` takes all.
"""

from __future__ import annotations

from collections import Counter

import pytest
from scale import LONG


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Takes the cases out that a short run leaves."""
    if LONG:
        return
    met: Counter[tuple[object, str]] = Counter()
    left = []
    for item in items:
        mark = item.get_closest_marker("sampled")
        if mark is None or not hasattr(item, "callspec"):
            continue
        (every,) = mark.args
        test = (item.parent, getattr(item, "originalname", item.name))
        number = met[test]
        met[test] += 1
        if (number + number // every) % every:
            left.append(item)
    if left:
        gone = set(left)
        items[:] = [item for item in items if item not in gone]
        config.hook.pytest_deselected(items=left)
