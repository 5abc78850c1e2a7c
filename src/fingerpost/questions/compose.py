"""Composing readings: a beam over the words of a question, from left to right.

Each step takes the next mention, marker or word. A label or value becomes a new node, hung on the tree somewhere, or
joins one that is there; a relation word waits for an edge; a property describes the value after it or is asked for; a
marker waits for what it belongs to.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from fingerpost.core.containment import Containment
from fingerpost.linking.english import english
from fingerpost.linking.mentions import Linked, Mention
from fingerpost.linking.scores import OWN, PREPOSITION
from fingerpost.linking.stopwords import FUNCTION_WORDS, GRAPH_WORDS, INDEFINITE
from fingerpost.linking.text import Token, split_name
from fingerpost.questions.attach import Attacher, scored
from fingerpost.questions.bare_verbs import each_done
from fingerpost.questions.beam import Beam, Watch
from fingerpost.questions.commonest import with_those
from fingerpost.questions.comparing import literal_step
from fingerpost.questions.conjoined import both_done, predicated
from fingerpost.questions.contraries import set_apart
from fingerpost.questions.cycles import closing_step, each_other, restricted
from fingerpost.questions.fans import spread_out
from fingerpost.questions.farther import leading_on
from fingerpost.questions.features import noted, skipped_feature, with_features
from fingerpost.questions.labels import label_step
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.naming import property_step
from fingerpost.questions.pinned import said_of_others
from fingerpost.questions.places import by_start, possessed_nouns
from fingerpost.questions.relating import (
    counted_alone,
    counted_edge,
    denied_too,
    implied,
    none_such,
    relation_step,
    rest_step,
    somebody,
    unused,
    without_said,
)
from fingerpost.questions.relatives import event_step, possessed_step, relative_step
from fingerpost.questions.roles import MEASURES, NOR, is_comparison
from fingerpost.questions.schema_graph import SchemaGraph
from fingerpost.questions.spans import lasting
from fingerpost.questions.state import Item, Reason, State
from fingerpost.questions.straight import straightened
from fingerpost.questions.texts import text_step
from fingerpost.questions.valuing import awaits_text, text_marker, value_step
from fingerpost.questions.waiting import hoped
from fingerpost.questions.weights import WEIGHTS

Step = Callable[[Attacher, State, Mention], Iterable[State]]

STEPS: dict[str, Step] = {
    "label": label_step,
    "property": property_step,
    "value": value_step,
    "text": text_step,
    "number": literal_step,
    "date": literal_step,
    "time": literal_step,
    "month": literal_step,
    "period": literal_step,
    "relative": relative_step,
    "relative of": relative_step,
    "event": event_step,
    "rest": rest_step,
    "filler": lambda _, state, __: (state,),
}
_MOST_OWNERS = 4
_NOBODY = 0.7
"""What "who" is worth of what is no person, where there are people."""
_MUST_BIND = (Role.NEGATE, Role.COMPARE, Role.BETWEEN, Role.TEXT, Role.BEYOND)
_MUST_GROUP = (*_MUST_BIND, Role.GROUP)
"""The same at the end: "the average age per <unread>" is no average of all."""
_DEAR = (*_MUST_BIND, Role.TIMES, Role.EITHER)
_PASSED_OVER = 1.5
"""How much dearer it is to read a comparison as if it were not there than to find nothing that it compares."""
_HEEDED = (Role.ASK, Role.CHECK, Role.COUNT, Role.RESTATED)
"""Markers that are never passed over."""
_ON = ("on", "in", "each", "every", "per", "before", "after", "since")
_PLACING = frozenset("in at on from to for by with through of".split())
"""What a question begins with that asks where its object is, or from where."""
_SORTS = frozenset("kind type sort category class".split())
_BEEN = 2
"""Most words between a noun and what it came to be: "posts that were made"."""
_MEASURING = (*MEASURES, Role.ASK)
_PLAIN = (Role.BOTH, Role.THAN, Role.ASK, Role.WHO, Role.WHERE, Role.EITHER, Role.DISTINCT, Role.NAMED, Role.CHECK)
"""Markers that explain no content word."""


class Composer:
    """Composes readings of questions over one schema."""

    def __init__(self, graph: SchemaGraph, beam_width: int, weights: Mapping[str, float] = WEIGHTS) -> None:
        self._weights = weights
        self._lexical = weights is not WEIGHTS
        self._graph = graph
        self._attacher = Attacher(graph)
        self._width = beam_width

    def compose(
        self,
        linked: Linked,
        found: tuple[Marker, ...],
        width: int | None = None,
        watch: Watch | None = None,
        containment: Containment | None = None,
    ) -> list[State]:
        """Complete readings, best first. `width` is kept at each token in place of the usual number."""
        width = width or self._width
        contained = (containment or Containment()).within("compose")
        count = len(linked.tokens)
        standing = {marker.start: marker for marker in found if marker.end > marker.start}
        ahead = {marker.start: marker for marker in found if marker.end == marker.start}
        mentions, relations = by_start(linked, found, STEPS)
        readable = linked.readable()
        possessed = possessed_nouns(linked, mentions)
        beams = [Beam(position, width, watch) for position in range(count + 1)]
        beams[0].offer(State(weights=self._weights))
        # Features that were learned may bring more than a step can tell beforehand.
        told = frozenset(m.name for m in linked.mentions if m.kind == "relation" and m.score > PREPOSITION)
        named = frozenset(m.name for m in linked.mentions if m.kind == "label" and not m.cosine)
        weighing = () if self._lexical else beams
        attacher = Attacher(self._graph, weighing, told=told, labels=_objects(linked), named=named)
        for position, word in enumerate(linked.tokens):
            marker = standing.get(position)
            said = mentions.get(position, ())
            whole = word.quoted and any(mention.kind == "text" for mention in said)
            for state in beams[position].kept():
                with contained:
                    state = predicated(state, linked, position)
                    if position in ahead:
                        state = next(self._marked(state, ahead[position]))
                    if marker is not None:
                        again = _measured_anew(state, marker, linked)
                        beams[marker.end].take(self._marked(again, marker, self._doers(marker, relations, mentions)))
                        beams[marker.end].take(self._had(again, marker, relations.get(position, {})))
                if not whole and _is_searched(state, position, word, said):
                    text = Mention("text", position, position + 1, "", 1.0, "the text asked for", value=word.text)
                    with contained:
                        beams[position + 1].take(text_step(attacher, state, text))
                    if word.quoted:
                        continue
                for mention in said:
                    with contained:
                        read = STEPS[mention.kind](attacher, state, mention)
                        beams[mention.end].take(map(_settled, self._learned(linked, state, read, mention)))
                        for noun in possessed.get(mention.end, ()) if mention.kind == "value" else ():
                            owned = possessed_step(attacher, state, mention, noun)
                            beams[noun.end].take(map(_settled, self._learned(linked, state, owned, noun)))
                for end, related in relations.get(position, {}).items():
                    verb = end - position == 1 and word.norm.endswith("ed")
                    with contained:
                        steps = relation_step(attacher, state, related, noun=not verb)
                        beams[end].take(self._learned(linked, state, steps, related[0]))
                        if any(mention.theirs for mention in related):
                            beams[end].take(closing_step(attacher, state, related))
                if marker is None or marker.role not in _HEEDED:
                    least = -math.inf if self._lexical else beams[position + 1].least
                    with contained:
                        skipped = self._passed_over(state, linked, position, marker, position in readable, least)
                        if skipped is not None:
                            beams[position + 1].offer(skipped)
        complete: list[State] = []
        for state in beams[count].kept():
            with contained:
                complete.extend(self._learned(linked, state, self._finished(state, linked)))
        complete.sort(key=lambda state: -state.score)
        distinct: dict[object, State] = {}
        for state in complete:
            if state.nodes:
                distinct.setdefault(
                    (state.nodes, state.edges, state.filters, state.items, state.havings, state.others), state
                )
        return list(distinct.values())

    def _passed_over(
        self, state: State, linked: Linked, position: int, marker: Marker | None, readable: bool, least: float
    ) -> State | None:
        """The state without the word, at the cost of not reading it; what must be bound is dearer.

        None where that is worth less than `least`.
        """
        skipped = _skipped(state, linked, position, readable, least)
        if skipped is None:
            return None
        if marker is not None and (marker.role in _DEAR or marker.value == NOR):
            reason = Reason("marker unused", _PASSED_OVER, marker.start, marker.end, marker.role.value)
            skipped = scored(skipped, reason)
        if self._lexical and skipped.skipped != state.skipped:
            skipped = noted(skipped, (skipped_feature(linked, position),))
        return skipped

    def _learned(
        self, linked: Linked, before: State, steps: Iterable[State], mention: Mention | None = None
    ) -> Iterable[State]:
        """What follows on a state, with the features that were learned where there are any."""
        if not self._lexical:
            return steps
        return (with_features(linked, before, after, mention) for after in steps)

    def _had(self, state: State, marker: Marker, relations: Mapping[int, list[Mention]]) -> Iterator[State]:
        """ "Who have no shop", "people without a shop": the words that deny it say a relation too."""
        if marker.role is Role.NEGATE:
            for end, related in relations.items():
                if end <= marker.end:
                    for denied in self._marked(state, marker):
                        yield from relation_step(self._attacher, denied, related, noun=False)

    def _doers(
        self,
        marker: Marker,
        relations: Mapping[int, dict[int, list[Mention]]],
        mentions: Mapping[int, Sequence[Mention]],
    ) -> tuple[str, ...]:
        """Who does what the verb behind "who" says, where no label of people has a part in it: "who wrote".

        Without such a verb, people; else those of whom a birth is known, or what may act as people do.
        """
        if marker.role is not Role.WHO:
            return ()
        people = self._graph.people
        verbs = [m for said in relations.get(marker.end, {}).values() for m in said if m.score > PREPOSITION]
        best = max((verb.score for verb in verbs), default=0.0)
        ends = [(v, end) for v in verbs if not people or v.score == best for end in self._attacher.endpoints(v.name)]
        found = tuple(dict.fromkeys(end[split_name(v.name)[-1:] == ("by",)] for v, end in ends))
        if people:
            if not found or any(label in people for _, end in ends for label in end):
                return people
            # "Who deployed the shop": whose the deployment was.
            done = {m.name for m in mentions.get(marker.end, ()) if m.kind == "label"}
            near = {link.target for label in done for link in self._graph.ways.neighbours(label)}
            return tuple(label for label in people if label in near) or (*found[: _MOST_OWNERS - 1], *people)
        return found or tuple(sorted(self._graph.living)) or self._graph.agents

    def _marked(self, state: State, marker: Marker, doers: tuple[str, ...] = ()) -> Iterator[State]:
        if marker.role is Role.RESTATED:
            yield state
            return
        lost = [m for m in state.pending if m.role is Role.GROUP] if marker.role in _MEASURING else []
        if lost:
            # "For each <unread>, the average price": it is not the price that is grouped by.
            kept = tuple(m for m in state.pending if m not in lost)
            state = scored(state, Reason("marker unused", 1.0, lost[0].start, lost[0].end), pending=kept)
        state = state.but(markers=(*state.markers, marker), pending=(*state.pending, marker))
        if marker.role not in _PLAIN:
            state = scored(state, Reason("marker", 1.0, marker.start, marker.end, marker.role.value))
        if not state.nodes:
            if marker.role is Role.WHO:
                yield from self._asked(state, doers, marker, "asked by who")
            elif marker.role is Role.WHERE:
                yield from self._asked(state, self._graph.places, marker, "asked by where")
        yield state

    def _asked(self, state: State, labels: tuple[str, ...], marker: Marker, feature: str) -> Iterator[State]:
        """ "Who" and "where" name a node without its label."""
        for label in labels[:_MOST_OWNERS]:
            asked = self._attacher.root(state, label, marker.start, named=False)
            item = Item(0, None, marker.start, marker.end, asked.pending)
            fit = _NOBODY if marker.role is Role.WHO and self._graph.people and label not in self._graph.people else 1.0
            yield scored(asked, Reason(feature, fit, marker.start, marker.end), items=(item,), pending=())

    def _finished(self, state: State, linked: Linked) -> Iterator[State]:
        """Relation words that were never used cost, unless the node that they imply is added."""
        state = said_of_others(self._graph, state)
        state = none_such(denied_too(self._attacher, restricted(counted_edge(without_said(state)))))
        state = counted_alone(self._attacher, state)
        readings = [state]
        if state.relations:
            readings = [*both_done(self._attacher, state, linked), *implied(self._attacher, state, linked)]
            readings += each_done(self._attacher, state, linked)
            readings.append(scored(state, Reason("relation unused", unused(state))))
        readings += [shorter for found in readings for shorter in straightened(self._attacher, found)]
        readings += [apart for found in readings for apart in spread_out(self._attacher, found, linked)]
        readings = [*each_other(readings, linked), *readings]
        for found in (*readings, *somebody(self._attacher, state, linked)):
            reading = leading_on(with_those(self._attacher, found), linked, self._graph.schema)
            reading = set_apart(self._graph, lasting(self._attacher, reading, linked), linked)
            idle = len(reading.counted) + sum(marker.role in _MUST_GROUP for marker in reading.pending)
            idle += sum(_idle(marker) for item in reading.items for marker in item.roles)
            yield scored(reading, Reason("marker unused", float(idle))) if idle else reading


def _measured_anew(state: State, marker: Marker, linked: Linked) -> State:
    """The state in which what is measured next hangs on what groups: "for each club, the number of players and the
    average number of ..."."""
    if marker.role not in MEASURES or not any(m.role in MEASURES for item in state.items for m in item.roles):
        return state
    group = next((i for i in state.items if any(m.role is Role.GROUP for m in i.roles) and not i.edge), None)
    if group is None or group.start > min(i.start for i in state.items if any(m.role in MEASURES for m in i.roles)):
        return state
    before = marker.start - 1
    while before >= 0 and linked.tokens[before].norm in FUNCTION_WORDS and linked.tokens[before].norm != "and":
        before -= 1
    joined = before >= 0 and linked.tokens[before].norm == "and"
    return state.but(recent=group.owner) if joined else state


def _settled(state: State) -> State:
    """The state without the prepositions that stood before what was just read: they wait for nothing more."""
    if not state.relations:
        return state
    kept = tuple(relation for relation in state.relations if relation.score > PREPOSITION)
    return state if len(kept) == len(state.relations) else state.but(relations=kept)


def _is_searched(state: State, position: int, word: Token, meant: Iterable[Mention]) -> bool:
    """Whether a word is the text of "containing": not the link of "tweets that contain a link", or "the tag red"."""
    if text_marker(state, position) is None or (word.norm in INDEFINITE and not word.quoted):
        return False  # "contain something that ..."
    if word.capitalised or awaits_text(state, position):
        return word.capitalised or _is_text(word)
    return _is_text(word) and (bool(word.quoted) or not any(map(_is_named, meant)))


def _is_named(mention: Mention) -> bool:
    return mention.kind == "label" or (mention.kind == "property" and mention.score >= OWN)


def _objects(linked: Linked) -> dict[str, int]:
    """The labels that a question such as "in which apiaries does Ann have hives" names, each with its last place: the
    apiaries are where its object is."""
    words = [token.norm for token in linked.tokens[:2]]
    if len(words) < 2 or words[0] not in _PLACING or words[1] not in ("which", "what"):
        return {}
    return {m.name: m.start for m in linked.mentions if m.kind == "label" and m.score >= OWN}


def _is_text(word: Token) -> bool:
    return bool(word.quoted) or word.norm not in FUNCTION_WORDS


def _idle(marker: Marker) -> bool:
    """Whether a marker that an item took still waits for what it is to be compared with."""
    return is_comparison(marker) or marker.role is Role.TEXT


def _skipped(state: State, linked: Linked, position: int, readable: bool, least: float) -> State | None:
    token = linked.tokens[position]
    light = token.norm in FUNCTION_WORDS or token.norm in GRAPH_WORDS or token.norm in INDEFINITE
    light = light and position not in linked.types_said
    if readable and [after.norm for after in linked.tokens[position + 1 : position + 2]] == ["by"]:
        light = False  # "given by Ann"
    if not token.quoted and (light or (len(token.norm) == 1 and not token.capitalised)):
        return state  # an "X" is told of
    if not readable and token.norm in english().happenings and _came_to_be(state, linked, position):
        return state  # "the year in which it was released"
    if not readable and token.norm in english().presences and _is_known(state, linked, position):
        return state
    if not readable and (_is_kind_of_value(state, token, position) or _is_of_a_kind(state, linked, position)):
        return state
    measured = bool(state.filters) and 0 <= position - state.filters[-1].end <= 1
    if measured and token.norm in english().adjectives and linked.tokens[position - 1].norm not in FUNCTION_WORDS:
        return state  # "500 pages long", and not "by her are long"
    feature = "unread word" if readable else "unknown word"
    if state.score + state.weights[feature] + hoped(state) < least:
        return None
    reason = Reason(feature, 1.0, position, position + 1, token.text)
    return scored(state, reason, skipped=(*state.skipped, position))


def _is_kind_of_value(state: State, token: Token, position: int) -> bool:
    """The "charges" of "the freight charges", where the freight is a property."""
    last = state.items[-1] if state.items else None
    behind = last is not None and last.property is not None and last.end == position
    return behind and token.norm in english().measures


def _is_of_a_kind(state: State, linked: Linked, position: int) -> bool:
    """The "event" of "by kind of event", where visits have a kind: another noun for these."""
    if not state.items or linked.tokens[position - 1].norm != "of":
        return False
    first, last = state.items[0], state.items[-1]
    kind = last.property is not None and split_name(last.property)[-1] in _SORTS
    return kind and last.end == position - 1 and (first.owner, first.edge) == (last.owner, last.edge)


def _came_to_be(state: State, linked: Linked, position: int) -> bool:
    """The "made" of "all purchases made": nothing but that there are such things."""
    last = state.items[-1] if state.items else None
    ends = position + 1 == len(linked.tokens) or linked.tokens[position + 1].norm in _ON
    if not ends or last is None or last.property is not None or last.edge:
        return False
    between = linked.tokens[last.end : position]
    return len(between) <= _BEEN and all(token.norm in FUNCTION_WORDS for token in between)


def _is_known(state: State, linked: Linked, position: int) -> bool:
    """Whether a word only says that something is there: "listed in the database", "whose price is known"."""
    after = linked.tokens[position + 1 : position + 4]
    there = bool(after) and after[0].norm in ("in", "within") and any(token.norm in GRAPH_WORDS for token in after)
    last = state.items[-1] if state.items else None
    ends = not after and last is not None and last.end == position
    return there or ends or (last is not None and last.property is not None and 0 <= position - last.end <= 1)
