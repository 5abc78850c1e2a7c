"""What is read of a corpus once: its instruments, what amends them, dates, and labels for several provisions.

Provisions stand under one label together ("80 and 81", "7(5) to (8)") usually where they are repealed.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any, Final

from fingerpost.domains.regulations.questions.catalog import AMENDMENT, Title
from fingerpost.domains.regulations.questions.pattern_builder import INSTRUMENT
from fingerpost.plans import Column, Comparison, Match, NodePattern, Pattern, Plan, Ref, Stage, Test, Value


def title_of(node: Any) -> Title:
    """The title of the node of an instrument."""
    properties = node.properties
    label = next((label for label in node.labels if label != INSTRUMENT), INSTRUMENT)
    return Title(
        str(properties.get("identifier") or node.element_id),
        str(properties.get("title", "")),
        label,
        str(properties.get("language") or "en"),
        str(properties.get("number") or ""),
        str(properties.get("longTitle") or ""),
    )


def _of_instruments(*columns: Column, label: str = INSTRUMENT) -> Plan:
    node = NodePattern(name="instrument", label=label)
    return Plan(branches=((Stage(matches=(Match(pattern=Pattern(nodes=(node,))),), columns=columns),),))


def labels_with_blanks(label: str) -> Plan:
    """The labels of provisions that stand for several: "80 and 81"."""
    node = NodePattern(name="provision", label=label)
    where = Test(
        left=Ref(name="provision", property="label"), comparison=Comparison.CONTAINS, right=Value(parameter="blank")
    )
    names = ("documentId", "label")
    columns = tuple(Column(name=name, operand=Ref(name="provision", property=name)) for name in names)
    stage = Stage(matches=(Match(pattern=Pattern(nodes=(node,)), where=(where,)),), columns=columns)
    return Plan(branches=((stage,),), parameters={"blank": " "})


TITLES = _of_instruments(Column(name="instrument", operand=Ref(name="instrument")))
AMENDING = _of_instruments(
    Column(name="citation", operand=Ref(name="instrument", property="instrument")), label=AMENDMENT
)
DATES = _of_instruments(
    Column(name="identifier", operand=Ref(name="instrument", property="identifier")),
    Column(name="currentTo", operand=Ref(name="instrument", property="currentTo")),
)

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
