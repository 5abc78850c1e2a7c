"""Plain questions over the development models: how many are right, and how many wrong ones are given as sure."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

pytest.importorskip("ifcopenshell", reason='needs ifcopenshell: pip install "fingerpost[ifc]"')
sys.path.insert(0, str(Path(__file__).parent))

from building_everyday import MODELS as EVERYDAY
from building_fresh import MODELS as FRESH
from building_handover import MODELS as HANDOVER
from building_measure import REFUSED, RIGHT, SURE, WRONG, verdict
from building_models import Model
from building_questions import MODELS
from building_rounds import MODELS as ROUNDS
from building_trades import trades
from building_visits import MODELS as VISITS
from scale import some

import fingerpost as fp

pytestmark = pytest.mark.shared

EXPECTED = {"right": 0.95, "sure": 0.02}
"""The least share of right answers, and the most of wrong ones that are given as sure (confidence 0.8 and more)."""
EVERY = 23
"""Of how many questions one is asked in a short run."""


def test_most_plain_questions_are_answered_right_and_few_wrong_ones_are_sure(shared, shared_base):
    counts, misses = Counter(), []
    for file, questions in MODELS.items():
        model = Model(shared(file))
        with fp.open(shared_base(file)) as kb:
            sets = (questions, EVERYDAY[file], FRESH[file], VISITS[file], ROUNDS[file], HANDOVER[file])
            asked = [(question, wanted, model) for one in sets for question, wanted in one]
            asked += [(question, wanted, kb) for question, wanted in trades(file)]
            for question, wanted, held in some(asked, EVERY):
                answer = kb.ask(question)
                found = verdict(answer, wanted(held))
                counts[found] += 1
                if found == WRONG and answer.confidence >= SURE:
                    counts["sure"] += 1
                    misses.append(f"{file}: {question} -> {answer.reading}")
    total = sum(counts[one] for one in (RIGHT, WRONG, REFUSED))
    assert counts[RIGHT] >= EXPECTED["right"] * total, counts
    assert counts["sure"] <= EXPECTED["sure"] * total, "\n".join(misses)
