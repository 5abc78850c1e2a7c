"""Numbers that are asked for again: "which clubs have at least two rowers, and how many rowers does each have?", "the
rooms with an average price above 90, and what is this average?".

Behind a number that is compared, or that something is chosen by, a clause may ask for that number, or for the date.
The question is read without it, and what was read shows the number.

Or it may ask for the numbers of what was just listed, which relationships hold: "what was on the van, and how many of
each?".
"""

from __future__ import annotations

import re
from typing import NamedTuple

from fingerpost.core.schema import GraphSchema
from fingerpost.linking.display import Display
from fingerpost.linking.english import english
from fingerpost.linking.quantities import unit_in_name, unit_named
from fingerpost.linking.text import singulars, split_name
from fingerpost.plans import AggregateFunction
from fingerpost.questions.algebra import Head, Kind, Measure, Term
from fingerpost.questions.full_names import shown_as
from fingerpost.questions.markers import superlative
from fingerpost.questions.schema_graph import amount_on, tally_on
from fingerpost.questions.state import State

_FUNCTIONS = {
    **dict.fromkeys(("average", "mean"), (AggregateFunction.AVG,)),
    "median": (AggregateFunction.MEDIAN,),
    **dict.fromkeys(("total", "sum"), (AggregateFunction.SUM, AggregateFunction.COUNT)),
    **dict.fromkeys(("count", "number", "tally"), (AggregateFunction.COUNT, AggregateFunction.SUM)),
}
"""What a noun may be of, where it is not of any number."""
_NUMBER = rf"{'|'.join(_FUNCTIONS)}|figure|value|amount|score|maximum|minimum|percentage|share|result"
_OF_EACH = r"(?: (?:of|for|in|at) (?:each|every|them|it)(?: (?:case|one|of them))?)?"
_THAT = (
    rf"(?:this|that|these|those)(?: (?!of\b|in\b)[a-z-]+){{1,2}}|(?:the|their|its)(?: same)?(?: (?:{_NUMBER})s?){{1,2}}"
)
_BE = "(?:is|are|was|were)"
_EACH = r"(?:each(?: (?:one|of (?:them|these|those)))?|they|it|he|she|there|that|those)"
_PREPOSITION = "(?:from|in|at|on|for|with|by|to|of)"
_WHAT_IS = rf"(?:what|which) {_BE} (?P<that>{_THAT})"
_HOW_BIG = rf"how (?:much|high|low|large|big|small|long|many(?: (?P<unit>[a-z-]+))?) {_BE} (?P<it>it|they|{_THAT})"
_HAS = (
    rf"(?:{_PREPOSITION} )?how many(?: of (?:them|these|those))?(?P<things>(?: [a-z-]+){{0,3}}?) "
    rf"(?:(?:did|do|does|has|have|had|was|were|is|are) {_EACH}(?: [a-z]+)?(?: {_PREPOSITION})?{_OF_EACH}"
    rf"|[a-z]+ {_PREPOSITION} each)"
)
_GIVE = rf"(?:give|state|show|return|report|list|express) (?:the |this |that |each |their )?(?P<given>{_NUMBER})s?"
_AGAIN = re.compile(
    rf"(?:,? and (?:also )?|[.?!;] (?:and )?)"
    rf"(?:(?:{_WHAT_IS}|{_HOW_BIG}){_OF_EACH}|(?:{_HAS})|{_GIVE}{_OF_EACH}|(?P<when>when(?: {_BE} (?:it|that|this))?))"
    rf"(?: in [a-z]+)?(?: please)?[.?! ]*$",
    re.IGNORECASE,
)
_OF_EACH_LISTED = re.compile(
    r"(?:,? and |, |[.?!;] (?:and )?)(?:how (?P<size>many|much) of each|in what quantit(?:y|ies))"
    r"(?: (?:one|kind|type|sort|of them))?(?: (?:is|are|was|were) there)?(?:,? please)?[.?! ]*$",
    re.IGNORECASE,
)

_BY_WHAT = re.compile(
    r"^(?P<lead>(?:(?:what|which) (?:is|was|are|were) )?(?:the |our ))(?P<best>[a-z]+est) (?P<things>[^?.]+?),? and "
    r"how many (?P<unit>[a-z]+) (?:did|does|do|has|have|had) (?:it|they|he|she)(?: [a-z]+)?[.?! ]*$",
    re.IGNORECASE,
)


class Again(NamedTuple):
    """The question without a last clause that asks for a number again, and of what that may be (empty: of any)."""

    question: str
    functions: tuple[AggregateFunction, ...] = ()
    when: bool = False
    """Whether it asks for a moment: "whose lease ends first, and when?"."""
    unit: str = ""
    """The unit that it asks for: "the shortest film, and how many minutes does it take?"."""
    listed: bool = False
    """Whether it asks how many there are of each thing that is listed."""
    much: bool = False
    """Whether it asks how much instead."""


def told_again(question: str) -> Again | None:
    """What a question asks before it asks for a number again; None where it does not."""
    found = _OF_EACH_LISTED.search(question)
    if found is not None:
        return Again(f"{question[: found.start()]}?", listed=True, much=found["size"] == "much")
    found = _AGAIN.search(question)
    if found is None:
        return None
    before = question[: found.start()]
    said = {w for word in re.findall(r"[\w'-]+", before.lower()) for w in (word, *singulars(word))}
    unit, things = found["unit"], (found["things"] or "").lower().split()
    if unit is not None and unit_named(unit) is None:
        things = [unit.lower()]
    asked = things[-1] if unit is None and things and unit_named(things[-1]) is not None else ""
    things = [] if asked else things
    if things and said.isdisjoint((things[-1], *singulars(things[-1]))):
        return None  # "and how many parts did each of them need"
    words = (found["that"] or found["it"] or found["given"] or "").lower().split()
    nouns = {singular for word in words for singular in (word, *singulars(word))}
    functions = next((_FUNCTIONS[noun] for noun in _FUNCTIONS if noun in nouns), ())
    functions = functions if found["things"] is None or asked else (AggregateFunction.COUNT,)
    return Again(f"{before}?", functions, found["when"] is not None, asked)


def by_what_follows(question: str) -> str | None:
    """ "The shortest game, and how many moves did it take": the game with the fewest moves; None for others."""
    found = _BY_WHAT.match(question)
    adjective = superlative(found["best"]) if found is not None else None
    if found is None or adjective is None:
        return None
    most = "most" if english().adjectives[adjective].most == "max" else "fewest"
    return f"{found['lead']}{found['things']} with the {most} {found['unit']}?"


def with_number(schema: GraphSchema, display: Display, state: State, head: Head, again: Again) -> Head | None:
    """The head with the number that things are chosen or compared by; None where they are by none that is meant."""
    if again.listed:
        return _with_quantities(schema, state, head, much=again.much)
    best = head.best
    if again.when and (best is None or not _is_moment(schema, state, best.term)):
        return None
    if again.unit and (best is None or not _is_in(again.unit, best.term.property or "")):
        return None
    if best is not None and head.kind is Kind.LIST:
        if best.function is not None:
            return head if not again.functions or best.function in again.functions else None
        if again.functions:
            return None
        shown = shown_as(display, state, head.columns or (head.focus,))
        return head._replace(columns=tuple(dict.fromkeys((*shown, best.term))))
    told = tuple(h for h in head.having if not again.functions or h.function in again.functions)
    if head.kind is not Kind.LIST or not told or head.keys or head.focus.edge:
        return None
    keys = (Term(head.focus.owner),) if head.focus.property is None else head.columns
    measures = tuple(Measure(h.function, h.term, distinct=h.function is AggregateFunction.COUNT) for h in told)
    return head._replace(kind=Kind.AGGREGATE, keys=keys, columns=(), measures=measures)


def _is_moment(schema: GraphSchema, state: State, term: Term) -> bool:
    """Whether a property holds dates, or times."""
    if term.edge:
        properties = schema.relationship_by_type[state.edges[term.owner].type].properties
    else:
        properties = schema.label_by_name[state.nodes[term.owner].label].properties
    return any(info.name == term.property and info.temporal for info in properties)


def _is_in(unit: str, name: str) -> bool:
    """Whether a property says by its name that it is in a unit, or in another one of the same kind."""
    words = split_name(name)
    asked, own = unit_named(unit), unit_named(unit_in_name(words) or " ".join(words))
    return asked is not None and own is not None and asked[0] == own[0]


def _with_quantities(schema: GraphSchema, state: State, head: Head, *, much: bool) -> Head | None:
    """The head of things with the numbers on what joins them to what they are listed by, or the amounts (`much`)."""
    thing = head.focus
    plain = head.kind is Kind.LIST and head.best is None and not (head.having or head.measures or head.keys)
    if not plain or thing.edge or thing.property is not None:
        return None
    joined = [(n, e) for n, e in enumerate(state.edges) if thing.owner in (e.start, e.end) and not e.absent]
    if len(joined) != 1:
        return None
    amount = (amount_on if much else tally_on)(schema.relationship_by_type[joined[0][1].type])
    if amount is None:
        return None
    total = Measure(AggregateFunction.SUM, Term(joined[0][0], amount.name, edge=True))
    return head._replace(kind=Kind.AGGREGATE, keys=(Term(thing.owner),), columns=(), measures=(total,))
