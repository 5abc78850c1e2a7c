"""Questions of architects, facility managers and cost estimators, with the answers that a query or a person found."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace

from building_questions import NONE

from fingerpost.core.cells import Node

LINES = Path(__file__).with_name("building_trades.txt").read_text("utf-8").splitlines()


def trades(file):
    """The questions about a model, each with a function of the open knowledge base that finds the right answer."""
    stem = Path(file).stem
    lines = [line.split(" | ", 3) for line in LINES if line.strip() and not line.startswith("#")]
    return [(question, lambda kb, gold=gold: _right(kb, gold)) for model, _, question, gold in lines if model == stem]


def _right(kb, gold):
    if gold == "NONE":
        return NONE
    if not gold.startswith("MATCH"):
        value = ast.literal_eval(gold)
        return {str(one) for one in value} if isinstance(value, set) else value
    rows = kb.query(gold).rows
    if rows and isinstance(rows[0][0], Node):
        return [SimpleNamespace(GlobalId=node.element_id, Name=node.properties.get("name")) for (node,) in rows]
    if rows and len(rows[0]) == 2:
        return dict(rows)
    return rows[0][0] if len(rows) == 1 else {str(value) for (value,) in rows}
