"""Which of the four kinds of question that routers of building assistants know a plan answers, by a table."""

from __future__ import annotations

from typing import Final

from fingerpost.plans import CountOf, Exists, NodePattern, Pattern, Plan, Stage

MATERIAL: Final = "material_analysis"
HIERARCHY: Final = "project_hierarchy"
AGGREGATION: Final = "aggregation"
STRUCTURE: Final = "structural_relationships"
_OF_MATERIALS: Final = frozenset(
    {"Material", "MaterialLayer", "HAS_MATERIAL", "HAS_LAYER", "OF_MATERIAL", "WAS_OF_MATERIAL", "HAS_PROFILE"}
)
_OF_PROJECTS: Final = frozenset(
    {"Project", "Model", "Version", "User", "OWNS", "CREATED_MODEL", "CREATED_VERSION", "CONTAINS_MODEL"}
    | {"HAS_VERSION", "HAS_ELEMENT", "HAS_SITE", "HAS_BUILDING"}
)


def intent_of(plan: Plan) -> str:
    """The kind of a plan: of materials, of projects and their models, of numbers, or of elements and how they relate.

    A number of projects alone is an aggregation; a number of what is in them, or of what is of a material, is not.
    """
    asked = {name for stage in plan.stages for pattern in _patterns(stage) for name in _names(pattern)}
    if asked & _OF_MATERIALS:
        return MATERIAL
    counted = any(stage.aggregates or any(isinstance(let, CountOf) for let in stage.lets) for stage in plan.stages)
    related = any(pattern.edges for stage in plan.stages for pattern in _patterns(stage))
    if asked & _OF_PROJECTS and (related or not counted):
        return HIERARCHY
    return AGGREGATION if counted else STRUCTURE


def _patterns(stage: Stage) -> list[Pattern]:
    found = [match.pattern for match in stage.matches]
    found += [one.pattern for match in stage.matches for one in match.where if isinstance(one, Exists)]
    return found + [let.pattern for let in stage.lets if isinstance(let, CountOf)]


def _names(pattern: Pattern) -> list[str]:
    """The labels and relationship types of a pattern, but for the versions that every question is limited to."""
    nodes: list[NodePattern] = [node for node in pattern.nodes if not node.name.startswith("version_of_")]
    if len(nodes) < len(pattern.nodes):
        return []
    return [*(node.label for node in nodes if node.label), *(kind for edge in pattern.edges for kind in edge.types)]
