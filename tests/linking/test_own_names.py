"""Names that things share with what they belong to."""

from __future__ import annotations

import networkx as nx
import pytest

import fingerpost as fp


@pytest.fixture(scope="module")
def kb():
    graph = nx.MultiDiGraph()
    for number, name in enumerate(("Grand Piano", "Reed Organ", "Harp")):
        graph.add_node(f"p{number}", type="Plugin", name=name)
        for preset in (name, f"Soft {name}", f"Loud {name}"):
            graph.add_node(preset, type="Preset", name=preset)
            graph.add_edge(preset, f"p{number}", type="APPLIES_TO")
    with fp.open(graph) as opened:
        yield opened


@pytest.mark.parametrize(
    "question",
    [
        "List the presets of Grand Piano.",
        "List the presets of the plugin Grand Piano.",
        "Which presets does Grand Piano have?",
        "What presets does the Grand Piano have?",
    ],
)
def test_things_of_a_name_are_not_those_that_bear_it(kb, question):
    text = kb.ask(question).text
    assert text.startswith("3 presets: ")
    assert "Soft Grand Piano" in text
    assert "Loud Grand Piano" in text


def test_a_name_that_only_one_thing_bears_is_its_own(kb):
    assert kb.ask("Show the preset Soft Harp.").text.startswith("Soft Harp is a preset")
