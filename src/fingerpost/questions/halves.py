"""Two questions in one, each read whole: "the names of the clubs and the names of the firms", "who ran in 2009 or in
2010", "how many more books are from 2020 than from 2010".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fingerpost.linking.display import Display
from fingerpost.linking.mentions import Linked
from fingerpost.linking.text import Token
from fingerpost.plans import Column, Plan, Ref, Stage, check
from fingerpost.questions.candidates import Candidate
from fingerpost.questions.outnumbered import outnumbered
from fingerpost.questions.rewriting import changed, inner_name, of_inner
from fingerpost.questions.two_numbers import of_numbers
from fingerpost.questions.two_questions import Halves, Joint, same_before, sentence_end

HALVES = "halves"
"""The feature of a question that was read as two."""
_DENYING = frozenset("not no never without neither nor nobody nothing none except excluding but t".split())
_CLOSE = 0.5
"""How much less a reading of a half may score than the best."""
_NAME = "name"


def halves(linked: Linked) -> Halves | None:
    """The two questions that one is; None where it is one."""
    if any(token.quoted and token.norm in ("and", "or", "than") for token in linked.tokens):
        return None
    return outnumbered(linked) or _alternatives(linked)


def _norms(linked: Linked) -> list[str]:
    return [token.norm for token in linked.tokens]


def _alternatives(linked: Linked) -> Halves | None:
    """ "Who ran in 2009 or in 2010": what is said behind "or" takes the place of what opens with the same word."""
    norms = _norms(linked)
    if norms.count("or") != 1:
        return None
    place = norms.index("or")
    if not _DENYING.isdisjoint(norms):
        return None  # who is not in A or in B is in neither
    begin = same_before(norms, place + 1, 1, place)
    if begin is None:
        return None
    end = sentence_end(linked, place)
    tail = linked.question[linked.tokens[end - 1].end :]
    either = next((n for n in range(begin) if norms[n] == "either"), None)
    lead = _without(linked, either, begin)
    one = f"{lead} {linked.text(begin, place)}".replace(" ,", ",")
    return Halves(Joint.EITHER, f"{one}{tail}", f"{lead} {linked.text(place + 1, end)}{tail}")


def _without(linked: Linked, left_out: int | None, end: int) -> str:
    """The question up to a word, one word left out."""
    tokens: tuple[Token, ...] = linked.tokens
    if left_out is None:
        return linked.question[: tokens[end - 1].end]
    after = linked.text(left_out + 1, end) if left_out + 1 < end else ""
    return f"{linked.question[: tokens[left_out].start]}{after}".rstrip()


def near(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The readings of a half that are about as good as its best."""
    return [each for each in candidates if candidates[0].score - each.score <= _CLOSE]


def together(parts: Halves, one: Plan, other: Plan, display: Display) -> Plan | None:
    """One plan for both questions; None where they do not fit."""
    if any(len(plan.branches) != 1 or plan.then for plan in (one, other)):
        return None
    first, second = one.branches[0], changed(other.branches[0], of_inner)
    made = _both_listed(first, second, display) if parts.joint is Joint.EITHER else of_numbers(parts, first, second)
    if made is None:
        return None
    parameters = {**made.parameters, **one.parameters}
    parameters |= {inner_name(name): value for name, value in other.parameters.items()}
    return check(Plan(branches=made.branches, union_all=made.union_all, then=made.then, parameters=parameters))


def _both_listed(first: tuple[Stage, ...], second: tuple[Stage, ...], display: Display) -> Plan | None:
    """What either finds, each once."""
    one, other = first[-1], second[-1]
    plain = not any(s.aggregates or s.order or s.limit is not None or s.skip is not None for s in (one, other))
    if not plain or [_shape(first, c, display) for c in one.columns] != [
        _shape(second, c, display) for c in other.columns
    ]:
        return None
    names = [column.name for column in one.columns]
    renamed = tuple(c.model_copy(update={"name": name}) for c, name in zip(other.columns, names, strict=True))
    return Plan(branches=(first, (*second[:-1], other.model_copy(update={"columns": renamed}))))


def _shape(stages: tuple[Stage, ...], column: Column, display: Display) -> Any:
    """What a column holds: a node of a label, what things are called by, or another property of whatever it is of."""
    operand = column.operand
    if not isinstance(operand, Ref):
        return operand
    nodes = (node for stage in stages for match in stage.matches for node in match.pattern.nodes)
    label = next((node.label for node in nodes if node.name == operand.name), None)
    if operand.property is None:
        return label, operand.function
    called = label is not None and display.parts(label) == (operand.property,)
    return _NAME if called else operand.property, operand.function
