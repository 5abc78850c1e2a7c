"""What is read of a corpus once: its instruments, what amends them, dates, and labels for several provisions."""

from __future__ import annotations

from typing import Any

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
