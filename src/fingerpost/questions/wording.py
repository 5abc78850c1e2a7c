"""How the words between the things that a question names hold these together: "and", commas, sentences."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property

from fingerpost.linking.english import english
from fingerpost.linking.mentions import Linked
from fingerpost.linking.scores import DEED
from fingerpost.linking.stopwords import ASKING, FUNCTION_WORDS
from fingerpost.linking.text import singulars, stem
from fingerpost.plans import VERBS
from fingerpost.questions.markers import Marker, Role
from fingerpost.questions.roles import COUNTED
from fingerpost.questions.state import Item

_JOINING = frozenset(("and", "or", "both", "also", "then", "plus", "along", "with", "well", "as", "together"))
_DETERMINERS = frozenset("the a an their its his her all each any of respective corresponding".split())
_TOO = frozenset(("including", "include", "included", "even", "put"))
_WITHOUT = frozenset(("without", "no", "none", "zero", "any", "0"))
_LISTING = _JOINING | ASKING | frozenset("including include returning showing displaying what which whose by".split())
_VERBS = frozenset("is are was were have has had do does did".split())
_COPULAS = frozenset("is are was were".split())
_HAVING = frozenset("has have had having with".split())
_INDEFINITE = frozenset(("a", "an", "any", "some"))
_CARRIED = (Role.AGGREGATE, Role.GROUP, Role.SORT, Role.SUPERLATIVE)
_SHARED = (Role.AGGREGATE, Role.GROUP, Role.SORT, Role.MISSING)
_ADDING = frozenset(("also", "additionally", "furthermore"))
_OR = frozenset(("or", "nor"))
_ALONG = ("along with", "together with", "as well as", "in addition to")
_WITHIN = frozenset(("of", "in", "for", "within", "at", "on"))
_THEIRS = frozenset(("their", "its", "his", "her"))
_SINGLE = ("avg count",)
_ITS = ("the", "its", "their", "his", "her")
_QUESTION_WORDS = frozenset("who whom which what when where".split())
_LEADING = frozenset("by of with to in at from for on since".split())
_EARLY = 3
"""The least of words in a clause that another one follows."""


class Wording:
    """The words of one question."""

    def __init__(self, linked: Linked) -> None:
        self._tokens = linked.tokens
        self._gaps = [linked.question[a.end : b.start] for a, b in zip(linked.tokens, linked.tokens[1:], strict=False)]
        self.is_question = linked.question.rstrip().endswith("?")
        sentence = 0
        self._sentences: list[int] = []
        for index in range(len(linked.tokens)):
            if index and any(sign in self._gaps[index - 1] for sign in ".?!;"):
                sentence += 1
            self._sentences.append(sentence)

    @property
    def last(self) -> str:
        """The last word, in lower case; empty where there is none."""
        return self._tokens[-1].norm if self._tokens else ""

    def sentence(self, position: int) -> int:
        """The number of the sentence that a token stands in."""
        return self._sentences[position] if 0 <= position < len(self._sentences) else 0

    @cached_property
    def asks_again(self) -> int | None:
        """Where a clause begins that "and" joins and that asks for something else too; None where there is none."""
        for place in range(_EARLY, len(self._tokens)):
            before = [token.norm for token in self._tokens[place - 2 : place]]
            joined = before[-1] == "and" or (before[0] == "and" and before[1] in _LEADING)
            if joined and (self._tokens[place].norm in _QUESTION_WORDS or self.said(place, place + 2) == "how much"):
                return place - (before[-1] != "and")
        return None

    def joined(self, end: int, start: int) -> bool:
        """Whether nothing but "and", a comma and determiners stand between two things: a list of both."""
        between = [token.norm for token in self._tokens[end:start]]
        commas = any("," in gap for gap in self._gaps[max(end - 1, 0) : start])
        if between[:1] == ["with"] and between[1:2] != [] and between[1] in _INDEFINITE:
            return False  # "members with an account" are some of them
        small = _JOINING | _DETERMINERS
        return all(word in small for word in between) and (commas or any(word in _JOINING for word in between))

    def listed(self, position: int) -> bool:
        """Whether a list goes on with a token: "and its", a comma, a verb that asks, or the first of a sentence."""
        start = position
        while start > 0 and self._tokens[start - 1].norm in english().happenings:
            start -= 1  # "and the release year"
        while start > 0 and self._tokens[start - 1].norm in _DETERMINERS and "," not in self._gaps[start - 1]:
            start -= 1
        if start == 0 or any(sign in self._gaps[start - 1] for sign in ",.?!;:"):
            return True
        return self._tokens[start - 1].norm in _LISTING

    def compound(self, end: int, start: int) -> bool:
        """Whether a noun stands right before another, perhaps with one between: "book prices", "crime scene photos"."""
        between = self._tokens[end:start]
        commas = any("," in gap for gap in self._gaps[max(end - 1, 0) : start])
        return 0 <= start - end <= 1 and not commas and all(token.norm not in FUNCTION_WORDS for token in between)

    def is_said_to_be(self, end: int, start: int) -> bool:
        """Whether nothing but "is" and determiners stand between: "who are the owners"."""
        between = [token.norm for token in self._tokens[end:start]]
        return bool(between) and all(word in _VERBS | _DETERMINERS for word in between)

    def determined(self, end: int, start: int) -> bool:
        """Whether a determiner stands between: "the average price and the pages" averages prices only."""
        return any(token.norm in _DETERMINERS for token in self._tokens[end:start])

    def adds(self, marker: Marker) -> bool:
        """Whether an asking word asks for more than what was asked before: "also return", "list as well"."""
        return any(token.norm in _ADDING for token in self._tokens[max(marker.start - 2, 0) : marker.end + 1])

    def goes_on(self, position: int) -> bool:
        """Whether a noun or a verb stands at a token, with no sign before it."""
        if position >= len(self._tokens) or any(sign in self._gaps[position - 1] for sign in ",.?!;"):
            return False
        return self._tokens[position].norm not in FUNCTION_WORDS

    def had(self, position: int) -> bool:
        """Whether something is said to have what is named at a token: "have a price", "with an email"."""
        words = [t.norm for t in self._tokens[max(position - 3, 0) : position] if t.norm != "both"][-2:]
        return len(words) == 2 and words[0] in _HAVING and words[1] in _INDEFINITE

    def verb(self, position: int) -> int | None:
        """The token of the next verb that says something of what was named before: "are", "have"."""
        return next((i for i in range(position, len(self._tokens)) if self._tokens[i].norm in _VERBS), None)

    def added(self, position: int) -> bool:
        """Whether a token stands behind "along with the" or "and their": what is named there comes to what it is of."""
        start = position
        while start > 0 and self._tokens[start - 1].norm in _DETERMINERS:
            start -= 1
        theirs = position > 0 and self._tokens[position - 1].norm in _THEIRS
        words = self.said(max(start - 3, 0), start)
        return words.endswith(_ALONG) or (theirs and words.endswith("and"))

    def done(self, start: int, end: int) -> bool:
        """Whether some tokens are one verb of what was done: "ended", "sent"."""
        word = self.said(start, end)
        return end == start + 1 and (word in VERBS or word.removeprefix("re") in VERBS or word.endswith("ed"))

    def lists_none(self) -> bool:
        """Whether those without any are asked for as well: "including those without any"."""
        words = {token.norm for token in self._tokens}
        return not _TOO.isdisjoint(words) and not _WITHOUT.isdisjoint(words)

    def is_theirs(self, position: int) -> bool:
        """Whether a token stands behind "of their", "in its", "for the same"."""
        words = self.said(max(position - 3, 0), position).split()
        same = words[-2:] == ["the", "same"] and words[0] in _WITHIN
        return same or (len(words) > 1 and words[-1] in _THEIRS and words[-2] in _WITHIN)

    def copula(self, position: int) -> bool:
        """Whether "are" or its like stands right before a token."""
        return position > 0 and self._tokens[position - 1].norm in _COPULAS

    def says(self, words: Iterable[str]) -> bool:
        """Whether any of these words is said, or another word for it: "begin" of a `start_date`."""
        said = {token.stem for token in self._tokens}
        wanted = {stem(word) for word in words}
        rings = (other for word in wanted for other in english().relations.get((word,), ()) if len(other) == 1)
        return not said.isdisjoint({*wanted, *(other[0] for other in rings)})

    def possessive(self, position: int) -> bool:
        """Whether a token says whose something is: "Ann's"."""
        return bool(self._tokens[position].possessive)

    def said_as(self, verbs: Collection[str]) -> bool:
        """Whether one of these verbs is said, in whatever form, and no other word for it."""
        return any(token.stem in verbs for token in self._tokens)

    def said(self, start: int, end: int) -> str:
        """The normalised words of some tokens."""
        return " ".join(token.norm for token in self._tokens[start:end])

    def items(self, items: Sequence[Item]) -> tuple[Item, ...]:
        """The things named, with each marker at what it says something of.

        A marker before a node's label belongs to the property that follows ("the average purchase amount"), one before
        a list to all of it ("per state and gender"). Of two nouns in a row the last is meant ("per movie genre").
        """
        found = list(items)
        if (place := self.asks_again) is not None:
            # "Who was hired last, and what is their rank": the rank is not the last.
            found = [_without_best(item, place) if item.start >= place else item for item in found]
        for number, item in enumerate(found[1:], 1):
            before = found[number - 1]
            if before.property is None and self._right_behind(before, item) and not before.edge:
                compound = before.owner != item.owner or item.edge
                verb = item.property is None and not item.edge and item.score <= DEED and not item.roles
                on_edge = item.edge and item.property is not None
                if compound and not on_edge and (item.property is not None or verb or self.is_plural(before)):
                    continue  # "how much did each customer pay"
                carried: tuple[Role, ...] = _CARRIED
                if compound:  # "the total loan premiums"
                    carried = (Role.AGGREGATE,) if on_edge else (*_CARRIED, Role.COUNT, Role.ASK, Role.ASK_PROPERTY)
                moved = tuple(m for m in before.roles if m.role in carried and m.value not in (*COUNTED, *_SINGLE))
                if self._tokens[before.end - 1].possessive and item.property is None:
                    # "Each author's books", "which author's books".
                    ours = (m for m in moved if m.role is not Role.GROUP or m.value == "by")  # "by the book's author"
                    moved = tuple(m for m in ours if not self._is_which(m, before))
                if moved:
                    kept = tuple(m for m in before.roles if m not in moved)
                    found[number - 1] = before._replace(roles=kept)
                    found[number] = item._replace(roles=(*moved, *item.roles))
            elif self._denied_too(before, item):
                denials = tuple(m for m in before.roles if m.role is Role.NEGATE)
                found[number] = item._replace(roles=(*denials, *item.roles))
            elif not item.roles and self._alike(before, item):
                shown = "with" in self.said(before.end, item.start).split()  # "sorted by salary, with their office"
                kinds = tuple(role for role in _SHARED if role is not Role.SORT or not shown)
                if self._is_asked_of_each(before, item):
                    kinds = tuple(role for role in kinds if role is not Role.GROUP)
                shared = tuple(m for m in before.roles if m.role in kinds and m.value not in _SINGLE)
                strict = any(m.role is Role.AGGREGATE for m in shared)
                if shared and not (strict and self.determined(before.end, item.start)):
                    found[number] = item._replace(roles=shared)
        return tuple(found)

    def _is_asked_of_each(self, group: Item, item: Item) -> bool:
        """ "For each animal, the outcome of": what is asked of each begins there, and no further group."""
        marks = (m for m in group.roles if m.role is Role.GROUP)
        opens = any(not m.start or self.said(max(m.start - 1, 0), m.end).startswith("for ") for m in marks)
        return opens and self.said(group.end, item.start).removeprefix("with ") in _ITS

    def _is_which(self, marker: Marker, item: Item) -> bool:
        """Whether a marker is the "which" right before a noun."""
        return marker.role is Role.ASK and marker.end == item.start and self._tokens[marker.start].norm == "which"

    def _denied_too(self, before: Item, item: Item) -> bool:
        """ "Neither an email nor a phone", "no email or phone": what is denied goes on."""
        between = {token.norm for token in self._tokens[before.end : item.start]}
        plain = all(m.role is Role.EITHER for m in item.roles) and before.end <= item.start
        denied = any(m.role is Role.NEGATE for m in before.roles)
        return plain and denied and bool(between & _OR) and between <= _OR | _DETERMINERS

    def _right_behind(self, before: Item, item: Item) -> bool:
        """Whether an item stands right behind another: "book prices", "book-related prices"."""
        between = [token.norm for token in self._tokens[before.end : item.start]]
        titled = item.property is None and self._tokens[item.start].capitalised  # "the book Author Shelley wrote"
        small = not titled or self._tokens[before.start].capitalised
        word = self._tokens[item.start].norm
        verb = word in VERBS or word.endswith("ed")  # "phones called": no calls of phones
        plain = small and not verb and not self.is_rate(item)
        return before.end <= item.start and between in ([], ["related"]) and plain

    def is_rate(self, item: Item) -> bool:
        """ "The dearest tents per night": what says for what a price is, and names nothing by itself."""
        return item.property is not None and self._tokens[item.start].norm in FUNCTION_WORDS

    def are_its(self, thing: Item, value: Item) -> bool:
        """Whether the second of two nouns is what there are several of: "movie directors"."""
        return self._right_behind(thing, value) and not self.is_plural(thing) and self.is_plural(value)

    def is_plural(self, item: Item) -> bool:
        """Whether a noun is a plural: "movie genres" are genres, "movies users" are not users."""
        return bool(singulars(self._tokens[item.end - 1].norm))

    def _alike(self, one: Item, other: Item) -> bool:
        named = not one.by_value and not other.by_value
        return named and self.joined(one.end, other.start) and self.sentence(one.end - 1) == self.sentence(other.start)


def _without_best(item: Item, place: int) -> Item:
    """An item of a clause without the superlatives of the clause before."""
    return item._replace(roles=tuple(m for m in item.roles if m.role is not Role.SUPERLATIVE or m.start >= place))
