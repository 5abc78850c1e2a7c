"""Provisions that stand under one label together: "80 and 81", "7(5) to (8)", which are usually repealed."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

_RANGE: Final = re.compile(r"^(?P<before>.*?)(?P<first>\(?[\w.]+\)?) (?P<join>to|and|à|et) (?P<last>\(?[\w.]+\)?)$")
_LAST_PART: Final = re.compile(r"^(?P<before>.*?)(?P<own>\(?[\w.]+\)?)$")


class Ranges:
    """The labels of a corpus that stand for several provisions."""

    def __init__(self, labels: Iterable[tuple[str, str]]) -> None:
        """From pairs of a document's identifier and a label."""
        self._of: dict[str, list[tuple[re.Match[str], str]]] = defaultdict(list)
        for document, label in labels:
            match = _RANGE.match(label)
            if match is not None:
                self._of[document].append((match, label))

    def holding(self, document: str, provision: str) -> str | None:
        """The label under which a provision stands together with others; None if it stands alone."""
        own = _LAST_PART.match(provision)
        if own is None:
            return None
        for match, label in self._of.get(document, ()):
            if match["before"] != own["before"]:
                continue
            ends = (match["first"], match["last"])
            between = match["join"] in ("to", "à") and _order(ends[0]) <= _order(own["own"]) <= _order(ends[1])
            if own["own"] in ends or between:
                return label
        return None


def _order(label: str) -> tuple[int, float, str]:
    """Where a label stands among others: numbers by value, then letters."""
    plain = label.strip("()")
    try:
        return 0, float(plain), ""
    except ValueError:
        return 1, 0.0, plain
