"""Questions about projects, models, versions and users themselves: the latest version, models of a discipline, and
names that nothing here has."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.nearest import closest
from fingerpost.domains.buildings.loader.project import DISCIPLINES
from fingerpost.domains.buildings.questions.catalog import Catalog, KnownModel
from fingerpost.engine import DomainReading, DomainRefusal
from fingerpost.plans import (
    Aggregate,
    AggregateFunction,
    Column,
    Comparison,
    EdgePattern,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
)
from fingerpost.stores import Result

_INTENT: Final = "models"
_CONFIDENCE: Final = 0.95
_MOST_NAMED: Final = 8
_NEWEST: Final = r"(?:latest|newest|current|most recent|last)"
_LATEST: Final = re.compile(
    rf"^(?:what|which)(?:'s| version is| is)(?: the)? {_NEWEST}(?: version)?(?: (?:of|in|for) (?:the )?models?)?$",
    re.IGNORECASE,
)
_OF_DISCIPLINE: Final = re.compile(
    rf"^(?:which|what|list(?: all)?|show(?: me)?(?: all)?|(?P<counts>how many)) (?:the )?"
    rf"(?P<projects>projects have an? )?(?P<discipline>{'|'.join(DISCIPLINES)}) models?(?: are there| exist)?$",
    re.IGNORECASE,
)
_MADE: Final = r"(?:own|owns|owned|create|creates|created|have|has|made|make|upload|uploaded)"
_USERS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:by|of|from) (?:the )?(?:user|owner) (?P<name>.+?)$",
        r"\b(?:owned|created|made|uploaded) by (?:the )?(?:user )?(?P<name>[^?]+?)$",
        rf"^(?:which|what|how many) (?:projects|models|versions) (?:does|do|did) (?P<name>.+?) {_MADE}$",
    )
)
_OWNED: Final = re.compile(
    r"^who (?:(?:owns|owned|leads|is the (?:owner|author|creator) of) (?:the )?(?:project )?|(?:created|made) project )"
    r"(?P<name>.+?)$",
    re.IGNORECASE,
)
_ANY: Final = re.compile(
    r"^(?:the|this|that|these|each|every|all|any|most|it|them|user|users|a|an|who|which|what|whom|no)\b|"
    r"\b(?:projects?|models?|versions?|buildings?|house|files?|which|that|most|more|than)\b",
    re.IGNORECASE,
)
"""Words of a phrase that is no name, or more than one."""
_A_VERSION: Final = re.compile(r"\bversions?\b", re.IGNORECASE)

_SPAN: Final = re.compile(r"\b(?:since|between|after) (?:the )?versions? \d", re.IGNORECASE)


def latest_asked(question: str, models: Sequence[KnownModel], key: str) -> DomainReading | None:
    """Which version is the latest, told for each model; `question` is without the words for the models.

    `key` is the property that tells versions apart.
    """
    if not _LATEST.match(question.strip().rstrip("?!. ")):
        return None
    pattern = Pattern(
        nodes=(NodePattern(name="m", label="Model"), NodePattern(name="v", label="Version")),
        edges=(EdgePattern(start="m", end="v", types=("HAS_VERSION",)),),
    )
    test = Test(left=Ref(name="v", property=key), comparison=Comparison.IN, right=Value(parameter="latest"))
    columns = (
        Column(name="model", operand=Ref(name="m", property="name")),
        Column(name="version", operand=Ref(name="v", property="versionNumber")),
        Column(name="latest", operand=Ref(name="v")),
    )
    stage = Stage(matches=(Match(pattern=pattern, where=(test,)),), columns=columns)
    plan = Plan(branches=((stage,),), parameters={"latest": tuple(one.latest for one in models)})
    return DomainReading(plan, _INTENT, _CONFIDENCE, _told, {"intent": _INTENT})


def _told(result: Result) -> tuple[str, Status]:
    said = [f"version {number} of {model}" for model, number, _ in sorted(result.rows[:_MOST_NAMED], key=str)]
    more = f" and {len(result.rows) - len(said)} more" if len(result.rows) > len(said) else ""
    return f"The latest is {', '.join(said)}{more}.", Status.ANSWERED


def disciplines_asked(question: str) -> DomainReading | None:
    """The models of a discipline, or the projects that have one."""
    found = _OF_DISCIPLINE.match(question.strip().rstrip("?!. "))
    if found is None:
        return None
    of = "p" if found["projects"] else "m"
    nodes = [NodePattern(name="m", label="Model"), *([NodePattern(name="p", label="Project")] if of == "p" else [])]
    edges = (EdgePattern(start="p", end="m", types=("CONTAINS_MODEL",)),) if of == "p" else ()
    test = Test(
        left=Ref(name="m", property="discipline"), comparison=Comparison.EQ, right=Value(parameter="discipline")
    )
    match = Match(pattern=Pattern(nodes=tuple(nodes), edges=edges), where=(test,))
    count = Aggregate(name="count", function=AggregateFunction.COUNT, operand=Ref(name=of), distinct=True)
    column = Column(name="project" if of == "p" else "model", operand=Ref(name=of))
    stage = Stage(matches=(match,), columns=(column,), distinct=True)
    if found["counts"]:
        stage = Stage(matches=(match,), aggregates=(count,))
    plan = Plan(branches=((stage,),), parameters={"discipline": found["discipline"].lower()})
    return DomainReading(plan, _INTENT, _CONFIDENCE, None, {"intent": _INTENT})


def unknown_name(question: str, catalog: Catalog) -> DomainRefusal | None:
    """The refusal of a question that names a user or a project that is not there."""
    said = question.strip().rstrip("?!. ")
    for pattern in (*_USERS, _OWNED):
        found = pattern.search(said)
        name = found["name"].strip(' "“”') if found is not None else ""
        if not name or _ANY.search(name) or catalog.users_called(name) or catalog.projects_called(name):
            continue
        if catalog.models_called(name):
            continue
        of_projects = pattern is _OWNED
        known = tuple(one.name for one in catalog.projects) if of_projects else catalog.users
        return not_there("project" if of_projects else "user", name, known)
    return None


def not_there(what: str, name: str, known: Sequence[str]) -> DomainRefusal:
    """That there is nothing of a name, and what there is."""
    near = closest(name, known)
    listed = ", ".join(known[:_MOST_NAMED]) + (", ..." if len(known) > _MOST_NAMED else "")
    text = f"There is no {what} {name} here. Known: {listed}." if known else f"There is no {what} {name} here."
    return DomainRefusal(text, "scope", (name,), (near,) if near else (), {"intent": "scope"})


def several_versions(question: str, labels: Set[str]) -> DomainRefusal | None:
    """The refusal of a question about elements in a version that no form reads: other readings mix up the versions.

    `labels` are those of the nouns of the question.
    """
    if not _A_VERSION.search(question) or not (labels or _SPAN.search(question)):
        return None
    text = (
        "I do not understand what is asked of these versions. Ask about one (“in version 1”), or compare two (“What "
        "changed between version 1 and 2?”)."
    )
    return DomainRefusal(text, "changes", ("version",), (), {"intent": "changes"})
