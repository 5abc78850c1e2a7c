"""What each kind of form asks for: from the words that a form found to the reading of the question."""

from __future__ import annotations

import re

from fingerpost.engine.graph_questions import (
    chains,
    compounds,
    extremes,
    followed,
    lacking,
    materials,
    nested,
    paired,
    presence,
    relating,
    wholes,
)
from fingerpost.engine.graph_questions.asked import Asked, Far, Read
from fingerpost.engine.graph_questions.nouns import KIN, Link, Way, is_mutual, of_noun, ways_of
from fingerpost.engine.graph_questions.words import ANY
from fingerpost.engine.question_reader import DomainReading
from fingerpost.plans import Comparison


def _joined_around(asked: Asked) -> DomainReading | None:
    """The country somebody lives in."""
    name, label, verb = asked.name("x"), asked.label, asked.text("v")
    types = asked.words.relations(verb) or asked.words.relations(f"{verb} in")
    if name is None or not label or not types:
        return None
    return presence.joined_around(asked.context, asked.words, name, types, label)


def _joined_inside(count: bool) -> Read:
    """Who lives in a place, or in a part of it."""

    def read(asked: Asked) -> DomainReading | None:
        place, label = asked.name("x"), asked.label
        types = asked.words.relations(asked.text("v"))
        if place is None or label is None or not types:
            return None
        return presence.joined_inside(asked.context, asked.words, place, types, label, count=count)

    return read


def _present(count: bool) -> Read:
    """Who is in a place or in a group."""

    def read(asked: Asked) -> DomainReading | None:
        place, label = asked.name("x"), asked.label
        if place is None or label is None:
            return None
        return presence.present(asked.context, asked.words, place, label, count=count)

    return read


def _chain(asked: Asked) -> DomainReading | None:
    """A noun of a noun of a node, such as the friends of Ann's friends, and what a verb leads to from there."""
    parsed, label = chains.parse(asked.words, asked.text("c")), asked.label
    if parsed is None or label is None:
        return None
    start, links = parsed
    if asked.text("v"):
        link = asked.link(asked.text("v"))
        links = [*links, link] if link is not None and links else []
    if not links or (len(links) == 1 and wholes.is_nested(asked.words, links[0].types)):
        return None
    return chains.follow(asked.context, start, links, label, "chain")


def _count_chain(asked: Asked) -> DomainReading | None:
    """How many friends somebody has."""
    name, noun = asked.name("x"), asked.text("n")
    link = of_noun(asked.words, noun) if name is not None else None
    if name is None or link is None or wholes.is_nested(asked.words, link.types):
        return None
    return chains.follow(asked.context, name, [link], ANY, "chain", count=noun)


def _away(within: bool) -> Read:
    """The nodes at a distance, or within it: over the relation that a noun names, or over all."""

    def read(asked: Asked) -> DomainReading | None:
        name, label, noun, far = asked.name("x"), asked.label, asked.text("n"), asked.text("k").lower()
        link = Link(asked.words.types, Way.EITHER) if noun in _STEPS else of_noun(asked.words, noun)
        if name is None or label is None or link is None:
            return None
        steps = _NUMBERS.get(far) or int(far)
        along = () if link.way is Way.AGAINST else link.types
        against = () if link.way is Way.ALONG else link.types
        least = 1 if within else steps
        return wholes.everything(asked.context, name, along, against, label, "reachable", least=least, most=steps)

    return read


_STEPS = frozenset(("step", "steps", "hop", "hops", "link", "links", "relation", "relations", "relationships"))
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}


def _hop(backwards: bool) -> Read:
    """One step along a relation, or against it: what Ann owns, who owns a boat."""

    def read(asked: Asked) -> DomainReading | None:
        name, label, link = asked.name("x"), asked.label, asked.link(asked.text("v"))
        if asked.far not in (Far.UNSAID, Far.DIRECT) or name is None or label is None or link is None:
            return None
        return chains.follow(asked.context, name, [link.turned if backwards else link], label, "hop")

    return read


def _two_hops(backwards: bool) -> Read:
    """What those that a verb leads to (`backwards`: that do it) do in turn: who the people that Ann mentors mentor."""

    def read(asked: Asked) -> DomainReading | None:
        name, label = asked.name("x"), asked.label
        first, second = asked.link(asked.text("v")), asked.link(asked.text("w"))
        if name is None or label is None or first is None or second is None:
            return None
        links = [first.turned if backwards else first, second]
        return chains.follow(asked.context, name, links, label, "chain")

    return read


def _someone(asked: Asked) -> DomainReading | None:
    """Who knows someone who knows Ann."""
    name, label = asked.name("x"), asked.label
    links = [asked.link(asked.text(verb)) for verb in ("w", "v")]
    if name is None or label is None or None in links:
        return None
    return chains.follow(asked.context, name, [link.turned for link in links if link is not None], label, "chain")


def _reach(backwards: bool) -> Read:
    """Everything that a verb leads to, or comes from, over any number of steps."""

    def read(asked: Asked) -> DomainReading | None:
        name, label, verb = asked.name("x"), asked.label, asked.text("v")
        link = asked.link(verb) if verb else Link(asked.words.types, Way.ALONG)
        if asked.far is Far.UNSAID and not asked.text("all"):
            return None
        if name is None or label is None or link is None:
            return None
        link = link.turned if backwards else link
        along = () if link.way is Way.AGAINST else link.types
        against = () if link.way is Way.ALONG else link.types
        least = 2 if asked.far is Far.INDIRECT else 1
        return wholes.everything(asked.context, name, along, against, label, "reachable", least=least)

    return read


def _reach_by_noun(asked: Asked) -> DomainReading | None:
    """Everyone that friendships lead to, over any number of steps."""
    name, label, noun = asked.name("x"), asked.label, asked.text("n").lower()
    link = of_noun(asked.words, noun.removesuffix("s").removesuffix("ship"))
    if name is None or label is None or link is None:
        return None
    along = () if link.way is Way.AGAINST else link.types
    against = () if link.way is Way.ALONG else link.types
    return wholes.everything(asked.context, name, along, against, label, "reachable")


def _kin(noun: str = "") -> Read:
    """Ancestors, descendants, dependencies and dependents, over any number of steps."""

    def read(asked: Asked) -> DomainReading | None:
        name, label = asked.name("x"), asked.label
        root = noun or KIN[re.sub(r"(?:ies|y|s)$", "", asked.text("n").lower())]
        along, against = ways_of(asked.words, root)
        if name is None or label is None or not (along or against):
            return None
        return wholes.everything(asked.context, name, along, against, label, "reachable")

    return read


def _path(directed: bool, counted: bool = False, yes: bool = False) -> Read:
    def read(asked: Asked) -> DomainReading | None:
        pair = asked.pair
        if pair is None:
            return None
        return relating.path_between(asked.context, *pair, directed=directed, counted=counted, asked=yes)

    return read


def _path_of(asked: Asked) -> DomainReading | None:
    """A path over the relation of a noun alone: a chain of friends."""
    noun = re.sub(r"ships?$", "", asked.text("n").lower())
    pair, link = asked.pair, of_noun(asked.words, noun)
    if pair is None or link is None:
        return None
    return relating.path_between(asked.context, *pair, link.types, directed=False)


def _path_by(asked: Asked) -> DomainReading | None:
    """A path over the relation of a verb alone: through whom Ann knows Bob."""
    fact = asked.fact
    return relating.path_between(asked.context, *fact[0], fact[1].types, directed=True) if fact is not None else None


def _are_joined(asked: Asked) -> DomainReading | None:
    """Whether Ann knows Bob."""
    fact = asked.fact
    if asked.far is not Far.UNSAID or fact is None or wholes.is_nested(asked.words, fact[1].types):
        return None
    return relating.are_joined(asked.context, asked.words, *fact[0], fact[1])


def _shared(backwards: bool) -> Read:
    """What two nodes are both joined with; `backwards`: what is joined with both."""

    def read(asked: Asked) -> DomainReading | None:
        verb, noun, label = asked.text("v"), asked.text("n"), asked.label
        link = asked.link(verb) if verb else None
        if noun:
            label = asked.words.label(noun)
            link = of_noun(asked.words, noun) if label is None else None
            label = ANY if link is not None else label
        if asked.pair is None or label is None or (verb and link is None):
            return None
        links = [link] if link is not None else [Link((), Way.ALONG), Link((), Way.AGAINST)]
        mutual = tuple(type_ for type_ in asked.words.types if is_mutual(type_))
        if link is None and mutual:
            links.append(Link(mutual, Way.EITHER))
        links = [each.turned for each in links] if backwards else links
        found = relating.shared(asked.context, *asked.pair, links, label)
        return found if verb or backwards else compounds.or_shared_parts(asked, found, noun or asked.text("t"), label)

    return read


def _by_name(comparison: Comparison) -> Read:
    def read(asked: Asked) -> DomainReading | None:
        label, text = asked.label, asked.text("s").strip("\"'“”‘’ ")
        if label is None or not text:
            return None
        return nested.of_things(asked, label, lambda of: relating.by_name(asked.context, of, text, comparison))

    return read


def _called(asked: Asked) -> DomainReading | None:
    """The nodes whose name has a word."""
    label, names = asked.label, asked.words.with_words(asked.text("s").strip("\"'“”‘’ "), _MOST_CALLED)
    return relating.called(asked.context, label, names) if label is not None and names else None


_MOST_CALLED = 200

READERS: dict[str, Read] = {
    "name-contains": _by_name(Comparison.CONTAINS),
    "name-starts": _by_name(Comparison.STARTS_WITH),
    "name-ends": _by_name(Comparison.ENDS_WITH),
    "called": _called,
    "has": nested.has,
    "joined-around": _joined_around,
    "connection": _path(directed=False),
    "is-connected": _path(directed=False, yes=True),
    "leads-to": _path(directed=True, yes=True),
    "path": _path(directed=True),
    "path-of": _path_of,
    "path-by": _path_by,
    "is-joined": _are_joined,
    "and-then": followed.and_then,
    "same": paired.same,
    "pairs": paired.pairs,
    "narrowed": compounds.narrowed,
    "joined": compounds.joined,
    "with-parts": compounds.with_parts,
    "parts-of-such": compounds.parts_of_such,
    "shared-parts": compounds.shared_parts,
    "not-joined": lacking.not_joined,
    "not-joined-by": lacking.not_joined_by,
    "to-one-node": paired.to_one_node,
    "with-names": paired.with_names,
    "by-one-name": paired.by_one_name,
    "distance": _path(directed=False, counted=True),
    "shared": _shared(backwards=False),
    "all-of": lacking.with_all,
    "in-all": lacking.in_all,
    "shared-by": _shared(backwards=True),
    "without": lacking.without(passive=False),
    "without-any": lacking.without(passive=True),
    "with-some": lacking.without(passive=False, some=True),
    "with-some-passive": lacking.without(passive=True, some=True),
    "without-such": lacking.without_such,
    "chain": _chain,
    "count-chain": _count_chain,
    "away": _away(within=False),
    "within": _away(within=True),
    "two-hops": _two_hops(backwards=False),
    "two-hops-back": _two_hops(backwards=True),
    "someone": _someone,
    "parts": nested.down(strict=True),
    "inside": nested.down(strict=False),
    "consists": nested.consists,
    "places-inside": nested.places_inside,
    "count-parts": nested.count(strict=True),
    "count-inside": nested.count(strict=False),
    "made-of": materials.made_of,
    "made-from": materials.made_from,
    "used-inside": materials.used_inside,
    "most": extremes.most,
    "wholes": nested.up(strict=True),
    "around": nested.up(strict=False),
    "containers": nested.containers,
    "reaches-by": _reach_by_noun,
    "where": nested.where,
    "is-part": nested.inside(strict=True),
    "is-inside": nested.inside(strict=False),
    "joined-inside": _joined_inside(count=False),
    "count-joined-inside": _joined_inside(count=True),
    "present": _present(count=False),
    "count-present": _present(count=True),
    "hop": _hop(backwards=False),
    "hop-back": _hop(backwards=True),
    "reaches": _reach(backwards=False),
    "reached-by": _reach(backwards=True),
    "kin": _kin(),
    "below": _kin("report"),
    "above": _kin("boss"),
    "affected": _kin("dependent"),
}
"""The kinds of forms in `forms.txt`."""

DIRECT = frozenset(("parts", "inside", "consists", "wholes", "around", "containers", "hop", "hop-back"))
"""The kinds of which a question may ask for one step alone."""
COMPOUND = frozenset(("narrowed", "joined", "with-parts", "parts-of-such", "shared-parts", "shared", "and-then"))
"""The kinds that read other questions within them."""
