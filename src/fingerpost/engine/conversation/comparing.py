"""Edits that compare what was found: with a number, by its place in an order, with others that have the same value."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import product

from fingerpost.core.cells import Cell
from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.cues import THINGS_OF_EACH, comparison_alone, comparison_in
from fingerpost.engine.conversation.edits import listed, measure_of
from fingerpost.engine.conversation.following import LABELS, Option, followed, is_nobody
from fingerpost.engine.conversation.naming import Asserted, asserted_of, of_which_it_is_so
from fingerpost.engine.conversation.origins import (
    Origin,
    labels_of,
    noun_of,
    origin_of,
    scopes,
    shown,
    shown_property,
    stages_of,
)
from fingerpost.engine.conversation.others import OTHER, besides
from fingerpost.engine.conversation.readings import everything, many, readings_of
from fingerpost.engine.conversation.rewording import plainly
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.within import ending_in, within, without
from fingerpost.plans import (
    OPPOSITE,
    Column,
    Comparison,
    Match,
    NodePattern,
    Pattern,
    Plan,
    Ref,
    Stage,
    Test,
    Value,
    names_in,
    with_used,
)

_BARE_COMPARISON = re.compile(
    r"^(?:those |the ones |which (?:are )?|that are )*(?:[a-z]+ )?[a-z]+(?: than)? [\w.,]+$", re.I
)
"""A comparison that does not say what it compares: "more than 5"."""
_ORDERED = (Comparison.GT, Comparison.GE, Comparison.LT, Comparison.LE)
_YEARS = range(1000, 2101)
_DENIED = re.compile(r"\bnot\b|n['’]t\b|\bnone\b", re.I)
_OF_EACH = re.compile(THINGS_OF_EACH, re.I)
_SAME = re.compile(r"\b(?:the same|th(?:at|is)) (\w+)", re.I)


def by_number(
    context: AskContext, words: str, memory: DialogueState, question: str, *, negated: bool = False
) -> Iterator[Option]:
    """A bare comparison ("below 20,000"), of the number that a list shows or is sorted by."""
    plan, found = memory.plan, comparison_in(words)
    if plan is None or found is None or _BARE_COMPARISON.match(words) is None:
        return
    labels = [label for label in context.schema.labels if label.name in labels_of(plan)]
    numeric = [Origin(label.name, p.name) for label in labels for p in label.properties if p.number]
    comparison = OPPOSITE[found[0]] if negated else found[0]
    yield Option(limited(plan, comparison, found[1], numeric), memory.confidence, (*memory.asked, question))


def compared_anew(plan: Plan, words: str, *, apart: bool = False) -> Plan | None:
    """A plan whose only comparison with a number is another one: "and with fewer than 50?".

    With `apart`, only if no number meets both.
    """
    found, stages = comparison_alone(words), stages_of(plan)
    if found is None or stages is None:
        return None
    conditions = [c for stage in stages for match in stage.matches for c in match.where]
    conditions += [c for stage in stages for c in stage.having]
    ordered = [c for c in conditions if isinstance(c, Test) and c.comparison in _ORDERED and not c.negated]
    if len(ordered) != 1 or not isinstance(ordered[0].left, Ref) or not isinstance(ordered[0].right, Value):
        return None
    old, parameter = ordered[0], ordered[0].right.parameter
    number = plan.parameters[parameter]
    if isinstance(number, bool) or not isinstance(number, int | float) or (number in _YEARS) != (found[1] in _YEARS):
        return None
    if apart and not _are_apart(old.comparison, number, *found):
        return None
    new = old.model_copy(update={"comparison": found[0]})

    def anew(match: Match) -> Match:
        return match.model_copy(update={"where": tuple(new if c is old else c for c in match.where)})

    made = [
        stage.model_copy(
            update={
                "matches": tuple(map(anew, stage.matches)),
                "having": tuple(new if c is old else c for c in stage.having),
            }
        )
        for stage in stages
    ]
    return with_used(Plan(branches=(tuple(made),)), {**plan.parameters, parameter: found[1]})


def _are_apart(one: Comparison, than: float, other: Comparison, number: float) -> bool:
    """Whether no number compares in both ways."""
    up = one in (Comparison.GT, Comparison.GE)
    below = (Comparison.LT, Comparison.LE)
    return number <= than if up and other in below else number >= than if not up and other not in below else False


def without_any(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    """The groups without any, after a number was computed for each; else those that lack what was asked for."""
    assert memory.plan is not None
    groups = groups_of(memory.plan)
    if groups is None:
        yield from complement(context, words, memory, question)
    for origin in shown(groups) if groups is not None else ():
        made = without(everything(origin.label), groups, origin.label) if groups is not None else None
        yield Option(made, memory.confidence, (*memory.asked, question))


def counted_for_each(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    """Counts what was found for each value shown, or for each of another kind of thing: "how many come from each?",
    "how many are there in each genre?".
    """
    plan = memory.plan
    assert plan is not None
    by = shown(plan)[:1]
    labels = labels_of(plan)[:LABELS]
    things = _OF_EACH.fullmatch(plainly(question))
    if things is not None:
        named = {m.name for m in context.parser.understood(things["things"].strip()).mentions if m.kind == "label"}
        if not by or by[0].property is None or named != {by[0].label}:
            return  # what each of several things has is asked of them
    if words:
        asked = [(label, words) for label in labels]
    elif by and by[0].property is not None:
        asked = [(by[0].label, noun_of(by[0].property))]
    else:
        asked = [(label, noun_of(one.label)) for one in by for label in labels if label != one.label]
    for label, noun in asked:
        for found, confidence, _ in readings_of(context, f"number of {many(label)} for each {noun}"):
            if measure_of(found) is not None:
                sure = min(confidence, memory.confidence)
                yield Option(within(found, plan, label), sure, (*memory.asked, question))


def having_same(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    """Others that have the same: "who else was born there?", "who is the same age as him?"."""
    plan = memory.plan
    assert plan is not None
    named = _SAME.search(words)
    labels = {label.name: label for label in context.schema.labels}
    for label in labels_of(plan)[:LABELS] if named is not None else ():
        known = (p.name for p in labels[label].properties if named is not None and noun_of(p.name) == named[1].lower())
        yield from (
            Option(same(plan, Origin(label, name)), memory.confidence, (*memory.asked, question)) for name in known
        )
    for so in _asserted(context, words, memory):  # "which other branches have that?"
        made = besides(context, so.things, so.thing, so.label) if OTHER.search(words) is not None else so.things
        yield Option(made, memory.confidence, (*memory.asked, question))
    by = shown_property(plan)
    nobody = by is not None and is_nobody(context, words, by.label)
    if named is None and by is not None and not nobody:
        yield Option(same(plan, by), memory.confidence, (*memory.asked, question))


def _asserted(context: AskContext, words: str, memory: DialogueState) -> list[Asserted]:
    """What a yes/no question asked of a thing, of the kind that words name; first of what "it" was."""
    assert memory.plan is not None
    labels = labels_of(memory.plan)[:LABELS]
    said = [label for label in labels if re.search(rf"\b(?:{many(label)}|{noun_of(label)})\b", words, re.I)]
    found = [so for label in said or labels if (so := asserted_of(context, memory.plan, label)) is not None]
    found = found or [so for label in said or labels if (so := _asserted_of_it(context, memory, label)) is not None]
    return sorted(found, key=lambda so: memory.asked[-1].lower().find(so.name.lower()))


def _asserted_of_it(context: AskContext, memory: DialogueState, label: str) -> Asserted | None:
    """The same of a thing that was found, and is not named: "does it have a lift?"."""
    assert memory.plan is not None
    before = memory.before
    if not memory.plan.last.lets or before is None or all(origin.label != label for origin in shown(before)):
        return None
    every = DialogueState(asked=(many(label),), plan=everything(label), confidence=memory.confidence)
    made = followed(context, memory.asked[-1], plainly(memory.asked[-1]), every)
    things = of_which_it_is_so(made.plan, label) if made is not None else None
    return Asserted(label, things, before, "") if things is not None else None


def limited(plan: Plan, comparison: Comparison, number: Cell, numeric: Collection[Origin]) -> Plan | None:
    """A list of only what compares so with a number, by the property that it is sorted by, else the one that it shows
    of those that hold numbers; None if it has no such property, or shows several."""
    stages = stages_of(plan)
    if stages is None or stages[-1].aggregates or stages[-1].limit is not None or not stages[-1].matches:
        return None
    last, scope = stages[-1], scopes(stages)[-1]
    columns = {column.name: column for column in last.columns}
    sorted_by = [columns.get(key.operand.name, key) for key in last.order if isinstance(key.operand, Ref)]
    keys = [origin for one in sorted_by if (origin := origin_of(one, scope.seen)) in numeric]
    found = keys or [origin for one in last.columns if (origin := origin_of(one, scope.seen)) in numeric]
    if len(found) != 1 or found[0] is None:
        return None
    by = found[0]
    node = next((name for name, origin in scope.seen.items() if origin == Origin(by.label)), None)
    place = next((i for i, m in enumerate(last.matches) if any(n.name == node for n in m.pattern.nodes)), None)
    if node is None or place is None or last.matches[place].optional:
        return None
    parameter = next(f"h{n}" for n in range(1, 1_000) if f"h{n}" not in plan.parameters)
    test = Test(left=Ref(name=node, property=by.property), comparison=comparison, right=Value(parameter=parameter))
    matches = list(last.matches)
    matches[place] = matches[place].model_copy(update={"where": (*matches[place].where, test)})
    changed = last.model_copy(update={"matches": tuple(matches)})
    parameters = {**plan.parameters, parameter: number}
    return plan.model_copy(update={"branches": ((*stages[:-1], changed),), "then": (), "parameters": parameters})


def placed(plan: Plan, place: int) -> Plan | None:
    """The row of a sorted plan at a place, from 1; None if it is not sorted, or has fewer rows."""
    stages = stages_of(plan)
    if stages is None or not stages[-1].order or stages[-1].skip is not None:
        return None
    if stages[-1].limit is not None and stages[-1].limit < place:
        return None
    row = stages[-1].model_copy(update={"skip": place - 1, "limit": 1})
    return plan.model_copy(update={"branches": ((*stages[:-1], row),), "then": ()})


def groups_of(plan: Plan) -> Plan | None:
    """The nodes that a plan computes a number for each of, as a list; None for a plan without such groups."""
    stages = stages_of(plan)
    if stages is None or measure_of(plan) is None or not stages[0].aggregates or not stages[0].matches:
        return None
    scope = scopes(stages)[0]
    origins = [origin_of(column, scope.seen) for column in stages[0].columns]
    group = next((Origin(origin.label) for origin in origins if origin is not None), None)
    node = next((name for name, origin in scope.seen.items() if origin == group), None)
    if group is None or node is None:
        return None
    column = Column(name=group.label, operand=Ref(name=node))
    found = Stage(matches=stages[0].matches, columns=(column,), distinct=True)
    return plan.model_copy(update={"branches": ((found,),), "then": ()})


def same(plan: Plan, by: Origin) -> Plan | None:
    """Other nodes of a label that have the same value of a property as those that a plan is about."""
    plan = listed(plan) or plan
    taken = names_in(plan)
    known, other = (next(n for n in (stem, *(f"{stem}{i}" for i in range(99))) if n not in taken) for stem in "kn")
    before = ending_in(plan, Origin(by.label), known)
    if before is None or by.property is None:
        return None
    ref = Ref(name=other, property=by.property)
    equal = Test(left=ref, comparison=Comparison.EQ, right=Ref(name=known, property=by.property))
    unlike = Test(left=Ref(name=other), comparison=Comparison.NE, right=Ref(name=known))
    pattern = Pattern(nodes=(NodePattern(name=other, label=by.label),))
    found = Stage(
        matches=(Match(pattern=pattern, where=(equal, unlike)),),
        columns=(Column(name=by.label, operand=Ref(name=other)),),
        distinct=True,
    )
    made = plan.model_copy(update={"branches": ((*before, found),), "then": ()})
    return with_used(made, plan.parameters)


def complement(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    """Those of the same kind that were not found: of those that the last question was asked of, or of all."""
    assert memory.plan is not None
    for so in _asserted(context, words, memory):
        made = without(everything(so.label), so.things, so.label) if _DENIED.search(words) is not None else so.things
        yield Option(made, memory.confidence, (*memory.asked, question))
    if memory.plan.last.lets:
        return
    plan, before = listed(memory.plan) or memory.plan, memory.before
    # What is shown of those that were found does not matter.
    first = Plan(branches=(tuple(stages_of(plan) or ())[:1],), parameters=plan.parameters)
    for label in labels_of(plan)[:1]:
        all_of_them = [everything(label)]
        if before is not None and Origin(label) in shown(listed(before) or before):
            all_of_them.insert(0, listed(before) or before)
        for them, found in product(all_of_them, (plan, first)):
            yield Option(without(them, found, label), memory.confidence, (*memory.asked, question))
