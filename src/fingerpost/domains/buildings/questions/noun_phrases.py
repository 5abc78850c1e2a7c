"""Noun phrases about buildings: "the stud partition walls on level 2", "steel beams longer than 6 m", "room A102".

A phrase is read as a whole or not at all: every word of it must be a noun, a condition, or a word of the names of what
is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from fingerpost.domains.buildings.loader.material_kinds import ROOTS, material_words
from fingerpost.domains.buildings.questions.phrase import BY, ONE, Phrase, any_of, in_list, joined, moved
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, TOKEN, Noun, Vocabulary, phrase_words
from fingerpost.linking import unit_named, unit_names
from fingerpost.plans import (
    AnyOf,
    Comparison,
    Condition,
    EdgePattern,
    Exists,
    Match,
    NodePattern,
    Pattern,
    Ref,
    SmallAny,
    Test,
    singular,
)

_TEXTS: Final = ("name", "typeName", "objectType", "longName")
_MOST_WORDS: Final = 4
_FIXED: Final = frozenset({"Door", "Window", "Wall", "Slab", "Covering", "Ceiling", "Floor", "Roof", "CurtainWall"})
"""Labels whose nodes bound a room rather than stand in it."""
_NAME: Final = re.compile(r"^(?=.*\d)[\w.\-/:]+$|^[A-Z][\w.\-/]{2,}$")
_BOUND: Final = "|".join(sorted(phrase_words()["bounds"], key=len, reverse=True))
_ADJECTIVE: Final = "|".join(phrase_words()["adjectives"])
_UNITS: Final = "|".join(re.escape(name) for name in sorted(unit_names(), key=len, reverse=True))
_NUMBER: Final = rf"(?P<number>\d+(?:[.,]\d+)?) ?(?P<unit>{_UNITS})\b"
_ROOTS: Final = frozenset(root.removesuffix("*") for root in ROOTS)
_WORDS: Final = r"[a-z][a-z ]*"
_WHICH: Final = r"(?:(?:that|which) )?"
_THAT: Final = r"(?:(?:that|which) )?(?:(?:are|is) )?"


class PhraseReader:
    """Reads noun phrases in the words of one graph."""

    def __init__(self, vocabulary: Vocabulary, types: frozenset[str]) -> None:
        self._words = vocabulary
        self._types = types
        self._conditions: Sequence[tuple[re.Pattern[str], Callable[[Phrase, re.Match[str]], bool]]] = [
            (re.compile(pattern, re.IGNORECASE), read)
            for pattern, read in (
                (rf"^{_THAT}(?:up|down)stairs", self._stairs),
                (
                    rf"^{_THAT}(?:made|built|constructed|consisting)(?: out)? (?:of|from|with) (?P<material>{_WORDS})",
                    self._material,
                ),
                (rf"^(?:that |which )?(?:containing|contains?|of|with) (?P<material>{_WORDS})", self._material),
                (rf"^{_THAT}(?P<than>{'|'.join(phrase_words()['comparatives'])}) than {_NUMBER}", self._comparative),
                (
                    rf"^{_WHICH}(?:with|ha[sv]e?|having) an? (?P<said>{_WORDS}?)(?: of)? (?P<bound>{_BOUND}) {_NUMBER}",
                    self._bound,
                ),
                (rf"^{_THAT}(?P<bound>{_BOUND}) {_NUMBER}(?: (?P<adjective>{_ADJECTIVE}))?", self._sized),
                (
                    rf"^{_THAT}(?:located |placed |standing )?(?:in|on|at|of|inside|within) (?:the )?(?P<where>.+)$",
                    self._place,
                ),
                (r"^(?:that |which )?(?:are|is|have|has|with) (?P<flag>[a-z][a-z\- ]+)$", self._flag),
                (r"^(?:that |which )?(?:have|has|with|having) (?:an? |any |the )?(?P<part>.+)$", self._part),
            )
        ]

    def read(self, text: str) -> Phrase | None:
        """The phrase; None where any word of it is not understood."""
        tokens = TOKEN.findall(text.strip())
        if tokens and tokens[0].lower() in ("the", "all", "these", "those", "our"):
            return self.read(" ".join(tokens[1:]))
        found = self._noun(tokens)
        if found is None:
            return self._named(tokens)
        noun, start, end = found
        phrase = Phrase(noun.label, is_plural=tokens[end - 1].lower() != singular(tokens[end - 1].lower()))
        if noun.kinds:
            self._called(phrase, noun.kinds)
        if noun.narrower and self._met(phrase, noun.narrower):
            self._worded(phrase, noun.narrower, (noun.narrower,))
        if not self._modified(phrase, tokens[:start]):
            return None
        rest = tokens[end:]
        if rest and rest[0].lower() not in phrase_words()["connectives"]:
            if not _NAME.match(rest[0]):
                return None
            self._by_name(phrase, rest.pop(0))
        return phrase if self._rest(phrase, " ".join(rest)) else None

    def _noun(self, tokens: Sequence[str]) -> tuple[Noun, int, int] | None:
        """The noun of a phrase and its place: the first behind which it ends, or a condition or a name starts."""
        lower = [token.lower() for token in tokens]
        for end in range(1, len(tokens) + 1):
            after = lower[end] if end < len(tokens) else None
            if after is not None and after not in phrase_words()["connectives"] and not _NAME.match(tokens[end]):
                continue
            for start in range(max(0, end - _MOST_WORDS), end):
                noun = self._words.nouns.get(singular(" ".join(lower[start:end])))
                if noun is not None:
                    return noun, start, end
            if after is None or after in phrase_words()["connectives"]:
                return None
        return None

    def _named(self, tokens: Sequence[str]) -> Phrase | None:
        """A phrase that starts with a name: "Bodenplatte", "Wohnen on the ground floor"."""
        ends = [place for place, token in enumerate(tokens) if token.lower() in phrase_words()["connectives"]]
        end = ends[0] if ends else len(tokens)
        name, rest = " ".join(tokens[:end]), " ".join(tokens[end:])
        if not name or name.lower() == name:
            return None
        for label in ("Room", ELEMENT):
            phrase = Phrase(label)
            if any(self._words.has(label, one) for one in ("name", "longName")):
                self._by_name(phrase, name)
                if self._words.exists(phrase.match, phrase.parameters) and self._rest(phrase, rest):
                    return phrase
        return None

    def _by_name(self, phrase: Phrase, name: str) -> None:
        said, ending = phrase.value(name.lower()), phrase.value(f":{name.lower()}")
        tests = [
            Test(left=Ref(name=ONE, property=one, function="toLower"), comparison=Comparison.EQ, right=said)
            for one in ("name", "longName", "tag", "globalId")
            if self._words.has(phrase.label, one)
        ]
        if self._words.has(phrase.label, "name"):
            ref = Ref(name=ONE, property="name", function="toLower")
            tests.append(Test(left=ref, comparison=Comparison.ENDS_WITH, right=ending))
        phrase.where.append(any_of(tests))
        phrase.by_words, phrase.is_plural = True, False

    def _called(self, phrase: Phrase, kinds: Sequence[str]) -> None:
        tests = [in_list(ONE, "kinds", phrase.value(kind), Comparison.EQ) for kind in kinds]
        phrase.where.append(any_of(tests))

    def _modified(self, phrase: Phrase, tokens: Sequence[str]) -> bool:
        """Conditions by the words before a noun: flags, materials, superlatives, else words of names."""
        words = [token.lower() for token in tokens]
        table = phrase_words()
        place = 0
        while place < len(words):
            pair = " ".join(words[place : place + 2])
            one = words[place]
            if one in table["empty"]:
                place += 1
            elif place + 1 < len(words) and self._flagged(phrase, pair):
                place += 2
            elif self._flagged(phrase, one):
                place += 1
                if not self._words.exists(phrase.match, phrase.parameters) and self._met(phrase, one, without=1):
                    phrase.where.pop()  # a wall of the type "Inside" is one, whatever its flag says
                    self._worded(phrase, one, (one,))
            elif one in table["superlatives"] and phrase.most is None and self._superlative(phrase, one):
                place += 1
            elif place + 1 < len(words) and self._of_material(phrase, pair):
                place += 2
            elif self._of_material(phrase, one) or (
                one not in table["unread"] and len(one) > 2 and self._worded(phrase, one)
            ):
                place += 1
            else:
                return False
        return True

    def _flagged(self, phrase: Phrase, said: str) -> bool:
        flag = self._words.flag(phrase.label, said)
        if flag is None:
            return False
        left = Ref(name=ONE, property=flag[0])
        phrase.where.append(Test(left=left, comparison=Comparison.EQ, right=phrase.value(flag[1])))
        return True

    def _superlative(self, phrase: Phrase, said: str) -> bool:
        name, greatest = phrase_words()["superlatives"][said]
        info = self._words.measured(phrase.label, name)
        if info is not None:
            phrase.most = (info.name, greatest)
        return info is not None

    def _met(self, phrase: Phrase, word: str, without: int = 0) -> bool:
        """Whether a word is in the name of anything that a phrase means so far, but for its last conditions."""
        trial = Phrase(phrase.label, phrase.where[: len(phrase.where) - without], dict(phrase.parameters))
        return self._worded(trial, word, (word,)) and self._words.exists(trial.match, trial.parameters)

    def _worded(self, phrase: Phrase, word: str, forms: Sequence[str] = ()) -> bool:
        """A word that must be in a name, in any of its spellings."""
        forms = forms or phrase_words()["spelt"].get(word, [singular(word)])
        tests: list[Test] = []
        for form in forms:
            said = phrase.value(form)
            tests += [
                Test(left=Ref(name=ONE, property=one, function="toLower"), comparison=Comparison.CONTAINS, right=said)
                for one in _TEXTS
                if self._words.has(phrase.label, one)
            ]
            if self._words.has(phrase.label, "kinds"):
                tests.append(in_list(ONE, "kinds", said, Comparison.CONTAINS))
        if not tests:
            return False
        phrase.where.append(any_of(tests))
        phrase.by_words = True
        return True

    def _of_material(self, phrase: Phrase, said: str) -> bool:
        """A material: a word for what materials are, or a word of the names of some, as plywood."""
        word = phrase_words()["materials"].get(said, said)
        if phrase.label == "Room" or "HAS_MATERIAL" not in self._types:
            return False
        if word in material_words():
            test = in_list("material", "kinds", phrase.value(word), Comparison.EQ)
        elif word in _ROOTS:
            left = Ref(name="material", property="name", function="toLower")
            test = Test(left=left, comparison=Comparison.CONTAINS, right=phrase.value(word))
        else:
            return False
        pattern = Pattern(
            nodes=(NodePattern(name=ONE), NodePattern(name="material", label="Material")),
            edges=(EdgePattern(start=ONE, end="material", types=("HAS_MATERIAL",)),),
        )
        phrase.where.append(Exists(pattern=pattern, where=(test,)))
        phrase.by_words = True
        return True

    def _rest(self, phrase: Phrase, text: str) -> bool:
        """The conditions behind a noun, one after another."""
        text = re.sub(r"^and ", "", text.strip(" ,"))
        if not text:
            return True
        for pattern, read in self._conditions:
            found = pattern.match(text)
            if found is not None:
                before = (len(phrase.where), dict(phrase.parameters), phrase.by_words)
                if read(phrase, found) and self._rest(phrase, text[found.end() :]):
                    return True
                del phrase.where[before[0] :]
                phrase.parameters, phrase.by_words = before[1], before[2]
        return False

    def _stairs(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._on_level(phrase, "upper floor" if "up" in found[0].lower() else "ground floor")

    def _material(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._of_material(phrase, found["material"].strip())

    def _comparative(self, phrase: Phrase, found: re.Match[str]) -> bool:
        name, sign = phrase_words()["comparatives"][found["than"].lower()]
        return self._compared(phrase, name, Comparison(sign), found)

    def _bound(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._compared(phrase, found["said"], _sign(found["bound"]), found)

    def _sized(self, phrase: Phrase, found: re.Match[str]) -> bool:
        adjective = found["adjective"]
        if adjective is None:
            known = unit_named(found["unit"])
            name = {"m²": "area", "m³": "volume", "kg": "weight"}.get(known[0]) if known is not None else None
        else:
            name = phrase_words()["adjectives"][adjective.lower()]
        return name is not None and self._compared(phrase, name, _sign(found["bound"]), found)

    def _compared(self, phrase: Phrase, said: str, sign: Comparison, found: re.Match[str]) -> bool:
        info = self._words.measured(phrase.label, said)
        known = unit_named(found["unit"])
        if info is None or known is None or info.unit != known[0]:
            return False
        number = phrase.value(float(found["number"].replace(",", ".")) * known[1])
        phrase.where.append(Test(left=Ref(name=ONE, property=info.name), comparison=sign, right=number))
        return True

    def _place(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """On a level, in a room, in a wall: what stands behind is all of it."""
        where = found["where"].strip()
        return self._on_level(phrase, where) or self._in_room(phrase, where) or self._in_wall(phrase, where)

    def _on_level(self, phrase: Phrase, said: str) -> bool:
        names = self._words.levels.get(said.lower()) or self._words.levels.get(f"{said.lower()} floor")
        if not names or "ON_LEVEL" not in self._types or phrase.label == "Level":
            return False
        pattern = Pattern(
            nodes=(NodePattern(name=ONE), NodePattern(name="level", label="Level")),
            edges=(EdgePattern(start=ONE, end="level", types=("ON_LEVEL",)),),
        )
        left = Ref(name="level", property="name")
        test = Test(left=left, comparison=Comparison.IN, right=phrase.value(names))
        phrase.where.append(Exists(pattern=pattern, where=(test,)))
        return True

    def _in_room(self, phrase: Phrase, said: str) -> bool:
        inner = self.read(said)
        if inner is None or inner.label != "Room" or phrase.label == "Room":
            return False
        fixed = phrase.label in _FIXED
        kind = "BOUNDED_BY" if fixed else "IN_SPACE"
        if inner.most is not None or kind not in self._types:
            return False
        ends = {"start": "room", "end": ONE} if fixed else {"start": ONE, "end": "room"}
        joined(phrase, inner, "room", EdgePattern(types=(kind,), **ends))
        return True

    def _in_wall(self, phrase: Phrase, said: str) -> bool:
        inner = self.read(said)
        if inner is None or inner.label not in ("Wall", "Roof", "Slab") or phrase.label not in ("Door", "Window"):
            return False
        if inner.most is not None or "FILLS" not in self._types:
            return False
        joined(phrase, inner, "host", EdgePattern(start=ONE, end="host", types=("FILLS",)))
        return True

    def _flag(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._flagged(phrase, found["flag"])

    def _part(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """What a room or a wall has: windows, a ceiling of gypsum board."""
        inner = self.read(found["part"])
        if inner is None or inner.most is not None or not inner.where:
            return False
        if phrase.label == "Room":
            kind, start, end = ("BOUNDED_BY", ONE, "part") if inner.label in _FIXED else ("IN_SPACE", "part", ONE)
        elif phrase.label == "Wall" and inner.label in ("Door", "Window"):
            kind, start, end = "FILLS", "part", ONE
        else:
            return False
        if kind not in self._types:
            return False
        joined(phrase, inner, "part", EdgePattern(start=start, end=end, types=(kind,)))
        return True

    def grouped(self, phrase: Phrase, said: str) -> Match | None:
        """The match of a phrase with what it is grouped by, as `BY`; the match itself where it is grouped by type."""
        if said in ("level", "storey", "story", "floor"):
            label, kind, start, end = "Level", "ON_LEVEL", ONE, BY
            extra: list[Condition] = []
        elif said == "type":
            return phrase.match if self._words.has(phrase.label, "typeName") else None
        else:
            inner = self.read(said)
            if inner is None or inner.label != "Room" or phrase.label == "Room" or inner.most is not None:
                return None
            if any(isinstance(one, Exists) for one in inner.where):
                return None
            fixed = phrase.label in _FIXED
            label, kind, start, end = ("Room", "BOUNDED_BY", BY, ONE) if fixed else ("Room", "IN_SPACE", ONE, BY)
            held = [moved(one, phrase, inner, {ONE: BY}) for one in inner.where]
            extra = [AnyOf(tests=one.tests) if isinstance(one, SmallAny) else one for one in held]
        if kind not in self._types:
            return None
        pattern = Pattern(
            nodes=(NodePattern(name=ONE, label=phrase.label), NodePattern(name=BY, label=label)),
            edges=(EdgePattern(start=start, end=end, types=(kind,)),),
        )
        return Match(pattern=pattern, where=(*phrase.where, *extra))


def _is_telling(word: str) -> bool:
    return len(word) > 2 and word not in phrase_words()["unread"]


def _sign(said: str) -> Comparison:
    return Comparison(phrase_words()["bounds"][said.lower()])
