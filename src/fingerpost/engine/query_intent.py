"""What kind of graph question a plan answers, in the words of hosts that route by it."""

from __future__ import annotations

from fingerpost.plans import Plan


def intent_of(plan: Plan) -> str:
    """`aggregation`, `project_hierarchy` (any number of steps), `structural_relationships` or `lookup`."""
    stages = [stage for branch in plan.branches for stage in branch] + list(plan.then)
    edges = [edge for stage in stages for match in stage.matches for edge in match.pattern.edges]
    if any(stage.aggregates for stage in stages):
        return "aggregation"
    if any(edge.hops is not None for edge in edges):
        return "project_hierarchy"
    return "structural_relationships" if edges else "lookup"
