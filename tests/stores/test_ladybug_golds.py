"""The published golds of ZOGRASCOPE, lifted and printed, on Ladybug beside the embedded store: equal answers.

A gold that keeps some of several rows that are equal in what it sorts by may keep others: the sort keys must be equal.
"""

from __future__ import annotations

import json
from collections import Counter

import pytest

import fingerpost as fp
from fingerpost.core.cells import Node, Relationship
from fingerpost.core.limits import Limits
from fingerpost.engine.registry import store_class
from fingerpost.languages.cypher.lift import lift
from fingerpost.languages.cypher.parser import parse
from fingerpost.languages.cypher.verify import verify_plan
from fingerpost.plans.model import Column

pytest.importorskip("ladybug", reason="needs the extra ladybug")
pytestmark = pytest.mark.shared

GRAPH, GOLDS = "zograscope/graph_csv", "zograscope/train.jsonl"
_LIMITS = Limits(time_ms=60_000, rows=1_000_000)


@pytest.fixture(scope="module")
def both(shared, tmp_path_factory):
    """The crime graph in both stores, and its schema."""
    folder = tmp_path_factory.mktemp("pole")
    fp.load([shared(GRAPH)], into=folder / "pole.fp")
    fp.load([shared(GRAPH)], into=f"ladybug://{folder}/pole")
    ladybug = store_class("ladybug").open(str(folder / "pole"))
    with fp.open(folder / "pole.fp") as kb:
        yield kb, ladybug
    ladybug.close()


def _cell(cell):
    if isinstance(cell, Node):
        return cell.element_id, cell.labels, tuple(sorted(map(repr, cell.properties.items())))
    if isinstance(cell, Relationship):
        return cell.type, cell.start, cell.end
    if isinstance(cell, tuple):
        return tuple(map(_cell, cell))
    return round(cell, 9) if isinstance(cell, float) else cell


def _rows(rows):
    return Counter(repr(tuple(map(_cell, row))) for row in rows)


def _with_keys(plan):
    """The plan with what its last stage sorts by as its only columns; None where that is not to be seen."""
    *before, last = plan.branches[0]
    if not last.order or last.limit is None or last.aggregates or last.distinct:
        return None
    keys = tuple(Column(name=f"key{number}", operand=order.operand) for number, order in enumerate(last.order))
    order = tuple(order.model_copy(update={"operand": order.operand}) for order in last.order)
    stage = last.model_copy(update={"columns": keys, "order": order})
    return plan.model_copy(update={"branches": ((*before, stage),)})


def _tied(plan, ask):
    """Whether the rows that both keep are equal in what they are sorted by, and both keep as many."""
    keyed = _with_keys(plan)
    if keyed is None:
        return plan.branches[0][-1].limit is not None and not plan.branches[0][-1].order
    one, other = ask(keyed)
    return list(map(_cell, one)) == list(map(_cell, other))


def test_every_gold_has_the_answer_that_the_embedded_store_gives(both, shared):
    kb, ladybug = both
    schema = ladybug.schema()
    assert (schema.node_count, schema.relationship_count) == (61_521, 105_840)

    def ask(plan):
        embedded = kb.store.run(verify_plan(plan, kb.schema, dialect=kb.store.dialect), _LIMITS)
        return embedded.rows, ladybug.run(verify_plan(plan, schema, dialect=ladybug.dialect), _LIMITS).rows

    found = Counter()
    for line in shared(GOLDS).read_text(encoding="utf-8").splitlines():
        plan = lift(parse(json.loads(line)["cypher"]))
        one, other = ask(plan)
        if _rows(one) == _rows(other):
            found["equal"] += 1
        else:
            assert len(one) == len(other), line
            assert _tied(plan, ask), line
            found["tied"] += 1
    assert found["equal"] + found["tied"] == 2_905
    assert found["tied"] <= 150
