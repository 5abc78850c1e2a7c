"""Questions about some things only, told by a number of theirs: "which club has the highest average weight, considering
only clubs with at least three rowers", "for each race with more than two heats, ...".

Which things these are is a question of its own. Its plan is put before each place where the other one matches them.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fingerpost.linking.mentions import Linked
from fingerpost.plans import OPPOSITE, Comparison, Condition, Plan, Ref, Stage, Test, rename_stage
from fingerpost.questions.algebra import Head, Kind, Term
from fingerpost.questions.amount_phrases import named_until
from fingerpost.questions.amount_words import bound_in
from fingerpost.questions.candidates import Candidate
from fingerpost.questions.rewriting import changed, inner_name, names_given, of_inner
from fingerpost.questions.state import State, node_names
from fingerpost.questions.superlatives import same

_THOSE = "those"
_TAKING = "(?:consider|count|includ|tak|look at|list|show|us|keep|return|report|regard)(?:e|ing|s)?"
_ACCOUNT = r"(?: into (?:account|consideration))?"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        rf"^(?P<rest>.+?)[,;]? (?:and |but |when |by )?(?:{_TAKING}|for|among) only (?P<those>.+?){_ACCOUNT}$",
        rf"^(?P<rest>.+?)[.?!;,] (?:and |but )?(?:{_TAKING} )?only (?:{_TAKING} )?(?P<those>.+?){_ACCOUNT}$",
        rf"^(?:{_TAKING}|for|among) only (?P<those>[^,]+?){_ACCOUNT}, (?P<rest>.+)$",
        r"^(?P<rest>.+?),? (?:from )?among (?:only |all )?(?:of )?(?P<those>.+)$",
        r"^(?:(?:from )?among (?:only |all )?(?:of )?|(?:out )?of (?=the |all |those ))(?P<those>[^,]+), (?P<rest>.+)$",
        r"^(?P<lead>for (?:each|every) )(?P<those>[^,]+)(?P<rest>, .+)$",
        r"^(?P<rest>.+ (?:each|every) )(?P<those>[^,]+)$",
    )
)
_IGNORE = "(?:exclud|ignor|omit|omitt|disregard)(?:e|ing)?|skip(?:ping)?"
LEAVING_OUT = rf"(?:leav(?:e|ing) (?:out|aside)|{_IGNORE}|without|not counting)"
_WITHOUT = re.compile(
    rf"^(?P<rest>.+?)[.?!;,] (?:and |but )?(?:please )?{LEAVING_OUT} (?:any |all )?(?P<those>.+?)(?: out| aside)?$",
    re.IGNORECASE,
)
_BE_SHOWN = re.compile(r" (?:should|shall|must|may|can|are to|need to|have to) be [a-z]+(?: [a-z]+)?$", re.IGNORECASE)
_ARTICLE = re.compile(r"^(?:(?:the|all|those|of|only) )+", re.IGNORECASE)
_RELATIVE = re.compile(r"^(?:(?:that|who|which|with|having|whose|where) |\w+ by )", re.IGNORECASE)
_WHO_HAS = re.compile(
    r"^(?:who|which ones?|which(?= (?:is|are|was|were|has|have|had|do|does|did) ))(?= )", re.IGNORECASE
)
_WITH = re.compile(r"^(?:with|having|that have|who have|which have) ", re.IGNORECASE)
_WHO = re.compile(r"^(?:that|who|which) ", re.IGNORECASE)
_ANY = re.compile(
    r"(?P<noun>(?:\w+ )*?)(?:with|having|(?:that|which|who) \w+) (?:at least one|one or more|any|some)"
    r"(?: of (?:them|these|those))?",
    re.IGNORECASE,
)
"""Those that have any: what is averaged and counted is of no others."""


class Only(NamedTuple):
    """The question without its limit, and the one for those that it is about; empty where others are none of it."""

    rest: str
    those: str
    others: bool = False
    """Whether it is about all but those."""


def only_those(linked: Linked, question: str) -> Only | None:
    """What a question asks, and of which things only; None where no number tells which."""
    text = question.strip().rstrip(" ?.!")
    for form in (*_FORMS, _WITHOUT):
        found = form.match(text)
        if found is None:
            continue
        said = _ARTICLE.sub("", _BE_SHOWN.sub("", found["those"]))
        those = _ANY.fullmatch(said)
        if those is not None and "lead" not in form.groupindex:
            of_each = found["rest"].lower().endswith(("each ", "every "))
            return Only(f"{found['rest']}{those['noun'] if of_each else ''}".rstrip(), "")
        if bound_in(said) is None or any(mark in said for mark in ".?!;"):
            continue
        end = 0 if _RELATIVE.match(said) else named_until(linked, said)
        noun, told = (said[:end], said[end:].strip()) if end else (_asked(linked, found["rest"]), said)
        if not noun or not _RELATIVE.match(f"{told} "):
            continue
        lead = found["lead"] if "lead" in form.groupindex else None
        rest = f"{lead}{noun}{found['rest']}" if lead else found["rest"]
        rest = f"{rest}{noun}" if rest.lower().endswith(("each ", "every ")) else rest
        rest = _WHO_HAS.sub(f"which {noun}", rest) if end and found.start("those") < found.start("rest") else rest
        return Only(rest, _asking(noun, told), form is _WITHOUT)
    return None


def _asked(linked: Linked, rest: str) -> str:
    """The kind of thing that a question asks for first."""
    begin = linked.question.find(rest)
    labels = [m for m in linked.mentions if m.kind == "label" and linked.tokens[m.start].start >= begin >= 0]
    first = min(labels, key=lambda m: (m.start, -m.end), default=None)
    return linked.text(first.start, first.end) if first is not None else ""


def _asking(noun: str, told: str) -> str:
    if _WITH.match(told):
        return f"which {noun} have {_WITH.sub('', told)}?"
    return f"which {noun} {_WHO.sub('', told)}?"


def is_plain(head: Head) -> bool:
    """Whether a reading lists things as they are, so that it may as well tell itself which."""
    return head.kind is Kind.LIST and head.best is None and not head.having


def restricted(plan: Plan, state: State, head: Head, inner: Candidate, *, others: bool) -> Plan | None:
    """The plan of a reading, about those only that another reading lists, or about the `others` of them; None where
    they do not fit."""
    those = _those(inner, others=others)
    if those is None or len(plan.branches) != 1 or plan.then:
        return None
    term, stages = those
    place = _place(state, head, inner.state.nodes[term.owner].label, term.property)
    if place is None:
        return None
    name = node_names(state)[place]
    called = {n: f"{n} of those" for one in stages for n in names_given(one)} | {stages[-1].columns[0].name: _THOSE}
    if term.property is None:
        called |= {node_names(inner.state)[term.owner]: name}
    told = [rename_stage(changed(stage, of_inner), called) for stage in stages]
    made: list[Stage] = []
    there: tuple[str, ...] = ()
    for stage in plan.branches[0]:
        bound = name in there
        if not bound and any(name == node.name for match in stage.matches for node in match.pattern.nodes):
            made += [one.model_copy(update={"columns": (*one.columns, *map(same, there))}) for one in told]
            stage = stage if term.property is None else _where(stage, Ref(name=name, property=term.property))
        made.append(stage)
        there = stage.outputs
    parameters = {inner_name(key): value for key, value in inner.plan.parameters.items()}
    return plan.model_copy(update={"branches": (tuple(made),), "parameters": {**plan.parameters, **parameters}})


def _contrary(condition: Condition) -> Condition | None:
    if not isinstance(condition, Test) or condition.comparison not in OPPOSITE:
        return None
    return condition.model_copy(update={"comparison": OPPOSITE[condition.comparison]})


def _those(inner: Candidate, *, others: bool) -> tuple[Term, tuple[Stage, ...]] | None:
    """What a reading lists by a number of theirs, and the stages that end in these alone."""
    head = inner.head
    if head.kind is not Kind.LIST or not head.having or head.best or head.limit or head.focus.edge or head.keys:
        return None
    if len(inner.plan.branches) != 1 or inner.plan.then:
        return None
    stages = inner.plan.branches[0]
    last = next((n for n in range(len(stages) - 1, -1, -1) if stages[n].having and stages[n].aggregates), None)
    if last is None:
        return None
    wanted = Ref(name=node_names(inner.state)[head.focus.owner], property=head.focus.property)
    own = [column for column in stages[last].columns if column.operand == wanted]
    contrary = [_contrary(condition) for condition in stages[last].having]
    if len(own) != 1 or (others and (len(contrary) != 1 or contrary[0] is None)):
        return None
    having = tuple(c for c in contrary if c is not None) if others else stages[last].having
    return head.focus, (*stages[:last], stages[last].model_copy(update={"columns": tuple(own), "having": having}))


def _place(state: State, head: Head, label: str, property_: str | None) -> int | None:
    """The node of a reading that is of those: what is asked for or grouped by, else the first that is named so."""
    terms = [term for term in (head.focus, *head.keys, *head.groups) if not term.edge]
    terms += [head.per] if head.per is not None else []
    if property_ is not None:
        terms = [term for term in terms if term.property == property_]
    near = [term.owner for term in terms if state.nodes[term.owner].label == label]
    named = [n for n, node in enumerate(state.nodes) if node.label == label and node.named and not node.absent]
    return next(iter((*near, *(named if property_ is None else ()))), None)


def _where(stage: Stage, held: Ref) -> Stage:
    """A stage that matches only what has the value of those."""
    test = Test(left=held, comparison=Comparison.EQ, right=Ref(name=_THOSE))
    first, *others = stage.matches
    return stage.model_copy(update={"matches": (first.model_copy(update={"where": (*first.where, test)}), *others)})
