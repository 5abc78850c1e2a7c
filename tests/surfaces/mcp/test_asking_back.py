"""The user is asked back where a call can be meant in several ways, by clients of both protocols."""

from __future__ import annotations

import pytest

pytest.importorskip("mcp", reason="needs the extra mcp")

import mcp_types as types
from mcp_user import User

from fingerpost.engine.workspaces import Home
from fingerpost.surfaces.mcp.graphs import Graphs


@pytest.fixture
def graphs(tmp_path):
    made = Graphs(Home(tmp_path))
    User(made).call("add_knowledge", knowledge="ab r a-b\nab r C\na-b r D\nC r D")
    yield made
    made.close()


class Answering:
    """A user who answers with an option, or declines; `asked` is what they were asked."""

    def __init__(self, pick=None):
        self.pick = pick
        self.asked = []

    async def __call__(self, context, params):
        self.asked.append((params.message, params.requested_schema["properties"]["choice"]["enum"]))
        if self.pick is None:
            return types.ElicitResult(action="decline")
        return types.ElicitResult(action="accept", content={"choice": self.pick})


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_name_that_several_nodes_may_have(graphs, mode):
    user = Answering("a-b")
    found = User(graphs, mode, user).call("shortest_path", source="A B", target="D")
    assert found["path"] == ["a-b", "D"]
    assert user.asked == [("Several nodes may be meant by “A B”.", ["ab", "a-b"])]
    within = User(graphs, mode, Answering("ab")).call("ask_graph", query="what does C depend on")
    assert within["dependencies"] == ["D"]


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_who_declines_gets_the_choices(graphs, mode):
    for answers in (Answering(), Answering("none of these"), None):
        found = User(graphs, mode, answers).call("shortest_path", source="A B", target="D")
        assert (found["is_error"], found["code"], found["details"]["choices"]) == (
            True,
            "node.ambiguous",
            ["ab", "a-b"],
        )


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_question_with_several_readings(graphs, mode):
    lines = "Ann:Person visited Oslo:City\nBob:Person admires Oslo"
    User(graphs).call("add_knowledge", graph="towns", knowledge=lines)
    plain = User(graphs, mode).call("ask", graph="towns", question="Which people of Oslo?")
    assert plain["status"] == "ambiguous"
    readings = [choice["reading"] for choice in plain["choices"]]
    user = Answering(readings[1])
    found = User(graphs, mode, user).call("ask", graph="towns", question="Which people of Oslo?")
    assert (found["status"], found["reading"]) == ("answered", readings[1])
    assert user.asked[0][1] == readings
