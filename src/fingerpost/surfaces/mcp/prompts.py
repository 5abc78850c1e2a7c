"""Prompts: how to ask questions about a graph, and how to write Cypher for it."""

from __future__ import annotations

from collections.abc import Mapping

import mcp_types as types

from fingerpost.core.errors import QuestionError
from fingerpost.surfaces.mcp.graphs import DEFAULT, Graphs
from fingerpost.surfaces.mcp.registry import TOOLS
from fingerpost.surfaces.mcp.resources import summary

_GRAPH = types.PromptArgument(name="graph", description="The name of the graph.", required=False)
_PROMPTS = {
    "ask-a-graph": (
        "Ask a graph",
        "How to get answers about one graph with the tools of this server.",
        [_GRAPH, types.PromptArgument(name="question", description="What you want to know.", required=True)],
    ),
    "write-cypher": (
        "Write Cypher",
        "How to write a Cypher query for one graph.",
        [_GRAPH, types.PromptArgument(name="task", description="What the query should find.", required=True)],
    ),
}


def listed() -> types.ListPromptsResult:
    """All prompts."""
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(name=name, title=title, description=description, arguments=arguments)
            for name, (title, description, arguments) in _PROMPTS.items()
        ]
    )


def made(graphs: Graphs, name: str, arguments: Mapping[str, str]) -> types.GetPromptResult:
    """A prompt for one graph.

    Raises:
        QuestionError: `prompt.unknown` or `prompt.argument`.
        WorkspaceError: `workspace.missing`.
    """
    if name not in _PROMPTS:
        raise QuestionError(f"there is no prompt {name!r}", code="prompt.unknown")
    wanted = "question" if name == "ask-a-graph" else "task"
    if not arguments.get(wanted):
        raise QuestionError(f"the prompt needs {wanted}", code="prompt.argument")
    graph = arguments.get("graph") or DEFAULT
    known = graphs.told(summary(graph, graphs.reading(graph).schema), graph)
    if name == "ask-a-graph":
        text = (
            f"Answer this question about the graph {graph!r}: {arguments[wanted]}\n\nFirst call ask with the "
            "unchanged question. Check `reading`, which says how the question was understood. If the status is "
            "ambiguous, call ask again with the choice that is meant. If it is unanswerable, or the reading is wrong, "
            f"write a query for cypher_query. Include the citations in your answer.\n\nThe graph:\n\n{known}"
        )
    else:
        text = (
            f"Write a Cypher query for the tool cypher_query and the graph {graph!r}: {arguments[wanted]}\n\n"
            f"{TOOLS['cypher_query'].description}\n\nThe graph:\n\n{known}"
        )
    message = types.PromptMessage(role="user", content=types.TextContent(type="text", text=text))
    return types.GetPromptResult(description=_PROMPTS[name][1], messages=[message])
