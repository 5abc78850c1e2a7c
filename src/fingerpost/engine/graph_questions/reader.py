"""Reads these questions: a table of forms, each with what it asks for.

A form is read only if it takes the whole question and every name, type and relation in it is known; otherwise the
general reader has the question.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from fingerpost.engine.context import AskContext
from fingerpost.engine.graph_questions import chains, relating, wholes
from fingerpost.engine.graph_questions.chains import Link, Way
from fingerpost.engine.graph_questions.words import ANY, Words
from fingerpost.engine.question_reader import DomainReading
from fingerpost.linking import ValueIndex
from fingerpost.plans import Comparison

_POLITE = re.compile(
    r"^(?:please |kindly |can you |could you |tell me |show me |show |give me |list me |list |name |find me |find |"
    r"i want to know |do you know |so |and )+",
    re.IGNORECASE,
)
_FAR = re.compile(
    r",?\s*\(?\b(?:(?:either )?directly (?:or|and|as well as) (?:indirectly|(?:through|via) \w+(?: \w+)?)|"
    r"indirectly (?:or|and) directly|transitively|"
    r"recursively|ultimately|eventually|(?:at|on) (?:any|every|all) (?:levels?|depths?)|"
    r"(?:through|over|via|by|in|across|after|within|with) any number of "
    r"(?:steps|hops|levels|links|relations|relationships)|"
    r"however (?:far|deep|indirectly)|at whatever (?:level|depth)|altogether|in total|overall|all the way (?:up|down)|"
    r"step by step|with (?:all )?(?:its|the) steps|including (?:all )?(?:the )?(?:indirect ones|parts of parts))\b\)?",
    re.IGNORECASE,
)
_DIRECT = re.compile(r"\b(?:directly|direct|immediate|immediately)\b", re.IGNORECASE)

_DETERMINER = re.compile(r"^(?:which|what|all|every|the) +| +(?:who|that|which)$", re.IGNORECASE)
_LONGEST = 200
"""The most characters of a question; longer ones would let the forms try too much."""

Read = Callable[["GraphReader", re.Match[str], bool], DomainReading | None]


class GraphReader:
    """The reader of one state of a graph whose nodes are identified by their names (see `QuestionReader`)."""

    def __init__(self, context: AskContext, index: ValueIndex) -> None:
        self.context = context
        self.words = Words(context.schema, index)

    def read(self, question: str) -> DomainReading | None:
        """The reading of a question of one of these forms; None for any other."""
        if not self.words.types or len(question) > _LONGEST:
            return None
        text = _POLITE.sub("", " ".join(re.sub(r"[?.!\s]+$", "", question).split()))
        plain = _FAR.sub("", text).strip(" ,")
        far = plain != text
        if not far and _DIRECT.search(plain):
            return None
        for form, read in _forms():
            found = form.fullmatch(plain)
            reading = read(self, found, far) if found is not None else None
            if reading is not None:
                return reading
        return None

    def link(self, verb: str) -> Link | None:
        """The relation that a verb names, followed from the one who does it; "managed by" is followed to them."""
        types = self.words.relations(verb)
        if not types:
            return None
        if chains.is_mutual(types[0]):
            return Link(types, Way.EITHER)
        passive = verb.lower().endswith(" by") and not types[0].lower().endswith("by")
        return Link(types, Way.AGAINST if passive else Way.ALONG)

    def start_label(self, link: Link) -> str | None:
        """The type of those from whom a relation is followed: the people, else the only type; None if unclear."""
        starts, ends = self.words.ends(link.types)
        of = ends if link.way is Way.AGAINST else starts
        if self.words.person in of:
            return self.words.person
        return next(iter(of)) if len(of) == 1 else None


def _group(found: re.Match[str], name: str) -> str:
    return (found.groupdict().get(name) or "").strip()


def _asked_label(reader: GraphReader, found: re.Match[str]) -> str | None:
    said = _DETERMINER.sub("", _group(found, "t"))
    return reader.words.label(said) if said else ANY


def _down(strict: bool) -> Read:
    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        whole, label = reader.words.name(_group(found, "x")), _asked_label(reader, found)
        if whole is None or label is None:
            return None
        return wholes.parts_of(reader.context, reader.words, whole, label, strict=strict)

    return read


def _up(strict: bool) -> Read:
    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        part, label = reader.words.name(_group(found, "x")), _asked_label(reader, found)
        if part is None or label is None:
            return None
        return wholes.wholes_of(reader.context, reader.words, part, label, strict=strict)

    return read


def _count(strict: bool) -> Read:
    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        whole, label = reader.words.name(_group(found, "x")), _asked_label(reader, found)
        if whole is None or label is None:
            return None
        return wholes.counted_parts(reader.context, reader.words, whole, label, strict=strict)

    return read


def _inside(strict: bool) -> Read:
    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        part, whole = reader.words.name(_group(found, "x")), reader.words.name(_group(found, "y"))
        if part is None or whole is None:
            return None
        return wholes.is_inside(reader.context, reader.words, part, whole, strict=strict)

    return read


def _joined_inside(count: bool) -> Read:
    """Who lives in a place, or in a part of it."""

    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        place, label = reader.words.name(_group(found, "x")), _asked_label(reader, found)
        types = reader.words.relations(_group(found, "v"))
        if place is None or label is None or not types:
            return None
        return wholes.joined_inside(reader.context, reader.words, place, types, label, count=count)

    return read


def _chain(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
    parsed = chains.parse(reader.words, _group(found, "c"))
    label = _asked_label(reader, found)
    if parsed is None or label is None:
        return None
    start, links = parsed
    verb = _group(found, "v")
    if verb:
        link = reader.link(verb)
        links = [*links, link] if link is not None else []
    return chains.follow(reader.context, start, links, label, "chain") if len(links) > 1 else None


def _hop(backwards: bool) -> Read:
    """One step along a relation, or against it: what Ann owns, who owns a boat."""

    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        name, label = reader.words.name(_group(found, "x")), _asked_label(reader, found)
        link = reader.link(_group(found, "v"))
        if far or name is None or label is None or link is None:
            return None
        link = link.turned if backwards else link
        return chains.follow(reader.context, name, [link], label, "hop")

    return read


def _someone(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
    """Who knows someone who knows Ann."""
    name, label = reader.words.name(_group(found, "x")), _asked_label(reader, found)
    types = [reader.words.relations(_group(found, verb)) for verb in ("w", "v")]
    if name is None or label is None or not all(types):
        return None
    return chains.follow(reader.context, name, [Link(each, Way.AGAINST) for each in types], label, "chain")


def _reach(backwards: bool) -> Read:
    """Everything that a verb leads to, or comes from, over any number of steps."""

    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        name, label = reader.words.name(_group(found, "x")), _asked_label(reader, found)
        verb = _group(found, "v")
        types = reader.words.relations(verb) if verb else reader.words.types
        if not (far or _group(found, "all")) or name is None or label is None or not types:
            return None
        along, against = ((), types) if backwards else (types, ())
        return wholes.everything(reader.context, name, along, against, label, "reachable")

    return read


def _kin(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
    """Ancestors, descendants, dependencies and dependents, over any number of steps."""
    name, noun = reader.words.name(_group(found, "x")), _group(found, "n").lower()
    root, upwards = _KIN[noun.rstrip("s") if noun.endswith("s") else noun]
    forward = reader.words.relations(root[0])
    inverse = reader.words.relations(root[1]) if root[1] else ()
    if name is None or not (forward or inverse):
        return None
    along, against = (inverse, forward) if upwards else (forward, inverse)
    return wholes.everything(reader.context, name, along, against, ANY, "reachable")


_KIN = {
    "ancestor": (("parent of", "child of"), True),
    "descendant": (("parent of", "child of"), False),
    "descendent": (("parent of", "child of"), False),
    "dependency": (("depends on", ""), False),
    "dependencie": (("depends on", ""), False),
    "dependent": (("depends on", ""), True),
    "prerequisite": (("requires", ""), False),
    "superior": (("manages", "reports to"), True),
    "subordinate": (("manages", "reports to"), False),
}


def _path(directed: bool) -> Read:
    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        source, target = reader.words.name(_group(found, "x")), reader.words.name(_group(found, "y"))
        if source is None or target is None or source == target:
            return None
        return relating.path_between(reader.context, source, target, directed=directed)

    return read


def _distance(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
    source, target = reader.words.name(_group(found, "x")), reader.words.name(_group(found, "y"))
    if source is None or target is None or source == target:
        return None
    return relating.path_between(reader.context, source, target, directed=False, counted=True)


def _shared(backwards: bool) -> Read:
    """What two nodes are both joined with; `backwards`: what is joined with both."""

    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        one, other = reader.words.name(_group(found, "x")), reader.words.name(_group(found, "y"))
        verb, noun, label = _group(found, "v"), _group(found, "n"), _asked_label(reader, found)
        link = reader.link(verb) if verb else None
        if noun:
            label = reader.words.label(noun)
            link = chains.of_noun(reader.words, noun) if label is None else None
            label = ANY if link is not None else label
        if one is None or other is None or one == other or label is None or (verb and link is None):
            return None
        links = [link] if link is not None else [Link((), Way.ALONG), Link((), Way.AGAINST)]
        links = [each.turned for each in links] if backwards else links
        return relating.shared(reader.context, one, other, links, label)

    return read


def _without(passive: bool) -> Read:
    """Those of whom a relation is missing; `passive`: to whom nobody has it."""

    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        verb, said, noun = _group(found, "v"), _group(found, "t"), _group(found, "n")
        far_label = reader.words.label(_group(found, "o")) if _group(found, "o") else ANY
        link = reader.link(verb) if verb else chains.of_noun(reader.words, noun)
        if link is None or far_label is None:
            return None
        if passive:
            link = Link(link.types, Way.AGAINST)
        label = reader.words.label(said)
        if label == ANY or said.lower() in ("who", "what"):
            label = reader.start_label(link)
        return relating.without(reader.context, label, link, far_label) if label else None

    return read


def _by_name(comparison: Comparison) -> Read:
    def read(reader: GraphReader, found: re.Match[str], far: bool) -> DomainReading | None:
        label = _asked_label(reader, found)
        text = _group(found, "s").strip("\"'“”‘’ ")
        if label is None or not text:
            return None
        return relating.by_name(reader.context, label, text, comparison)

    return read


_READERS: dict[str, Read] = {
    "name-contains": _by_name(Comparison.CONTAINS),
    "name-starts": _by_name(Comparison.STARTS_WITH),
    "name-ends": _by_name(Comparison.ENDS_WITH),
    "connection": _path(directed=False),
    "path": _path(directed=True),
    "distance": _distance,
    "shared": _shared(backwards=False),
    "shared-by": _shared(backwards=True),
    "without": _without(passive=False),
    "without-any": _without(passive=True),
    "chain": _chain,
    "someone": _someone,
    "parts": _down(strict=True),
    "inside": _down(strict=False),
    "count-parts": _count(strict=True),
    "count-inside": _count(strict=False),
    "wholes": _up(strict=True),
    "around": _up(strict=False),
    "is-part": _inside(strict=True),
    "is-inside": _inside(strict=False),
    "joined-inside": _joined_inside(count=False),
    "count-joined-inside": _joined_inside(count=True),
    "hop": _hop(backwards=False),
    "hop-back": _hop(backwards=True),
    "reaches": _reach(backwards=False),
    "reached-by": _reach(backwards=True),
    "kin": _kin,
}


@cache
def _forms() -> tuple[tuple[re.Pattern[str], Read], ...]:
    """The forms of `forms.txt`, in order."""
    parts: dict[str, str] = {}
    found = []
    for line in files(__package__).joinpath("forms.txt").read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        defined = re.fullmatch(r"([A-Z]+) = (.+)", line)
        if defined is not None:
            parts[defined[1]] = defined[2]
            continue
        kind, _, form = line.partition(": ")
        whole = re.sub(r"<([A-Z]+)>", lambda named: parts[named[1]], form)
        found.append((re.compile(whole, re.IGNORECASE), _READERS[kind]))
    return tuple(found)
