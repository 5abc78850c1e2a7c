"""What a last sentence says again: "Find the average price for each genre. Return the genre and the average price."."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fingerpost.linking.mentions import Linked
from fingerpost.questions.roles import COUNTED, MEASURES, VERSUS, Marker, Role

_RETURNS = frozenset("return show list display output report give provide present".split())
_MEASURES = (*MEASURES, Role.SHARE)
_OTHERWISE = (Role.SUPERLATIVE, Role.TOP, Role.SORT, Role.COMPARE, Role.BETWEEN, Role.BEYOND)
"""Roles of markers that ask for something new wherever they stand."""
_AMOUNTS = frozenset("count counts number numbers total totals size sizes average averages".split())
_PARTS = frozenset(("and", "with"))
_WHOLE_NAME = 0.8
_DETERMINERS = frozenset(("the", "that", "those"))
_REPEATED = 2
"""From how many words on what stands on both sides of a "compared to" is the same."""


def without_restated(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """The markers, those of measures that are only named once more left out; each such name is one marker."""
    found = _without_repeated(found, linked)
    start = _last_sentence(linked)
    if start is None:
        return list(found)
    before = sum(_is_measured(m) for m in found if m.end <= start)
    again: list[tuple[int, int]] = []
    for first, end in _parts(linked, start):
        if _is_measure(found, linked, first, end):
            again.append((first, end))
        elif again and again[-1][1] == first - 1:
            again[-1] = (again[-1][0], end)
    if not before or len(again) > before:
        return list(found)
    kept = [m for m in found if not any(first <= m.start < end for first, end in again)]
    return [*kept, *(Marker(Role.RESTATED, first, end) for first, end in again)]


def _is_measured(marker: Marker) -> bool:
    """Whether a marker measures something, be it to choose by it: "which club has the fewest members"."""
    return marker.role in _MEASURES or (marker.role is Role.SUPERLATIVE and marker.value in COUNTED)


def _without_repeated(found: Sequence[Marker], linked: Linked) -> list[Marker]:
    """ "The average price of French books compared to the average price of English books": it is said only once."""
    versus = next((m for m in found if m.role is Role.EITHER and m.value == VERSUS), None)
    if versus is None:
        return list(found)
    words = [token.norm for token in linked.tokens]
    end = versus.end
    first = end + (end < len(words) and words[end] in _DETERMINERS)
    for start in range(versus.start):
        length = 0
        while (
            first + length < len(words)
            and start + length < versus.start
            and words[start + length] == words[first + length]
        ):
            length += 1
        if length >= _REPEATED and first + length > end:
            end = first + length
    if end == versus.end:
        return list(found)
    kept = [m for m in found if not versus.end <= m.start < end]
    return [*kept, Marker(Role.RESTATED, versus.end, end)]


def _last_sentence(linked: Linked) -> int | None:
    """Where the words behind the verb of a last sentence begin that says what to return."""
    tokens = linked.tokens
    for index in range(len(tokens) - 1, 0, -1):
        if linked.is_behind(index, ".?!;"):
            return index + 1 if tokens[index].norm in _RETURNS else None
    return None


def _parts(linked: Linked, start: int) -> Iterator[tuple[int, int]]:
    """The parts of a list: between commas, "and" and "along with"."""
    first = start
    for index in range(start, len(linked.tokens) + 1):
        ends = index == len(linked.tokens)
        word = "" if ends else linked.tokens[index].norm
        comma = not ends and "," in linked.question[linked.tokens[index - 1].end : linked.tokens[index].start]
        if ends or comma or word in _PARTS:
            if index > first:
                yield first, index
            first = index + (not ends and word in _PARTS)


def _is_measure(found: Sequence[Marker], linked: Linked, first: int, end: int) -> bool:
    """Whether a part of a list names something measured, and nothing that is chosen, sorted or compared by it."""
    inside = [m for m in found if first <= m.start < end]
    if any(m.role in _OTHERWISE for m in inside):
        return False
    if any(m.role in _MEASURES for m in inside):
        return True
    words = [token.norm for token in linked.tokens]
    said = words[first + (words[first] in _DETERMINERS) : end]
    if any(m.role in _MEASURES and m.end <= first and words[m.start : m.start + len(said)] == said for m in found):
        return True  # "the average height" again, though other things have an `average_height`
    named = any(m.kind == "property" and m.end == end and m.score >= _WHOLE_NAME for m in linked.mentions)
    return linked.tokens[end - 1].norm in _AMOUNTS and end - first > 1 and not named
