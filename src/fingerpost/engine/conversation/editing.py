"""Follow-ups that ask for an edit of the last plan, by the kind that their words have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, product

from fingerpost.engine.context import AskContext
from fingerpost.engine.conversation.comparing import (
    by_number,
    compared_anew,
    complement,
    counted_for_each,
    having_same,
    placed,
    without_any,
)
from fingerpost.engine.conversation.cues import (
    Edit,
    FollowUp,
    compares_with_thing,
    comparison_in,
    direction_in,
    follow_up,
    goes_down,
    measure_in,
    number_in,
    place_in,
    renumbered,
    turned_round,
    without_direction,
)
from fingerpost.engine.conversation.described import SURE, described, described_else
from fingerpost.engine.conversation.edits import (
    counted,
    cut,
    distinct,
    extreme,
    having,
    listed,
    measure_of,
    named_beside,
    order_of,
    ordered,
    ordered_by_measure,
    over_groups,
    turned,
)
from fingerpost.engine.conversation.following import (
    LABELS,
    Edited,
    Option,
    followed,
    how_much,
    may_be_measured,
    note_of,
)
from fingerpost.engine.conversation.naming import names_in_plan, of_which_it_is_so, said_of_another
from fingerpost.engine.conversation.origins import (
    Origin,
    labels_of,
    noun_of,
    ranks,
    shown,
)
from fingerpost.engine.conversation.others import found_by
from fingerpost.engine.conversation.readings import (
    READINGS,
    everything,
    label_named,
    many,
    names_value,
    only_property,
    passes,
    readings_of,
    whole_reading,
)
from fingerpost.engine.conversation.replacing import replacements
from fingerpost.engine.conversation.rewording import plainly, refers, refers_to_some
from fingerpost.engine.conversation.rows import row_named
from fingerpost.engine.conversation.standing_in import asked_of_one
from fingerpost.engine.conversation.state import DialogueState
from fingerpost.engine.conversation.swapping import (
    computed,
    computed_in_groups,
    measured_by,
    relabelled,
    replaced_by,
    swapped,
)
from fingerpost.engine.conversation.within import best_of, beyond, within, without
from fingerpost.engine.reading import read
from fingerpost.linking import extreme as extreme_word, holds_years
from fingerpost.plans import AggregateFunction, Comparison, Plan

_LISTED = ("list", "show", "give", "name", "find")
_GROUPED = re.compile(r",? (?:for each|per|by|in each|of each|for every|in every) [\w ]+$", re.I)
"""How a question ends that is asked of groups."""
_ARTICLE = re.compile(r"^(?:the|their|its|his|her) ", re.I)
_MEASURE = re.compile(
    r"(?:(?:the|their|its|his|her) )?(?:average|mean|median|total|sum of|max(?:imum)?|min(?:imum)?|highest|lowest)"
    r" (?!number\b)\w+",
    re.I,
)
"""A function and of what it is computed: "and the average price?"."""
_ASKS = re.compile(
    r"^(?:who|what|which|where|when|how)\b(?: (?:many|much|ones?|of (?:them|those|these)))?"
    r" (?:is|are|was|were|do|does|did|has|have|had)\b",
    re.I,
)
"""How a question begins that is whole: it takes the place of no part of another."""
_THOSE_THAT = re.compile(
    r"^(?:(?:for|of|among|from) )?(?:those|these|the ones) (?:(?:that|which|who) )?(?:(?:are|is|were|was) )?(?=\w)",
    re.I,
)
"""How words begin that describe some of what was found: "those shipped to Oslo"."""


def edited(context: AskContext, question: str, cue: FollowUp, memory: DialogueState) -> Edited | None:
    """The edit that a follow-up asks for, if the plan can have it."""
    assert memory.plan is not None
    for option in _EDITS[cue.edit](context, cue.words, memory, question):
        if option.plan is not None and passes(context, option.plan):
            if cue.edit is Edit.CHANGE and option.plan.fingerprint == memory.plan.fingerprint:
                continue  # nothing of it was understood
            note = note_of(option.asked, memory)
            note = f"{note}, with “{cue.words}” instead" if option.replaced else note
            rests = option.asked[: len(memory.asked)] == memory.asked
            sure = min(option.confidence, memory.confidence) if rests else option.confidence
            return Edited(option.plan, sure, option.asked, note)
    return None


def _count(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    plan = memory.plan
    assert plan is not None
    if measure_of(plan) is not None and ranks(plan) and len(found_by(context, plan, labels_of(plan)[0], 2)) == 1:
        yield Option(plan, memory.confidence, (*memory.asked, question))
    if ranks(plan) and re.search(r"\bis (?:that|it)$", words, re.IGNORECASE) is not None:
        most = how_much(context, question, memory)
        yield Option(most.plan if most else None, most.confidence if most else 0.0, (*memory.asked, question))
    for things in _so(context, plan):
        yield Option(counted(things), memory.confidence, (*memory.asked, question))
    yield Option(counted(plan) or plan, memory.confidence, (*memory.asked, question))


def _so(context: AskContext, plan: Plan) -> Iterator[Plan]:
    """The things for which a yes/no question holds: "did Ben borrow any books?", "which ones?"."""
    named = {label for label, _ in names_in_plan(context, plan)}
    found = (of_which_it_is_so(plan, label) for label in labels_of(plan)[:LABELS] if label not in named)
    yield from (things for things in found if things is not None)


def _list(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    plan = memory.plan
    assert plan is not None
    asked = (*memory.asked, question)
    for things in _so(context, plan):
        yield Option(things, memory.confidence, asked)
    for label in labels_of(plan)[:1]:
        if best_of(plan, label) is not None:  # the one that has it, and not the number again
            yield Option(within(everything(label), plan, label, single=True), memory.confidence, asked)
    yield Option(listed(plan), memory.confidence, asked)
    if measure_of(plan) is None and not plan.last.aggregates:
        nodes = [origin for origin in shown(plan) if origin.property is None]
        yield Option(plan if nodes else None, memory.confidence, asked)
    for label in labels_of(plan):
        yield Option(within(everything(label), plan, label), memory.confidence, asked)


def _sort(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    plan = memory.plan
    assert plan is not None
    words, down = without_direction(words.rstrip("?.! "))
    asked = (*memory.asked, question)
    ends = re.fullmatch(r"from (\w+) to \w+", words, re.IGNORECASE)
    if ends is not None:  # "from newest to oldest", by the one number or date that is shown
        shows = [o for o in shown(plan) if o.property is not None and may_be_measured(context, o)]
        way = extreme_word(ends[1].lower()) == "max"
        if len(shows) == 1 and ends[1].lower() in ("oldest", "youngest") and not _is_moment(context, shows[0]):
            way = not way  # the oldest have the greatest age, and the least year
        made = ordered(plan, shows[0], way) if len(shows) == 1 else ordered_by_measure(plan, goes_down(words))
        yield Option(made, memory.confidence, asked)
        return
    measure = measure_in(words)
    if measure is not None:
        counted_nouns = {"", *(noun for label in labels_of(plan)[:1] for noun in (noun_of(label), many(label)))}
        made = ordered_by_measure(plan, down is not False) if measure.lower() in counted_nouns else None
        yield Option(made, memory.confidence, asked)
    targets = [target for target in (plan, listed(plan)) if target is not None]
    for target, label, named in product(targets, labels_of(plan), filter(None, (words, measure))):
        for choice in read(context, f"list {many(label)} sorted by {named}").readings[:READINGS]:
            by = order_of(choice.plan) if choice.plan is not None else None
            if by is not None:
                made = ordered(target, by[0], by[1] if down is None else down)
                yield Option(made, memory.confidence * choice.confidence, asked)


def _turn(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    ways = {"descending": True, "decreasing": True, "ascending": False, "increasing": False}
    yield Option(turned(memory.plan, ways.get(words.lower())), memory.confidence, (*memory.asked, question))


def _first(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    yield Option(cut(memory.plan, int(number_in(words) or 1)), memory.confidence, (*memory.asked, question))
    yield Option(row_named(context, plainly(question), memory), memory.confidence, (*memory.asked, question))


def _group(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    named = re.fullmatch(r"by (?:the )?(.+)", words, re.IGNORECASE)
    if named is not None and names_value(context, named[1]):
        yield from _change(context, words, memory, question)
        return
    for place, text in enumerate(memory.asked if measure_of(memory.plan) is not None else ()):
        anew, said = _GROUPED.subn(f" {words}", text.rstrip("?.! "))
        if said:  # "and per genre?" after what was asked per branch
            made = refolded(context, texts := (*memory.asked[:place], anew, *memory.asked[place + 1 :]))
            yield Option(made.plan if made else None, made.confidence if made else 0.0, texts)
    told = re.match(r"group", words, re.IGNORECASE) is not None and not memory.plan.last.aggregates
    if len(memory.asked) == 1 and not told:
        yield from _appended(context, words, memory)
    lead = re.sub(r"^(?:grouped by|group (?:\w+ )?by|per|by|in each|of each|broken down by)", "for each", words)
    for label in labels_of(memory.plan)[:LABELS]:
        for plan, confidence, _ in readings_of(context, f"number of {many(label)} {lead}"):
            counts = within(plan, memory.plan, label)
            measured = computed_in_groups(counts, memory.plan) if counts is not None else None
            yield Option(measured or counts, confidence, (*memory.asked, question))


def _extreme(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    yield Option(extreme(memory.plan, goes_down(words)), memory.confidence, (*memory.asked, question))


def _having(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    if re.match(r"and\b", question, re.IGNORECASE):
        yield Option(compared_anew(memory.plan, words, apart=True), memory.confidence, (*memory.asked, question))
    number = number_in(words)
    found = comparison_in(words) or ((Comparison.EQ, number) if number is not None else None)
    of = re.search(r"\d[\d,.]* ([a-z ]+)$", words, re.IGNORECASE)
    other = label_named(context, of[1]) if of is not None else None
    counts = any(a.function is AggregateFunction.COUNT for stage in memory.plan.stages for a in stage.aggregates)
    if found is not None and (other is None or (counts and other == labels_of(memory.plan)[0])):
        yield Option(having(memory.plan, *found), memory.confidence, (*memory.asked, question))
    yield from by_number(context, words, memory, question)


def _place(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    yield Option(placed(memory.plan, place_in(words)), memory.confidence, (*memory.asked, question))
    if re.match(r"and\b", question, re.IGNORECASE):
        yield from _change(context, f"the {words}", memory, question)


def _in_view(memory: DialogueState) -> Plan:
    """The last plan; the list before it, where that was only counted in passing: "how many is that?"."""
    assert memory.plan is not None
    cue = follow_up(memory.asked[-1])
    return (listed(memory.plan) if cue is not None and cue.edit is Edit.COUNT else None) or memory.plan


def _exclude(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    plan = _in_view(memory)
    for label, other, confidence in described(context, words, plan):
        yield Option(_shown_by_name(context, without(plan, other, label), label), confidence, (*memory.asked, question))
    yield from by_number(context, words, memory, question, negated=True)


def _beyond(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    if compares_with_thing(words, [noun_of(str(o.property)) for o in shown(memory.plan)]):
        for label in labels_of(memory.plan)[:LABELS]:
            for made, confidence, _ in asked_of_one(context, plainly(question), memory.plan, label):
                yield Option(made, confidence, (*memory.asked, question))
    comparison = direction_in(words, of_moments=_shows_moments(context, memory.plan))
    of_them = refers_to_some(words)
    found = beyond(memory.plan, comparison, of_them=of_them) if comparison is not None else None
    if found is not None and words.lower().startswith("how many"):
        found = counted(found)
    yield Option(found, memory.confidence, (*memory.asked, question))


def _shows_moments(context: AskContext, plan: Plan) -> bool:
    """Whether a plan shows dates or years, where older means less."""
    return bool(shown(plan)) and _is_moment(context, shown(plan)[0])


def _is_moment(context: AskContext, by: Origin) -> bool:
    known = context.schema.label_by_name[by.label].by_name.get(str(by.property))
    return known is not None and (known.temporal or holds_years(known))


def _over(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    made = over_groups(memory.plan, words.lower() in ("average", "mean"))
    yield Option(made, memory.confidence, (*memory.asked, question))


def _distinct(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    assert memory.plan is not None
    yield Option(distinct(memory.plan), memory.confidence, (*memory.asked, question))


def _narrow(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    plan = _in_view(memory)
    for label, other, confidence in described(context, words, plan):
        # The three oldest of those that were found are not those of them who are among the three oldest.
        if ranks(other):
            yield Option(within(other, listed(plan) or plan, label), confidence, (*memory.asked, question))
            continue
        if measure_of(plan) is not None and question.lower().startswith(_LISTED):  # and not how many each group has
            yield Option(within(other, listed(plan, label) or plan, label), confidence, (*memory.asked, question))
        kept = replaced_by(plan, other, label)  # "and of those in Oslo?" after those in Bergen
        made = _shown_by_name(context, within(kept, other, label), label)
        yield Option(made, confidence, (*memory.asked, question), replaced=kept != plan)
    yield from by_number(context, words, memory, question)


def _shown_by_name(context: AskContext, plan: Plan | None, label: str) -> Plan | None:
    """A list of values with what has them: which are left is what was asked."""
    if plan is None or plan.last.distinct or any(o.property in context.display.parts(label) for o in shown(plan)):
        return plan
    return named_beside(plan, label)


def _change(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    plan = memory.plan
    assert plan is not None
    words = _THOSE_THAT.sub("ones ", words)
    asked = (*memory.asked, question)
    other_way = turned_round(memory.asked[-1], words) or renumbered(memory.asked[-1], words)
    if other_way is not None:
        made = refolded(context, (*memory.asked[:-1], other_way))
        yield Option(made.plan if made else None, memory.confidence, (*memory.asked[:-1], other_way))
        return
    if _ASKS.match(words) is not None:
        return
    if re.search(r"\bones?$", words) is not None:
        yield from _other_one(context, words, memory)
    another = said_of_another(context, words, memory)
    if another is not None:
        yield Option(another[1], another[2], (another[0],))
    yield Option(compared_anew(plan, words), memory.confidence, asked, replaced=True)
    yield Option(computed(plan, words), memory.confidence, asked, replaced=True)
    yield from _another_measure(context, words, memory, question)
    if _MEASURE.match(words) is not None:
        of_them = followed(context, question, f"what is {_ARTICLE.sub('', words)} of them", memory)
        yield Option(of_them.plan if of_them else None, of_them.confidence if of_them else 0.0, asked)
    named = label_named(context, words)
    if named is not None:
        for label in labels_of(plan):
            yield Option(relabelled(plan, label, named, context.schema), memory.confidence, asked, replaced=True)
    ways: list[tuple[str, Plan, float]] = []
    if not refers(words) or re.search(r"\bones\b", words):
        ways = list(described(context, words, plan))
        # A value of the kind that was named before ("Emma", a title) may also be one of what is listed (a first name).
        for _, other, confidence in chain(ways, described_else(context, words, plan, ways)):
            if confidence >= SURE:
                yield Option(swapped(plan, other), confidence, asked, replaced=True)
    for asked_instead in replacements(context, memory, words):
        made = refolded(context, asked_instead)
        if made is not None:
            yield Option(made.plan, made.confidence, asked_instead)
    if len(memory.asked) == 1 and not refers(words):
        yield from _appended(context, words, memory)
    begun = [m.name for m in context.parser.understood(words).outright if m.kind == "label" and m.start <= 1][:1]
    if begun and begun[0] not in labels_of(plan):  # "and the publishers of the books?" asks for them
        reading = whole_reading(context, f"what are {words}")
        if reading is not None:
            theirs = (within(reading[0], listed(plan) or plan, label) for label in labels_of(plan))
            yield from (Option(one, reading[1], asked) for one in theirs)
        return
    for label, other, confidence in ways:
        # What has the most of something is already one thing, and not another that is named.
        if confidence >= SURE and not (ranks(plan) and names_in_plan(context, other)):
            yield Option(within(plan, other, label), confidence, asked)


def _another_measure(context: AskContext, words: str, memory: DialogueState, question: str) -> Iterator[Option]:
    """The same computed of another property of the same things: "what about the height?"."""
    assert memory.plan is not None
    for name in only_property(context, words):
        yield Option(measured_by(memory.plan, name, context.schema), memory.confidence, (*memory.asked, question), True)


def _other_one(context: AskContext, words: str, memory: DialogueState) -> Iterator[Option]:
    """The thing at the other end ("and the cheapest one?"), without the conditions on the previous one."""
    for place in range(len(memory.asked) - 1, -1, -1):
        turned = turned_round(memory.asked[place], words)
        made = refolded(context, (*memory.asked[:place], turned)) if turned is not None else None
        if made is not None:
            yield Option(made.plan, made.confidence, made.asked)


def _appended(context: AskContext, words: str, memory: DialogueState) -> Iterator[Option]:
    """The first question with further words at its end."""
    assert memory.plan is not None
    text = f"{memory.question.rstrip('?.! ')} {words}"
    reading = whole_reading(context, text)
    if reading is None or reading[1] < memory.confidence * SURE:
        return
    plan, confidence = reading
    if _has_list(plan) and not _has_list(memory.plan):
        return  # "shipped by Ana by Ben": the one takes the place of the other
    if set(labels_of(memory.plan)) <= set(labels_of(plan)) and plan != memory.plan:
        yield Option(plan, confidence, (text,))


def _has_list(plan: Plan) -> bool:
    return any(isinstance(value, tuple) for value in plan.parameters.values())


def before_ranking(context: AskContext, question: str, memory: DialogueState) -> DialogueState:
    """The conversation without its last superlative, if this question has one, too: "who is the oldest?", "and the
    youngest?".
    """
    text = plainly(question)
    if len(memory.asked) < 2 or memory.plan is None or not ranks(memory.plan):
        return memory
    if refers_to_some(text):
        return _of_several(context, memory)
    if refers(text):
        return memory
    if not any(extreme_word(word) for word in re.findall(r"\w+", text.lower())):
        return memory
    cue = follow_up(question)
    if cue is not None and cue.edit is Edit.CHANGE and turned_round(memory.asked[-1], cue.words) is not None:
        return memory
    before = refolded(context, memory.asked[:-1])
    return before if before is not None and before.plan is not None and not ranks(before.plan) else memory


def _of_several(context: AskContext, memory: DialogueState) -> DialogueState:
    """The conversation as it was when several things were in view, if one is: what "some of them" speaks of."""
    assert memory.plan is not None
    label = labels_of(memory.plan)[0]
    if len(found_by(context, memory.plan, label, 2)) != 1:
        return memory
    for kept in range(len(memory.asked) - 1, 0, -1):
        before = refolded(context, memory.asked[:kept])
        if before is not None and before.plan is not None and not ranks(before.plan):
            return before if labels_of(before.plan)[0] == label else memory
    return memory


def refolded(context: AskContext, asked: tuple[str, ...]) -> DialogueState | None:
    """A conversation of these texts taken anew; None if one of them is not understood."""
    reading = whole_reading(context, asked[0])
    if reading is None:
        return None
    memory = DialogueState(asked=asked[:1], plan=reading[0], confidence=reading[1])
    for text in asked[1:]:
        made = _step(context, text, memory)
        if made is None:
            return None
        memory = DialogueState(asked=made.asked, plan=made.plan, confidence=made.confidence, before=memory.plan)
    return memory


def _step(context: AskContext, text: str, memory: DialogueState) -> Edited | None:
    cue = follow_up(text)
    made = edited(context, text, cue, memory) if cue is not None and cue.edit is not Edit.WHY else None
    return made or followed(context, text, plainly(text), memory)


_EDITS: dict[Edit, Callable[[AskContext, str, DialogueState, str], Iterable[Option]]] = {
    Edit.COUNT: _count,
    Edit.LIST: _list,
    Edit.SORT: _sort,
    Edit.TURN: _turn,
    Edit.FIRST: _first,
    Edit.PLACE: _place,
    Edit.GROUP: _group,
    Edit.EACH: counted_for_each,
    Edit.EXTREME: _extreme,
    Edit.HAVING: _having,
    Edit.NARROW: _narrow,
    Edit.EXCLUDE: _exclude,
    Edit.BEYOND: _beyond,
    Edit.DISTINCT: _distinct,
    Edit.COMPLEMENT: complement,
    Edit.NONE: without_any,
    Edit.SAME: having_same,
    Edit.OVER: _over,
    Edit.CHANGE: _change,
}
