"""Stretches of tokens answer as a look at each of them does."""

from __future__ import annotations

import hypothesis.strategies as st
from hypothesis import given

from fingerpost.linking.spans import Spans

SIZE = 9
SPANS = st.tuples(st.integers(0, SIZE - 1), st.integers(1, SIZE)).filter(lambda span: span[0] < span[1])


@given(st.lists(SPANS, max_size=6), SPANS)
def test_spans_answer_as_a_look_at_each_does(held: list[tuple[int, int]], asked: tuple[int, int]) -> None:
    spans = Spans(held, SIZE)
    start, end = asked
    around = [one for one in held if one[0] <= start and end <= one[1]]
    assert spans.hold(start, end) == bool(around)
    assert spans.hold_more(start, end) == any(one != asked for one in around)
    assert spans.touch(start, end) == any(one[0] < end and start < one[1] for one in held)
