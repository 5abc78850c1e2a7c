"""Labels that are kinds of others, by the labels that stand together."""

from __future__ import annotations

import pytest

from fingerpost.stores.outline import nested


@pytest.mark.parametrize(
    ("label_sets", "kinds"),
    [
        ([], {}),
        ([("Player",), ("Player", "Junior")], {"Junior": ("Player",)}),
        ([("Junior", "Player"), ("Player",), ("Coach", "Player"), ("Coach",)], {"Junior": ("Player",)}),
        ([("A",), ("A", "B"), ("A", "B", "C")], {"B": ("A",), "C": ("A", "B")}),
        ([("Player", "Member")], {}),
        ([("Player", "Member"), ("Player", "Member", "Junior")], {"Junior": ("Member", "Player")}),
    ],
)
def test_a_kind_has_another_label_on_all_its_nodes(label_sets, kinds):
    assert nested(label_sets) == kinds


def test_a_label_that_nothing_has_alone_is_no_whole():
    # "Entity" stands on all nodes, and tells nothing of them.
    assert nested([("Entity", "Person"), ("Entity", "Film"), ("Entity", "Person", "Actor")]) == {"Actor": ("Person",)}
