"""Property sets by name: those that a model has, and what is asked of a set that it does not have."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell
from fingerpost.core.nearest import closest
from fingerpost.domains.buildings.loader.properties import camel_name
from fingerpost.plans import joined, plural, words

_GENERAL: Final = frozenset({"Element", "Type"})
_PREFIXED: Final = r"(?:[A-Za-z]+_)*(?:pset|qto)_\w+|base_?quantities|[A-Za-z]\w*(?:Quantities|Properties)(?=[.:/]\w)"
_SIGN: Final = r"(?:\.|/|::? ?)"
_WORDS: Final = r"[^\W\d_]\w*(?: \w+){0,3}"
_FROM: Final = r"(?:(?:in|from|of|under) (?:the )?(?:property |quantity )?(?:set )?)"
_BOUNDS: Final = ("max", "min")
_MOST_NAMED: Final = 12
_WHICH: Final = re.compile(
    r"^(?:which|what|list|show(?: me)?|give me)(?: all)?(?: (?:of )?the)?(?: different)? (?:property|quantity) ?sets?"
    r"(?: (?:(?:are|is)(?: there)?|exist|(?:do|does)))?(?: (?:in|on|of|for))?(?: (?P<of>.+?))?"
    r"(?: have| contain| use)?$",
    re.IGNORECASE,
)
_INSIDE: Final = re.compile(
    r"^(?:which|what|list|show(?: me)?|give me)(?: all)?(?: (?:of )?the)? (?:properties|quantities|values)"
    r"(?: (?:are|does|do))?(?: (?:in|of|from))?(?: the)?(?: (?:property|quantity) ?set)? (?P<set>.+?)"
    r"(?: have| contain| hold)?$",
    re.IGNORECASE,
)
_ALL: Final = re.compile(r"(?:the |this |our )?(?:model|building|file|house|project)|there|here", re.IGNORECASE)


@dataclass(frozen=True)
class KnownSet:
    """A property set as files name it, the labels of what it is of, and the properties that it has."""

    name: str
    labels: frozenset[str]
    properties: frozenset[str]

    def has(self, name: str) -> bool:
        """Whether the set has a property of that name, or its bounds, or parts of it."""
        said = camel_name(name).lower()
        own = {one.lower() for one in self.properties}
        return not own.isdisjoint((said, *(said + bound for bound in _BOUNDS))) or any(
            one.startswith(f"{said}.") for one in own
        )


def is_set_name(said: str) -> bool:
    """Whether a name can only be a set's: "Dimensions" and the like are words as well."""
    return re.search(r"_|quantities|properties", said, re.IGNORECASE) is not None


def sets_of(cells: Iterable[Cell]) -> tuple[KnownSet, ...]:
    """The sets that versions hold, each once, from the lines that the loader writes (see `set_line`)."""
    found: dict[str, KnownSet] = {}
    for line in (one for cell in cells if isinstance(cell, (list, tuple)) for one in cell):
        said, _, properties = str(line).rpartition(": ")
        name, _, labels = said.rpartition(" of ")
        known = found.get(name, KnownSet(name, frozenset(), frozenset()))
        found[name] = KnownSet(
            name,
            known.labels | frozenset(labels.split(", ")),
            known.properties | frozenset(properties.split(", ")),
        )
    return tuple(found.values())


@dataclass(frozen=True)
class Mention:
    """A set that a question names, with the property that it asks of it; `known` is the set where there is one."""

    said: str
    name: str | None
    known: KnownSet | None


class PropertySetNames:
    """The names of the sets of one base, as questions write them."""

    def __init__(self, sets: Sequence[KnownSet]) -> None:
        self._sets = {one.name.lower(): one for one in sets}
        names = "".join(f"{re.escape(one)}|" for one in sorted(self._sets, key=len, reverse=True))
        self.pattern: Final = rf"(?P<set>{names}{_PREFIXED})"
        """A set by name, as a group of a regular expression: one of the base, or one by its prefix."""
        self._named = re.compile(
            rf"(?<![\w.])(?:(?P<before>[^\W\d_]\w*) {_FROM})?{self.pattern}(?:{_SIGN}(?P<name>{_WORDS}))?",
            re.IGNORECASE,
        )

    def mentions(self, question: str) -> tuple[Mention, ...]:
        """The sets that a question names as `qualified` writes them; none where the base does not say which it has.

        "Dimensions" and the like are words as well: they are sets only with a property behind them.
        """
        if not self._sets:
            return ()
        found = []
        for one in self._named.finditer(question):
            name = one["name"].split()[0] if one["name"] else None
            if name or is_set_name(one["set"]):
                found.append(Mention(one["set"], name, self._sets.get(one["set"].lower())))
        return tuple(found)

    def qualified(self, question: str) -> str:
        """The question with "FireRating of Pset_WallCommon" and "Pset_WallCommon: Fire Rating" as names with a dot."""

        def turned(found: re.Match[str]) -> str:
            known = self._sets.get(found["set"].lower())
            if known is None:
                return found[0]
            if not found["name"]:
                before = found["before"]
                return f"{found['set']}.{before}" if before and known.has(before) else found[0]
            said = found["name"].split()
            size = next((size for size in range(len(said), 0, -1) if known.has(" ".join(said[:size]))), 1)
            name = camel_name(" ".join(said[:size])) if size > 1 else said[0]
            before = question[found.start() : found.start("set")]
            return " ".join((f"{before}{found['set']}.{name}", *said[size:]))

        return self._named.sub(turned, question) if self._sets else question

    def refusal(self, question: str, labels: Set[str]) -> tuple[str, str, str | None] | None:
        """Why a question that names a set has no answer, the words concerned and a similar name; None where it may.

        `labels` are those of the nouns of the question.
        """
        for one in self.mentions(question):
            if one.known is None:
                own = sorted(each.name for each in self._sets.values() if labels & each.labels - _GENERAL)
                near = closest(one.said, own or [each.name for each in self._sets.values()])
                those = f" Those of {_nouns(labels)}: {_some(own)}." if own else ""
                return f"There is no property set {one.said} here.{those}", one.said, near
            if labels and not labels & one.known.labels:
                those = _nouns(each for each in one.known.labels - _GENERAL if not each.endswith("Type"))
                text = f"{one.known.name} is not a set of {_nouns(labels)} here, but of {those}."
                return text, one.said, None
            if one.name is not None and not one.known.has(one.name):
                has = _some(sorted(words(each) for each in one.known.properties))
                near = closest(camel_name(one.name), sorted(one.known.properties))
                return f"{one.known.name} has no {one.name} here. It has {has}.", one.name, near
        return None

    def is_alone(self, mention: Mention, shared: Set[str]) -> bool:
        """Whether no other set of the same things has the property that is asked of one: all values are that set's."""
        own, name = mention.known, mention.name
        if own is None or name is None or camel_name(name) in shared:
            return False
        beside = (one for one in self._sets.values() if one is not own and one.labels & own.labels - _GENERAL)
        return not any(one.has(name) for one in beside)

    def listed(self, question: str, label_of: Callable[[str], str | None]) -> tuple[str, Status] | None:
        """The answer to which sets there are, or what is in one; None for other questions."""
        said = question.strip().rstrip("?.! ")
        inside = _INSIDE.match(said)
        known = self._sets.get(inside["set"].lower()) if inside is not None else None
        if known is not None:
            text = f"{known.name} has {joined(sorted(words(one) for one in known.properties))}."
            return text, Status.ANSWERED
        which = _WHICH.match(said)
        if which is None or not self._sets:
            return None
        of = which["of"]
        label = label_of(re.sub(r"^(?:all )?(?:the )?", "", of)) if of and not _ALL.fullmatch(of) else None
        if of and label is None and not _ALL.fullmatch(of):
            return None
        names = sorted(one.name for one in self._sets.values() if label is None or label in one.labels)
        number = f"{len(names)} {'set' if len(names) == 1 else 'sets'}"
        if not names:
            return f"{plural(words(str(label))).capitalize()} have no property sets here.", Status.EMPTY
        return f"{number}: {joined(names)}.", Status.ANSWERED


def _nouns(labels: Iterable[str]) -> str:
    return joined(sorted(plural(words(one)) for one in labels))


def _some(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return f"{', '.join(names[:_MOST_NAMED])}{more}"
