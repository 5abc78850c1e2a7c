"""What a question asks about changes: "what changed since version 3?", "compare the wall areas of versions 1 and 4"."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from fingerpost.core.schema import GraphSchema
from fingerpost.domains.buildings.questions.limits import EARLIER
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary
from fingerpost.linking import read_pack, stem
from fingerpost.plans import words

KINDS: Final[tuple[tuple[str, str, str], ...]] = (
    ("ADDED", "added", "added|new|introduced|created"),
    ("REMOVED", "removed", "removed|deleted|dropped|missing|gone|lost"),
    ("CHANGED", "changed", "changed?|modified|altered|edited|different|updated"),
)
"""The types of changes, how they are told, and the words for them."""
_KIND: Final = f"(?P<kind>{'|'.join(kind for _, _, kind in KINDS)}|changes|differences?)"
_BE: Final = r"(?:(?:were|was|are|is|have been|has been|got|have|has) )?"
_LIST: Final = r"(?:list|show(?: me)?|give me|name)(?: all)?(?: of)?(?: the)?"
_WHAT: Final = r"(?P<what>[a-z ]+?)(?P<after>\s+(?:are|were|is|since|after|between|in|from|with)\b.*|\W*)"
_ASK: Final = r"what(?: has| have|'s| is| are)?(?: the)?"
_DECIDES: Final = r"(?P<decides>was|were|has|have|did|is|are) (?:there )?(?:any|some|the|anything|something)"
_FORMS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^{_DECIDES} ?(?P<what>[a-z ]*?) ?(?:(?:been|get|got) )?{_KIND}\b(?P<after>.*)$",
        rf"^(?:which|what|list|show(?: me)?|(?P<counts>how many))(?: all)?(?: the)? {_KIND} {_WHAT}$",
        rf"^(?:{_ASK}|which (?P<what>[a-z ]+?)(?: that)?) {_BE}{_KIND}\b(?P<after>.*)$",
        rf"^(?P<counts>how many) (?P<what>[a-z ]+?)(?: that)? {_BE}{_KIND}\b(?P<after>.*)$",
        rf"^{_LIST}(?: (?P<what>[a-z ]+?)(?: that| which)?)? {_BE}{_KIND}\b(?P<after>.*)$",
        r"^(?:compare|how do) (?P<kind>)(?P<after>(?:the )?versions? \d.*)$",
    )
)
_JOINT: Final = r"(?:and|to|with|vs\.?|against) (?:(?:that |those )?(?:of|in) )?(?:the )?(?:version )?"
_PAIR: Final = rf"(?P<first>\d+) {_JOINT}(?P<last>\d+)"
_QUANTITY: Final = r"(?:area|volume|length|weight|perimeter)"
_NUMBER: Final = rf"(?:number|count|total|{_QUANTITY}|[a-z]+ {_QUANTITY})"
_EARLIER, _LATER = (rf"version (?P<{name}>\d+)" for name in ("first", "last"))
_SPANS: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:since|after) (?:the )?version (?P<since>\d+)\b",
        rf"\b(?:between|from) (?:the )?versions? {_PAIR}\b",
        rf"\b(?:the )?versions? {_PAIR}\b(?: differ)?",
        r"\b(?:in|with|by) (?:the )?version (?P<at>\d+)\b",
        r"\b(?P<latest>(?:in|with|by|since) (?:the )?(?:latest|last|newest|previous|new) version)\b",
    )
)
_ANYTHING: Final = frozenset({"", *(stem(one) for one in ("element", "thing", "component", "object", "model"))})
_ON: Final = re.compile(r"^(?:on|in|at|from) (?:the )?(?P<level>.+)$", re.IGNORECASE)
_SAYS_NOTHING: Final = frozenset({"", "there", "so far", "at all"})
_THAT_HAS: Final = ("added", "removed", "deleted", "changed", "modified", "changes", "differences")
"""Words that ask for changes also without a version."""
_CHANGED: Final = r"(?:changed?|differ(?:ed)?|grown?|grew)"
_BETWEEN: Final = rf"(?:between|from) (?:the )?versions? {_PAIR}"
_COMPARED: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^compare (?:the )?(?P<what>.+?) (?:of|in|between|for|across) (?:the )?versions? {_PAIR}$",
        rf"^how (?:much )?(?:has|have|did|does) (?:the )?(?P<what>{_NUMBER}\b.*?) {_CHANGED} {_BETWEEN}$",
        rf"^(?:did|has|have) (?:the )?(?P<what>{_NUMBER}\b.*?) {_CHANGED} {_BETWEEN}$",
        rf"^how many (?:more|fewer|less) (?P<what>[a-z ]+?) (?:are|were)(?: there)? in {_LATER} than in {_EARLIER}$",
    )
)
_PER: Final = r"(?:per|by|(?:in|of) (?:each|every))"
_EACH: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"^how many (?P<what>[a-z ]+?) (?:does|do|did) (?:each|every) version (?:have|contain)$",
        rf"^how many (?P<what>[a-z ]+?)(?: (?:are|were)(?: there)?)? {_PER} version$",
        rf"^(?:what (?:is|was) the |the )?(?P<what>(?:total |number |count )[a-z ]+?) {_PER} version$",
        r"^which version (?:has|had|contains) (?:the )?(?P<most>most|fewest|least) (?P<what>[a-z ]+)$",
    )
)
_SIDES: Final = re.compile(r"^compare (?:the )?(?P<what>.+)$", re.IGNORECASE)
_MEASURED: Final = re.compile(
    r"^(?:total )?(?:(?P<noun>[a-z ]+?) )?(?P<quantity>areas?|volumes?|lengths?|weights?|perimeters?)"
    r"(?: of (?:all )?(?:the )?(?P<of>[a-z ]+))?$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class ChangesAsked:
    """A question about changes: of which kinds and label, after which version up to which.

    `property` is the one that must have changed, `levels` the names of the level that the elements must be on. `counts`
    and `decides`: how many there are, or whether there are any.
    """

    kinds: tuple[str, ...]
    label: str | None
    after: int | None
    until: int | None
    counts: bool = False
    decides: bool = False
    property: str | None = None
    levels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Net:
    """What became of an element: the kind of change as it is told, and the names of what differs."""

    kind: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class NotAsked:
    """What of a question about changes is not understood, or names a version that is not there."""

    text: str
    missing: str


def changes_asked(question: str, schema: GraphSchema, most: int, known: Vocabulary) -> ChangesAsked | NotAsked | None:
    """What a question asks about changes; None where it asks about something else. `most` is the newest version."""
    asked = " ".join(question.strip().rstrip("?!. ").split())
    for form in _FORMS:
        found = form.match(asked)
        read = _asked(found, schema, most, known) if found is not None else None
        if read is not None:
            return read
    return None


def _asked(found: re.Match[str], schema: GraphSchema, most: int, known: Vocabulary) -> ChangesAsked | NotAsked | None:
    groups, said = found.groupdict(), found["kind"].lower()
    noun = re.sub(r"^(?:the|any|all) ", "", (groups.get("what") or "").strip().lower())
    meant = _meant(noun, schema, known)
    if meant is None:
        return None
    label, property_ = meant
    span, rest = _span(groups.get("after") or "", most)
    if span is None and (rest not in _SAYS_NOTHING or said not in _THAT_HAS):
        return None
    numbers = [int(one) for one in re.findall(r"\bversions? (\d+)", found[0], re.IGNORECASE)]
    after, until = span or (1, None)
    beyond = max((*numbers, until or 0))
    if beyond > most:
        return NotAsked(f"There is no version {beyond} here. The newest is version {most}.", f"version {beyond}")
    on = _ON.match(rest)
    names = known.levels.get(on["level"].lower(), ()) if on is not None else ()
    if rest not in _SAYS_NOTHING and not names:
        return NotAsked(f"I do not understand “{rest}” in a question about changes.", rest)
    kinds = tuple(kind for kind, _, pattern in KINDS if re.fullmatch(pattern, said)) or tuple(k for k, _, _ in KINDS)
    if said.startswith("change") and not noun:
        kinds = tuple(kind for kind, _, _ in KINDS)
    counts, decides = bool(groups.get("counts")), bool(groups.get("decides"))
    return ChangesAsked(kinds, label, after, until, counts, decides, property_, names)


def _meant(noun: str, schema: GraphSchema, known: Vocabulary) -> tuple[str | None, str | None] | None:
    """The label and the property that a noun means ("fire ratings of the doors"); None where it is not known."""
    if stem(noun.rpartition(" ")[2]) in _ANYTHING:
        return None, None
    label = label_of(noun, schema)
    if label is not None:
        return label, None
    quantity, _, of = noun.partition(" of ")
    label = label_of(re.sub(r"^(?:the|all) ", "", of), schema) if of else None
    labels = [label] if label else [one.name for one in schema.labels if not of]
    found = (known.property(one, quantity) for one in labels)
    name = next((info.name for info in found if info is not None), None)
    return (label, name) if name is not None else None


def _span(text: str, most: int) -> tuple[tuple[int, int | None] | None, str]:
    """After which version and up to which changes are asked for, None where no version is named; what else is said."""
    for pattern in _SPANS:
        found = pattern.search(text)
        if found is None:
            continue
        groups = found.groupdict()
        rest = " ".join((text[: found.start()] + text[found.end() :]).split()).strip(" ,")
        if groups.get("since"):
            return (int(groups["since"]), None), rest
        if groups.get("at"):
            return (int(groups["at"]) - 1, int(groups["at"])), rest
        if groups.get("latest"):
            return (most - 1, None), rest
        first, last = sorted((int(groups["first"]), int(groups["last"])))
        return (first, last), rest
    return None, text.strip(" ,")


def label_of(noun: str, schema: GraphSchema) -> str | None:
    """The label that a noun of the pack stands for, among those that the graph has, now or in an earlier version."""
    said = " ".join(stem(word) for word in noun.lower().split())
    known = {name.removeprefix(EARLIER) for name in schema.label_by_name} - {""}
    own = {" ".join(stem(word) for word in words(name).lower().split()): name for name in sorted(known)}
    label = _labels().get(said) or own.get(said)
    return label if label in known else None


@cache
def _labels() -> Mapping[str, str]:
    """Every phrase of the pack for a label, by its stems."""
    found: dict[str, str] = {}
    for label, phrases in read_pack("buildings").labels.items():
        for phrase in phrases:
            found.setdefault(" ".join(stem(word) for word in phrase.lower().split()), label)
    return found


def each_version(question: str) -> tuple[str, str | None] | None:
    """A question for the one number that is to be told for each version; "most" or "fewest" where that is asked for."""
    asked = " ".join(question.strip().rstrip("?!. ").split())
    found = next((found for pattern in _EACH if (found := pattern.match(asked)) is not None), None)
    if found is None:
        return None
    most = found.groupdict().get("most")
    return number_asked(found["what"]), most.lower() if most else None


def compared_versions(question: str) -> tuple[str, int, int] | None:
    """A question for each of two versions that are to be compared, and their numbers."""
    asked = " ".join(question.strip().rstrip("?!. ").split())
    found = next((found for pattern in _COMPARED if (found := pattern.match(asked)) is not None), None)
    if found is None:
        return None
    return number_asked(found["what"].strip()), int(found["first"]), int(found["last"])


def side_by_side(question: str) -> str:
    """A question for the one number that is told for each project, where two projects are to be compared."""
    found = _SIDES.match(question.strip().rstrip("?!. "))
    return number_asked(found["what"]) if found is not None else question


def number_asked(what: str) -> str:
    """A question for the one number that is to be compared: "wall areas" is the total area of the walls."""
    numbered = re.match(r"^(?:number|count) of (?:the )?(.+)$", what, re.IGNORECASE)
    if numbered is not None:
        return f"How many {numbered[1]} are there?"
    measured = _MEASURED.match(what)
    if measured is not None and (measured["noun"] or measured["of"]):
        quantity = measured["quantity"].removesuffix("s")
        noun = measured["of"] or measured["noun"]
        return f"What is the total {quantity} of the {noun if noun.endswith('s') else noun + 's'}?"
    return f"How many {what} are there?"
