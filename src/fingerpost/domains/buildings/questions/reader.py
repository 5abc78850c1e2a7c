"""The reader of questions about buildings, registered for bases of the pack `buildings`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cached_property, partial
from pathlib import Path
from typing import Final

from fingerpost.answers import Wording
from fingerpost.core.answer import Answer, Status
from fingerpost.core.cells import Node
from fingerpost.domains.buildings.questions.about_models import (
    disciplines_asked,
    latest_asked,
    not_there,
    several_versions,
    unknown_name,
)
from fingerpost.domains.buildings.questions.about_one import is_about_one
from fingerpost.domains.buildings.questions.against import demand_sought, held
from fingerpost.domains.buildings.questions.building_words import with_building
from fingerpost.domains.buildings.questions.catalog import Catalog, KnownModel, catalog_of, version_key
from fingerpost.domains.buildings.questions.changes import changes_plan, net_plan, told, told_compared
from fingerpost.domains.buildings.questions.changes_asked import (
    NotAsked,
    changes_asked,
    compared_versions,
    each_version,
    label_of,
    side_by_side,
)
from fingerpost.domains.buildings.questions.class_names import with_nouns
from fingerpost.domains.buildings.questions.computed import computed_notes
from fingerpost.domains.buildings.questions.intents import intent_of
from fingerpost.domains.buildings.questions.limits import compared, limited
from fingerpost.domains.buildings.questions.net_changes import net_changes
from fingerpost.domains.buildings.questions.plain_forms import PlainReader
from fingerpost.domains.buildings.questions.property_sets import PropertySetNames
from fingerpost.domains.buildings.questions.qualified import set_note, unqualified
from fingerpost.domains.buildings.questions.scopes import Scope, UnknownScope, is_about_models, scope_of, with_project
from fingerpost.domains.buildings.questions.wordings import against_all, as_fact, held_against, missing_fact, reworded
from fingerpost.engine import (
    AskContext,
    DomainReading,
    DomainRefusal,
    DomainRephrasing,
    FloorPlan,
    Held,
    RuleReport,
    SolidModel,
    WhichOne,
)
from fingerpost.plans import Column, Match, NodePattern, Pattern, Plan, Ref, Stage, counted, joined, words
from fingerpost.stores import Result

_MISSING: Final = "missing-fact"
_CHANGES: Final = "changes"
_SCOPE: Final = "scope"
_AGAINST: Final = "against-document"
_BOUNDED: Final = tuple("fireRating width height length thickness area thermalTransmittance acousticRating".split())
"""What documents set bounds on."""
_SETS: Final = "property-sets"
_OF_VERSION: Final = re.compile(r"\bversion\b", re.IGNORECASE)
"""Levels of earlier versions may have had other names."""
_NAMED_BY: Final = re.compile(
    r"(?: \(|[.?!,;:] )(?:just |only )?(?:the |their )?(?:room |door |window )?(?:number|name|mark)s?"
    r"(?:,? please| only)?\)?[.?!]*$",
    re.IGNORECASE,
)
"""What things are told by anyway, asked for behind the question: "(room numbers)"."""
_CONFIDENCE: Final = 0.95
_UNMET: Final = 0.79
"""The most that values are worth where it is asked whether they meet a document."""
_MOST_PARTS: Final = 8
"""The number of models up to which a number is also told by model."""


class BuildingReader:
    """Reads which models and versions a question is about, what changed between versions, and what no model holds.

    The rest of the question is put into words that the general reader knows.
    """

    def __init__(self, context: AskContext) -> None:
        self._context = context
        self._plain = PlainReader(context)

    @cached_property
    def catalog(self) -> Catalog:
        """The projects, models and versions of the base; read once, on the first question."""
        return catalog_of(self._context)

    @cached_property
    def _sets(self) -> PropertySetNames:
        return PropertySetNames(self.catalog.sets)

    def read(self, question: str) -> DomainReading | DomainRefusal | DomainRephrasing | None:
        """A domain's reading, a refusal, or the question in other words; None where it stays as it is."""
        named = with_building(with_nouns(_NAMED_BY.sub("", question), self._plain.words), self._plain.words)
        unnamed = self._against_all(named)
        if unnamed is not None:
            return unnamed
        asked, notes = held_against(named)
        most = _UNMET if notes else 1.0
        asked = self._sets.qualified(asked)
        foreign = (
            self._sets.refusal(asked, self._plain.words.labels_said(asked)) if self._sets.mentions(asked) else None
        )
        if foreign is not None:
            text, said, near = foreign
            return DomainRefusal(text, _SETS, (said,), (near,) if near else (), {"intent": _SETS})
        notes = (*notes, *set_note(asked, self._sets))
        found = self._sets_listed(asked) or self._read(asked)
        if found is None and not notes and named != question:
            return DomainRephrasing(asked)
        if not notes or isinstance(found, DomainRefusal):
            return found
        told = found or DomainRephrasing(asked)
        return replace(told, notes=(*told.notes, *notes), confidence=min(told.confidence, most))

    def _against_all(self, question: str) -> DomainRefusal | None:
        """Asks back which property is held against a document, with those that the things state."""
        found = against_all(question)
        phrase = self._plain.phrase(found[0]) if found is not None else None
        if found is None or phrase is None:
            return None
        what, said = found
        stated = [one for one in _BOUNDED if self._plain.words.states(phrase, one)]
        asked = tuple(f"Do the {what} meet the required {words(one)}?" for one in stated)
        text = f"{said}: {joined([words(one) for one in stated])}." if stated else f"{said}."
        return DomainRefusal(text, _AGAINST, ("the property that is meant",), asked, {"intent": _AGAINST})

    def _read(self, question: str) -> DomainReading | DomainRefusal | DomainRephrasing | None:
        schema = self._context.schema
        missing = missing_fact(question, schema)
        if missing is not None:
            return DomainRefusal(f"The model does not say {missing}.", _MISSING, (missing,), (), {"intent": _MISSING})
        level = self._plain.words.unknown_level(question)
        if level is not None and not _OF_VERSION.search(question):
            text = f"There is no {level} here. Levels: {joined(self._plain.words.level_names)}."
            return DomainRefusal(text, _SCOPE, (level,), (), {"intent": _SCOPE})
        room = self._plain.words.unknown_room(question)
        if room is not None:
            return DomainRefusal(f"There is no {room} here.", _SCOPE, (room,), (), {"intent": _SCOPE})
        asked = as_fact(unqualified(self._plain.words.with_level_named(question), schema, self._sets), schema)
        if not self.catalog.models:
            plain = self._plain.read(asked, _as_it_is)
            if plain is not None:
                return plain
            asked = reworded(asked)
        else:
            found = self._changes(asked) or self._scoped(asked)
            if found is not None:
                return found
        return DomainRephrasing(asked) if asked != question else None

    def intent_of(self, plan: Plan) -> str:
        """The kind of question that a plan answers, in the words of routers (`graph_query_intent`)."""
        return intent_of(plan)

    def notes_on(self, plan: Plan) -> tuple[str, ...]:
        """What of an answer was computed from shapes."""
        return computed_notes(self._context, plan)

    def demand_sought(self, question: str, answer: Answer[Plan]) -> str | None:
        """What the documents are searched for, where the question holds the model against them."""
        return demand_sought(answer) if held_against(question)[1] else None

    def held(self, answer: Answer[Plan], passages: Sequence[str]) -> Held | None:
        """The values of an answer held against what the passages demand."""
        return held(answer, passages, self._context.schema, Wording(self._context.display))

    def floor_plans(self, ids: Collection[str]) -> tuple[FloorPlan, ...]:
        """The storeys as SVG, with some elements marked. Raises what `PlanReader.floor_plans` raises."""
        from fingerpost.domains.buildings.exporters.plans import floor_plans

        return floor_plans(self._context, ids)

    def has_solids(self) -> bool:
        """Whether models were loaded whose shapes can be made."""
        return any(one.positions == "step" for one in self._context.sources)

    def solid_model(self) -> SolidModel:
        """The shapes of elements and rooms. Raises what `SolidReader.solid_model` raises."""
        from fingerpost.domains.buildings.exporters.solids import solid_model

        return solid_model(self._context)

    def check_rules(self, rules: Path) -> RuleReport:
        """The files that were loaded, checked against an IDS file. Raises what `RuleChecker.check_rules` raises."""
        from fingerpost.domains.buildings.ids import check

        return check(rules, [one for one in self._context.sources if one.positions == "step"])

    def rules_of(self, requirement: str) -> str:
        """A requirement in words as an IDS file. Raises what `RuleChecker.rules_of` raises."""
        from fingerpost.domains.buildings.questions.requirements import rules_of

        return rules_of(self._context, requirement, [one for one in self._context.sources if one.positions == "step"])

    def issues(self, report: RuleReport) -> bytes:
        """An issue in BCF 2.1 for each failed requirement. Raises what `RuleChecker.issues` raises."""
        from fingerpost.domains.buildings.exporters.bcf import issues_of

        return issues_of(report)

    def _sets_listed(self, question: str) -> DomainReading | None:
        """Which property sets there are, and what is in one."""
        told = self._sets.listed(question, lambda noun: label_of(noun, self._context.schema))
        if told is None:
            return None
        column = Column(name="propertySets", operand=Ref(name="v", property="propertySets"))
        match = Match(pattern=Pattern(nodes=(NodePattern(name="v", label="Version"),)))
        plan = Plan(branches=((Stage(matches=(match,), columns=(column,), distinct=True),),))
        return DomainReading(plan, _SETS, _CONFIDENCE, lambda _: told, {"intent": _SETS})

    def _changes(self, question: str) -> DomainReading | DomainRefusal | DomainRephrasing | None:
        """What changed between versions; a comparison of two."""
        scope = scope_of(question, self.catalog, with_version=False)
        two = self._two_versions(question, scope)
        if two is not None:
            return two
        if isinstance(scope, UnknownScope):
            return None
        each = self._each_version(scope)
        if each is not None:
            return each
        models, shorter = scope.models, scope.question
        most = max((one.versions[-1].number for one in models), default=1)
        changes = changes_asked(shorter, self._context.schema, most, self._plain.words)
        if changes is None:
            return None
        if most == 1:
            text = "There is one version only, so nothing has changed yet."
            return DomainRefusal(text, _CHANGES, ("another version",), (), {"intent": _CHANGES})
        if isinstance(changes, NotAsked):
            return DomainRefusal(changes.text, _CHANGES, (changes.missing,), (), {"intent": _CHANGES})
        named = models if len(models) < len(self.catalog.models) else ()
        net = net_changes(changes, models, self._context)
        plan = changes_plan(changes, named, self._context.schema)
        if net is not None:
            plan = net_plan(changes, named, self._context.schema, net)
        undone = sum(one is None for one in (net or {}).values())
        notes = (f"{counted(undone, 'element')} changed and put back: left out",) if undone else ()

        def compose(result: Result) -> tuple[str, Status]:
            nodes = [cell for row in result.rows for cell in row if isinstance(cell, Node)]
            return told(changes, result, {node.element_id: self._context.display.name(node) for node in nodes}, net)

        return DomainReading(plan, _CHANGES, _CONFIDENCE, compose, {"intent": _CHANGES}, notes)

    def _two_versions(self, question: str, scope: Scope | UnknownScope) -> DomainRefusal | DomainRephrasing | None:
        """A number told for two versions, of the models that have both."""
        named = scope if isinstance(scope, Scope) and scope.is_named else None
        sides = compared_versions(named.question if named is not None else question)
        if sides is None:
            return None
        asked, first, last = sides
        models = named.models if named is not None else self.catalog.models
        both = tuple(one for one in models if one.version(first) and one.version(last))
        if not both:
            text = f"No model has both version {first} and version {last}."
            return DomainRefusal(text, _CHANGES, (f"version {last}",), (), {"intent": _CHANGES})
        adapt = partial(self._compared, numbers=(first, last), models=both)
        some = (
            (f"of the {len(both)} of {len(models)} models that have both versions",) if len(both) < len(models) else ()
        )
        none = 0 if asked.startswith("How many") else None
        told = partial(told_compared, absent={f"version {number}": none for number in (first, last)})
        return DomainRephrasing(reworded(asked), adapt, f"versions {first} and {last}", told, notes=some)

    def _each_version(self, scope: Scope) -> DomainRephrasing | None:
        """A number told for each version."""
        each = each_version(scope.question)
        numbers = tuple(sorted({one.number for model in scope.models for one in model.versions}))
        if each is None or len(numbers) == 1:
            return None
        asked, best = each
        adapt = partial(self._compared, numbers=numbers, models=scope.models)
        return DomainRephrasing(reworded(asked), adapt, "each version", partial(told_compared, most=best))

    def _scoped(self, question: str) -> DomainReading | DomainRefusal | DomainRephrasing | None:
        """The question limited to the models and the version that it names."""
        scope = scope_of(question, self.catalog)
        if isinstance(scope, UnknownScope):
            return not_there(scope.what, scope.name, scope.known)
        if is_about_models(question):
            about = self._about_models(question, scope)
            if about is not None:
                return about
        if is_about_models(scope.question):
            asked = reworded(with_project(question, self.catalog))
            return DomainRephrasing(asked) if asked != question else None
        if scope.projects:
            scope = replace(scope, question=side_by_side(scope.question))
        plain = self._plainly(scope)
        if plain is not None:
            return plain
        asked = reworded(scope.question)
        if scope.is_named or scope.number is not None:
            if len(self.catalog.models) == 1 and scope.number is None:
                return DomainRephrasing(asked)
            adapt = partial(self._limited, models=scope.models, number=scope.number)
            return DomainRephrasing(asked, adapt, scope.said, parts=self._sides(scope))
        if len(self.catalog.models) > 1:
            which = self._which(scope.question)
            notes = (self._over_all,) if which is None else ()
            return DomainRephrasing(asked, parts=self._parts(), notes=notes, which=which)
        return DomainRephrasing(asked) if asked != question else None

    def _about_models(self, question: str, scope: Scope) -> DomainReading | DomainRefusal | None:
        """Questions about projects, models, versions and users that the general reader does not know."""
        latest = scope_of(question, self.catalog, with_version=False)
        asked = latest.question if isinstance(latest, Scope) else question
        found = latest_asked(asked, scope.models, version_key(self._context.schema)) or disciplines_asked(question)
        unknown = unknown_name(question, self.catalog)
        if found or unknown or all(len(one.versions) == 1 for one in self.catalog.models):
            return found or unknown
        return several_versions(scope.question, self._plain.words.labels_said(scope.question))

    def _plainly(self, scope: Scope) -> DomainReading | DomainRefusal | None:
        """Reads the whole question, limited to its models; the answer is also given by model if there are several."""
        several = len(self.catalog.models) > 1
        is_limited = (scope.is_named and several) or scope.number is not None
        adapt = partial(self._limited, models=scope.models, number=scope.number) if is_limited else _as_it_is
        plain = self._plain.read(scope.question, adapt)
        if isinstance(plain, DomainReading) and scope.projects:
            return replace(plain, parts=self._sides(scope))
        if not isinstance(plain, DomainReading) or is_limited or not several:
            return plain
        which = self._which(scope.question)
        notes = (*plain.notes, self._over_all) if which is None else plain.notes
        return replace(plain, parts=self._parts(), notes=notes, which=which)

    def _which(self, question: str) -> WhichOne | None:
        """The models, where a question that names none is about one thing."""
        if not is_about_one(question):
            return None
        limits = {one.title: partial(self._limited, models=(one,), number=None) for one in self.catalog.models}
        text = "Several models have an answer, and they differ. Which model is meant?"
        return WhichOne(limits, text, self._over_all)

    @property
    def _over_all(self) -> str:
        return f"over all {len(self.catalog.models)} models; name a model or a project to ask about that alone"

    def _sides(self, scope: Scope) -> dict[str, Callable[[Plan], Plan]]:
        """A limit for each project, where a question names several."""
        return {
            name: partial(self._limited, models=models, number=scope.number) for name, models in scope.projects.items()
        }

    def _parts(self) -> dict[str, Callable[[Plan], Plan]]:
        models = self.catalog.models
        if len(models) > _MOST_PARTS:
            return {}
        return {one.title: partial(self._limited, models=(one,), number=None) for one in models}

    def _limited(self, plan: Plan, *, models: tuple[KnownModel, ...], number: int | None) -> Plan:
        scope = Scope("", models, number=number)
        return limited(plan, scope.digests, self._context.schema, with_earlier=number is not None)

    def _compared(self, plan: Plan, *, numbers: tuple[int, ...], models: tuple[KnownModel, ...] | None = None) -> Plan:
        of = self.catalog.models if models is None else models
        sides = [(f"version {number}", Scope("", of, number=number).digests) for number in numbers]
        return compared(plan, sides, self._context.schema)


def _as_it_is(plan: Plan) -> Plan:
    return plan
