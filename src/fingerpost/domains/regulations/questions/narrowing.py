"""Conditions that narrow what is asked for: what it must not stand in, how often, when it was amended, its force."""

from __future__ import annotations

from fingerpost.domains.regulations.questions.catalog import AMENDMENT
from fingerpost.domains.regulations.questions.pattern_builder import (
    DEPTH,
    EDGES,
    PatternBuilder,
    amending_in,
    key_of,
    label_of,
    within,
)
from fingerpost.domains.regulations.questions.request import Among, Bound, Chain, Period, Request, Target
from fingerpost.plans import (
    AnyOf,
    Comparison,
    Each,
    EdgePattern,
    Exists,
    Match,
    NodePattern,
    Pattern,
    Quantifier,
    Ref,
    Test,
)

_REGULATIONS = ("SOR/", "SI/", "C.R.C.")
"""How the numbers of regulations begin."""


def without(built: PatternBuilder, chain: Chain, answer: str) -> Exists:
    """That the answer does not stand in the relation of a chain of one step."""
    step, targets = chain.steps[-1], (chain.target, *chain.others)
    kind = EDGES.get(step.relation, step.relation)
    label = chain.target.title.label if not chain.target.provision else label_of(chain.target.provision)
    other, edge = "left_out", "leaving_out"
    start, end = (answer, other) if step.incoming else (other, answer)
    if step.relation == "AMENDS" and label != AMENDMENT:  # the instruments that amend are the answer
        start, end = answer, other
    key = "instrument" if label == AMENDMENT else "identifier"
    tests = [
        built.test(Ref(name=other, property=key), Comparison.IN, tuple(key_of(target) for target in targets)),
    ]
    pattern = Pattern(
        nodes=(NodePattern(name=answer), NodePattern(name=other, label=label)),
        edges=(EdgePattern(start=start, end=end, types=(kind,), name=edge),),
    )
    about = built.schema.relationship_by_type.get(kind)
    if about is not None and "to" in about.by_name:
        tests.append(built.test(Ref(name=edge, property="to"), Comparison.IS_NULL))
    return Exists(pattern=pattern, where=tuple(tests), negated=True)


def narrowed(built: PatternBuilder, request: Request, answer: str) -> None:
    """Add that the answer was amended or registered in a period, and that it is in force or is no longer."""
    _told(built, Among(request.amended, request.registered, request.in_force), answer)
    if request.within is not None:
        built.require(answer, "identifier", Comparison.IN, request.within)
    for title in request.excluded:
        built.require(answer, "identifier", Comparison.NE, title.identifier)


def matched(built: PatternBuilder, target: Target, *others: Target, whole: bool = False) -> str:
    """The node of a target, or of any of several: see `PatternBuilder.target`; that of a set is any node in it."""
    if target.among is None:
        return built.target(target, *others, whole=whole)
    node = built.node(target.title.label)
    built.require(node, "language", Comparison.EQ, "en")  # what is in both languages is met once
    _told(built, target.among, node)
    return node


def _told(built: PatternBuilder, among: Among, node: str) -> None:
    if among.amended is not None:  # a join and not an existence test: the store begins at the answer
        edge = built.edge(built.node(AMENDMENT), "AMENDS", node)
        built.where.extend(amending_in(built, edge, among.amended))
    if among.registered is not None:
        within(built, node, "registered", among.registered)
    if among.in_force is not None:
        built.require(node, "inForce", Comparison.EQ, among.in_force)


def amendments_of(built: PatternBuilder, answer: str, period: Period) -> Match:
    """The amendments of the answer in a period, where there are any."""
    pattern = Pattern(
        nodes=(NodePattern(name=answer), NodePattern(name="amending", label=AMENDMENT)),
        edges=(EdgePattern(start="amending", end=answer, types=("AMENDS",), name="amended"),),
    )
    return Match(pattern=pattern, where=tuple(amending_in(built, "amended", period)), optional=True)


def made_by(built: PatternBuilder, amendment: str, kind: str) -> None:
    """That an amendment was made by an act, or by a regulation: their numbers tell."""
    number = Ref(name=amendment, property="instrument")
    tests = [built.test(number, Comparison.STARTS_WITH, prefix) for prefix in _REGULATIONS]
    if kind == "Regulation":
        built.where.append(AnyOf(tests=tuple(tests)))
    else:
        built.where.extend(test.model_copy(update={"negated": True}) for test in tests)


def bounded(built: PatternBuilder, ref: Ref, bound: Bound) -> None:
    """Add that a number lies within a bound."""
    built.where.extend(tests_of(built, ref, bound))


def tests_of(built: PatternBuilder, ref: Ref, bound: Bound) -> list[Test]:
    """The tests of a bound."""
    bounds = ((Comparison.GT, bound.above), (Comparison.LT, bound.below))
    return [built.test(ref, comparison, number) for comparison, number in bounds if number is not None]


def citing_part(built: PatternBuilder, citing: str, cited: str, target: Target) -> tuple[str, str]:
    """The citation of a provision or of anything in it, and the node that it leads to.

    Who cites a section in a Part does not cite the Part. A provision of what is not loaded is told by the words before
    the link.
    """
    if not target.is_loaded_part:
        edge = built.edge(citing, "CITES", cited)
        each = Each(quantifier=Quantifier.ANY, item="item", source=Ref(name=edge, property="sections"))
        item = Ref(name="item")
        within_it = f"{target.provision}("
        same = built.test(item, Comparison.EQ, target.provision), built.test(item, Comparison.STARTS_WITH, within_it)
        built.where.append(AnyOf(tests=tuple(test.model_copy(update={"each": each}) for test in same)))
        return edge, cited
    inner = cited
    if built.nodes[cited] != "Part":
        inner = built.node(None)
        built.edge(inner, "PART_OF", cited, hops=DEPTH)
    return built.edge(citing, "CITES_PROVISION", inner), inner


def labelled(built: PatternBuilder, name: str, label: str) -> AnyOf:
    """That a provision has a label, or is within the one that has."""
    ref = Ref(name=name, property="label")
    return AnyOf(tests=(built.test(ref, Comparison.EQ, label), built.test(ref, Comparison.STARTS_WITH, f"{label}(")))
