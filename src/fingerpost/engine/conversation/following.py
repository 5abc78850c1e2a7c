"""Follow-ups as plans: what was found before, edited, or asked about."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.cues import Edit, FollowUp
from fingerpost.engine.conversation.edits import (
    in_same_order,
    listed,
    measure_of,
    named_beside,
    named_each,
    told_of_each,
    widened,
)
from fingerpost.engine.conversation.naming import one_that_is_named
from fingerpost.engine.conversation.origins import (
    Origin,
    labels_of,
    noun_of,
    nouns_of,
    origin_of,
    ranks,
    scopes,
    shown,
    shown_node,
    shows_itself,
    stages_of,
    subject_of,
)
from fingerpost.engine.conversation.others import OTHER, others
from fingerpost.engine.conversation.readings import NAMED, everything, lists_all, many, passes, readings_of
from fingerpost.engine.conversation.rewording import (
    about,
    fitting,
    plainly,
    refers,
    refers_to_one,
    refers_to_some,
    reworded,
    said_whole,
)
from fingerpost.engine.conversation.standing_in import asked_of_one, asked_of_value
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.swapping import replaced_by
from fingerpost.engine.conversation.within import within
from fingerpost.linking import Linked, holds_years
from fingerpost.plans import AggregateFunction, Column, Plan, Ref

LABELS, _FORMS = 3, 5
"""How many kinds of things that a plan is about a follow-up may mean, and forms of it that are read."""
LATER = 0.9
"""What each kind of thing that is less in view costs."""
_FARTHER = 0.9
"""What each further kind of thing costs that a reading brings in: what is asked is mostly of the thing itself."""
_LEAST = 0.22
_NOTHING_NEW = 0.5
"""What it costs to say no more of a thing than that it is one."""
_MEASURE = re.compile(
    r"(?<!in )\b(?:average|mean|median|maximum|minimum|max|min|total|sum|highest|lowest|largest|smallest|most|least"
    r"|greatest|biggest|fewest|latest|earliest)$",
    re.IGNORECASE,
)
_MEASURE_OF_IT = re.compile(r"\b(average|mean|median|maximum|minimum|total|sum) of (?:that|this|it)$", re.IGNORECASE)
_DOERS = frozenset("he she it they these those that".split())
_DO = frozenset("do does did".split())
_THEY_DO = re.compile(r"\b(?:do|does|did|have|has|had) (?:they|these|those|he|she|it|the)\b", re.IGNORECASE)
_ANOTHER = re.compile(r"(?<!\bwhich )(?<!\bwhat )(?<!\bwho )\bones?\b(?! of\b)", re.IGNORECASE)
"""A word for more of the same kind, and not for what was found."""
_WHICH_THINGS = re.compile(r"(?:which|what) ([\w ]+)", re.IGNORECASE)
_WHICH_OF_THEM = re.compile(r"\b(?:which|who|any|some|how many)(?: ones?)? of (?:them|those|these)\b", re.IGNORECASE)
_HOW_MUCH = re.compile(r"how (?:much|many|high|low|big|large|old|long) (?:is|was) (?:it|that)", re.IGNORECASE)
_ASKS_FOR = re.compile(r"(?:which|what) (?P<other>other )?", re.IGNORECASE)
_OF_ALL = re.compile(r"\b(?:all|each|every one|both|none) of (?:them|those|these)\b", re.IGNORECASE)
"""What would have to be so of everything that was found; a plan answers by yes if it is so of something."""
_IN_EACH = re.compile(r"\b(in|at|for|from|on|to|with) each(?: one| of (?:them|those|these))?$", re.IGNORECASE)
_ALSO = re.compile(
    r"\b(?:also|too|as well|along with|together with|in addition"
    r"|(?:them|those|these) (?:and|with|including) (?:their|its|his|her))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Edited:
    """The plan of a follow-up, its confidence, the texts it is made of, a note on what was kept, and how surely it was
    read, whatever it rests on.
    """

    plan: Plan
    confidence: float
    asked: tuple[str, ...]
    note: str = ""
    read: float = 0.0


class Option(NamedTuple):
    """One way to edit a plan: the plan after it, if it can be made; how sure it is; the texts that it is made of; and
    whether a part of the plan was replaced."""

    plan: Plan | None
    confidence: float
    asked: tuple[str, ...]
    replaced: bool = False


def names_again(context: AskContext, question: str, plan: Plan) -> FollowUp | None:
    """A question that only asks which the things are that a plan counts: "which books?", "who?" of people."""
    if plainly(question).lower() == "who" and context.parser.living.issuperset(labels_of(plan)[:1]):
        return FollowUp(Edit.LIST)
    found = _WHICH_THINGS.fullmatch(plainly(question))
    nouns = {noun for label in labels_of(plan)[:1] for noun in (noun_of(label), many(label))}
    return FollowUp(Edit.LIST) if found is not None and found[1].lower() in nouns else None


def followed(context: AskContext, question: str, text: str, memory: DialogueState) -> Edited | None:
    """Reads a question that refers to earlier results, or leaves them out."""
    assert memory.plan is not None
    found = _best(context, text, memory, widened if _ALSO.search(question) else None) or _best(context, text, memory)
    of_groups = _of_groups(context, text, memory.plan) if found is None else None
    found = _best(context, of_groups, memory) if of_groups is not None else found
    if found is None and _HOW_MUCH.fullmatch(text) is not None:
        return how_much(context, question, memory)
    return _made(context, question, found, memory) if found is not None else None


def how_much(context: AskContext, question: str, memory: DialogueState) -> Edited | None:
    """The amount behind a superlative: "how many is that?" after the branch with the most seats."""
    by = _ranked_by(memory.plan) if memory.plan is not None else None
    known = context.schema.label_by_name[by.label].by_name.get(str(by.property)) if by is not None else None
    if by is None or known is None or not known.numeric or holds_years(known):
        return None
    found = _best(context, f"what is its {noun_of(str(by.property))}", memory)
    return _made(context, question, found, memory) if found is not None else None


def _made(context: AskContext, question: str, found: tuple[Plan, float], memory: DialogueState) -> Edited | None:
    plan, read = found
    asked = (*memory.asked, question)
    sure = min(read, memory.confidence)  # it rests on what was read before
    return Edited(plan, sure, asked, note_of(asked, memory), read) if passes(context, plan) else None


def note_of(asked: tuple[str, ...], memory: DialogueState) -> str:
    """What of the conversation so far still holds."""
    kept = ", ".join(f"“{text}”" for text in asked if text in memory.asked)
    if asked[0] != memory.asked[0]:
        return f"read as “{asked[0]}”" + (f", still with {kept}" if kept else "")
    return f"kept from before: {kept}"


def _best(
    context: AskContext, text: str, memory: DialogueState, fitted: Callable[[Plan, Plan], Plan | None] | None = None
) -> tuple[Plan, float] | None:
    """The likeliest reading of a text as a question about earlier results, among those that can be `fitted`."""
    earlier = memory.plan
    assert earlier is not None
    text = _completed(context, text, earlier)
    referring = refers(text, nouns_of(earlier))
    best: tuple[Plan, float] | None = None
    most = 0.0

    def shows(made: Plan, said: str = text) -> bool:
        asked = _labels_asked(context, said)
        if _is_no_place(context, text, made, earlier) or _is_nobody(context, text, made):
            return False
        return not asked or _shows_one(context, made, asked)

    read_already: dict[str, list[tuple[Plan, float, float]]] = {}
    labels = labels_of(earlier)
    people, some = context.parser.people, refers_to_some(text)
    named = _properties_named(context, text)
    for place, label in enumerate(fitting(text, labels, people, context.parser.living)[:LABELS]):
        if best is not None and some:
            break  # some of those that were listed or counted
        known = subject_of(earlier, label, context.display.parts(label))
        known = known or one_that_is_named(context, text, earlier, label) or earlier
        whole = said_whole(text, [many(other) for other in labels if other != label])
        forms = ((said, form) for said in whole for form in (reworded if referring else about)(said, noun_of(label)))
        for said, form in islice(forms, _FORMS):
            if most >= LATER**place:
                break  # nothing that is read can be likelier
            if form not in read_already:
                read_already[form] = list(readings_of(context, form))
            for plan, confidence, likely in read_already[form]:
                sure = likely * LATER**place * _FARTHER ** (len(labels_of(plan)) - 1)
                sure *= _NOTHING_NEW if plan.fingerprint == everything(label).fingerprint else 1.0
                if confidence < _LEAST or sure <= most or not _uses(plan, named):
                    continue
                if _chooses_none(text, plan) or (plan.last.lets and _OF_ALL.search(text)):
                    continue
                kept = replaced_by(known, plan, label) if _ANOTHER.search(text) or not referring else known
                at = _other_of_two(plan, label) if referring and not some else None
                made = _narrowed(text, plan, kept, label)
                made = made or within(plan, kept, label, single=refers_to_one(text), at=at)
                made = _with_both_ends(plan, made, kept, label) if made is not None else None
                made = told_of_each(text, _of_things(text, made, label), label) if made is not None else None
                made = named_each(text, made, label) if made is not None else None
                if made is not None and len(made.last.columns) > 1 and refers(text) and not refers_to_one(text):
                    made = named_beside(made, label)
                if made is not None and OTHER.search(text):
                    made = others(context, made, known, label)
                if made is not None and fitted is not None:
                    made = fitted(made, known)
                if made is not None and shows(made, said):
                    best, most = (made, confidence), sure
                    break
        if referring and fitted is None and most < LATER**place:
            for plan, confidence, likely in asked_of_one(context, text, known, label):
                made = others(context, plan, known, label) if OTHER.search(text) else plan
                sure = likely * LATER**place * _FARTHER ** (len(labels_of(plan)) - 1)
                if made is not None and confidence >= _LEAST and sure > most and _uses(made, named) and shows(made):
                    best, most = (made, confidence), sure
    if referring and fitted is None and most < LATER:
        for plan, confidence, likely in asked_of_value(context, text, earlier):
            made = others(context, plan, earlier, "") if OTHER.search(text) else plan
            sure = likely * LATER * _FARTHER ** (len(labels_of(plan)) - 1)
            if made is not None and confidence >= _LEAST and sure > most and _uses(made, named) and shows(made):
                best, most = (made, confidence), sure
    return (in_same_order(best[0], earlier, labels[0]), best[1]) if best is not None else None


def _with_both_ends(plan: Plan, made: Plan, earlier: Plan, label: str) -> Plan:
    """A plan of what a relationship holds, of that which the earlier plan followed: of both things that it joins."""
    columns = (column.operand for stage in plan.stages for column in stage.columns)
    measured = (aggregate.operand for stage in plan.stages for aggregate in stage.aggregates)
    names = {ref.name for ref in (*columns, *measured) if isinstance(ref, Ref) and ref.property is not None}
    before = {kind for s in earlier.stages for m in s.matches for edge in m.pattern.edges for kind in edge.types}
    for match in plan.stages[0].matches:
        labels = {node.name: node.label for node in match.pattern.nodes}
        for edge in match.pattern.edges:
            if edge.name in names and before.issuperset(edge.types):
                for end in (edge.start, edge.end):
                    if labels.get(end) not in (None, label):
                        made = within(made, earlier, str(labels[end]), at=end) or made
    return made


def _of_groups(context: AskContext, text: str, plan: Plan | None) -> str | None:
    """A text about what was counted for each of several things, as what those that were found have: "list those books"
    after the author who wrote the most; None for others."""
    if plan is None or not (ranks(plan) or measure_of(plan) is not None):
        return None
    shows = [origin.label for origin in shown(plan) if shows_itself(origin, context.display)]
    for label in labels_of(plan) if shows else ():
        said = re.compile(rf"\b(?:those|these|the) (?P<things>{re.escape(many(label))})\b", re.IGNORECASE)
        if label not in shows[:1] and said.search(text) is not None:
            return said.sub(lambda found: f"the {found['things']} of those {many(shows[0])}", text)
    return None


def _other_of_two(plan: Plan, label: str) -> str | None:
    """Of two things of a label that a plan joins, the one that is not asked for: "who reports to her?"."""
    stages = stages_of(plan)
    if stages is None or not stages[0].matches:
        return None
    shows = shown_node(stages[-1], scopes(stages)[-1].seen, label)
    names = [node.name for match in stages[0].matches for node in match.pattern.nodes if node.label == label]
    others = [name for name in dict.fromkeys(names) if name != shows]
    return others[0] if shows in names and len(others) == 1 else None


def _properties_named(context: AskContext, text: str) -> list[frozenset[str]]:
    """The properties that each place of a text names, if it names nothing else."""
    linked = context.parser.understood(text)
    mentions = linked.mentions
    found: dict[tuple[int, int], set[str]] = {}
    other = {place for m in mentions if m.kind != "property" for place in range(m.start, m.end)}
    longer = [m for m in mentions if m.length > 1]
    for m in mentions:
        part = any(one.start <= m.start and m.end <= one.end and one.length > m.length for one in longer)
        if m.kind == "property" and m.score >= NAMED and m.start not in other and not part:
            found.setdefault((m.start, m.end), set()).add(m.name)
    nouns = {place: names for place, names in found.items() if not _is_done(linked, place[0])}
    return [frozenset(names) for names in (nouns or found).values()]


def _is_done(linked: Linked, place: int) -> bool:
    """Whether a word says what somebody does: "how many points did they score?"."""
    return place > 1 and linked.tokens[place - 1].norm in _DOERS and linked.tokens[place - 2].norm in _DO


def _chooses_none(text: str, plan: Plan) -> bool:
    """Whether a plan is of all things, where some of them were asked for: "which of those are in stock?"."""
    if _WHICH_OF_THEM.search(text) is None or ranks(plan):
        return False
    plain = all(not (m.where or m.pattern.edges) for stage in plan.stages for m in stage.matches)
    counts = [aggregate.function for aggregate in plan.last.aggregates] == [AggregateFunction.COUNT]
    shows = counts or lists_all(plan) or all(origin.property is not None for origin in shown(plan))
    return plain and shows and (counts or not plan.last.aggregates)


def _of_things(text: str, plan: Plan, label: str) -> Plan:
    """A plan that shows things of a label, where some of them were asked for, and not what they were chosen by: "which
    of them came first?"."""
    stages, properties = stages_of(plan), [origin for origin in shown(plan) if origin.property is not None]
    if stages is None or _WHICH_OF_THEM.match(text) is None or stages[-1].aggregates or not ranks(plan):
        return plan
    node = next((name for name, origin in scopes(stages)[-1].seen.items() if origin == Origin(label)), None)
    if node is None or len(properties) != len(stages[-1].columns):
        return plan
    last = stages[-1].model_copy(update={"columns": (Column(name=label, operand=Ref(name=node)),), "order": ()})
    return plan.model_copy(update={"branches": ((*stages[:-1], last),), "then": ()})


def _names_itself(context: AskContext, origin: Origin, earlier: Plan) -> bool:
    """Whether a column is no more than the name of what was found."""
    shows = shown(earlier)
    return origin in shows or (shows_itself(origin, context.display) and Origin(origin.label) in shows)


def _is_no_place(context: AskContext, text: str, plan: Plan, earlier: Plan) -> bool:
    """Whether a plan returns numbers, dates or what was found itself, although a place was asked for."""
    if not text.lower().startswith("where "):
        return False
    if not plan.last.aggregates and shown(plan) and all(_names_itself(context, o, earlier) for o in shown(plan)):
        return True
    return any(may_be_measured(context, origin) for origin in shown(plan) if origin.property is not None)


def _is_nobody(context: AskContext, text: str, plan: Plan) -> bool:
    """Whether a plan shows things alone, where "who" was asked for."""
    shows = [origin for origin in shown(plan) if shows_itself(origin, context.display)]
    nodes = [origin.label for origin in shows]
    return not plan.last.aggregates and bool(nodes) and is_nobody(context, text, *nodes)


def is_nobody(context: AskContext, text: str, *labels: str) -> bool:
    """Whether a text asks who, and things of these labels are nobody, where others are somebody."""
    asks = text.lower().startswith("who ") and bool(context.parser.living)
    return asks and context.parser.living.isdisjoint(labels)


def _labels_asked(context: AskContext, text: str) -> frozenset[str]:
    """The kinds of things that a text begins by asking for: "which books ...?"."""
    asks = _ASKS_FOR.match(text)
    if asks is None:
        return frozenset()
    place = 2 if asks["other"] else 1
    mentions = [m for m in context.parser.understood(text).mentions if m.score >= NAMED]
    starts = [m for m in mentions if m.kind == "label" and m.start == place]
    end = max((m.end for m in starts), default=0)
    if any(m.kind == "property" and m.start in (place, end) for m in mentions):
        return frozenset()  # "which book prices", "which book has the price"
    return frozenset(m.name for m in starts if m.end == end)


def _shows_one(context: AskContext, plan: Plan, labels: frozenset[str]) -> bool:
    """Whether a plan shows, counts or names things of one of the labels."""
    shows = [origin for origin in shown(plan) if origin.label in labels]
    return any(shows_itself(origin, context.display) for origin in shows)


def _uses(plan: Plan, named: list[frozenset[str]]) -> bool:
    """Whether a plan speaks of one of the properties of each of these groups."""
    if not named:
        return True
    text = plan.model_dump_json()
    return all(any(f'"{name}"' in text for name in names) for names in named)


def _narrowed(text: str, plan: Plan, earlier: Plan, label: str) -> Plan | None:
    """The earlier list, with its columns and order, of only what a plan lists; None if one is not a plain list, or
    if what is listed are others of the same kind: "who do they report to?"."""
    stages = stages_of(plan)
    before = listed(earlier) or earlier
    kept = stages_of(before)
    if stages is None or kept is None or len(stages) + len(kept) > 2 or shown(plan) != (Origin(label),):
        return None
    if Origin(label) not in shown(before):
        return None
    if _THEY_DO.search(text) and sum(node.label == label for m in stages[0].matches for node in m.pattern.nodes) > 1:
        return None
    if any(stage.aggregates or stage.having or stage.limit is not None for stage in (*stages, *kept)):
        return None
    return (
        within(before, plan, label)
        if stages[0].matches[0].where or len(stages[0].matches[0].pattern.nodes) > 1
        else None
    )


def _completed(context: AskContext, text: str, plan: Plan) -> str:
    """A follow-up without a measure, completed with the last property, or without its groups, with those that there
    are: "what is the average?", "what do they earn in each?"."""
    groups = shown(plan)[:1] if measure_of(plan) is not None else ()
    if groups and _IN_EACH.search(text) is not None:
        thing = shows_itself(groups[0], context.display)
        return _IN_EACH.sub(rf"\1 each {noun_of(groups[0].label if thing else str(groups[0].property))}", text)
    text = _MEASURE_OF_IT.sub(r"\1", text)
    if not _MEASURE.search(text):
        return text
    stages = stages_of(plan)
    measured = [origin for origin in shown(plan) if origin.property is not None]
    if stages is not None:
        seen = scopes(stages)[-1].seen
        keys = [origin_of(key, seen) for key in stages[-1].order if isinstance(key.operand, Ref)]
        measured += [key for key in keys if key is not None and key.property is not None]
    if not measured or not may_be_measured(context, measured[-1]):
        return text
    return f"{text} {noun_of(str(measured[-1].property))}"


def _ranked_by(plan: Plan) -> Origin | None:
    """The property by which a plan keeps the first or last; None if it keeps a fixed number of them."""
    stages = stages_of(plan) or ()
    if any(stage.limit is not None for stage in stages):
        return None
    for stage, scope in zip(stages[:-1], scopes(stages)[:-1], strict=True):
        for a in stage.aggregates:
            if a.function in (AggregateFunction.MAX, AggregateFunction.MIN) and isinstance(a.operand, Ref):
                by = origin_of(Column(name=a.name, operand=a.operand), scope.seen)
                if by is not None and by.property is not None:
                    return by
    return None


def may_be_measured(context: AskContext, origin: Origin) -> bool:
    """Whether the values of a property have a greatest one, not just a last one in the alphabet."""
    label = context.schema.label_by_name.get(origin.label)
    info = label.by_name.get(str(origin.property)) if label is not None else None
    return info is None or info.numeric or info.temporal
