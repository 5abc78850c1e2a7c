"""Adds conditions to noun phrases, in the words of one graph; each says whether its words were understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fingerpost.domains.buildings.loader.material_kinds import ROOTS, kinds_of, material_words
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, any_of, in_list
from fingerpost.domains.buildings.questions.values_said import TEXTS, begun
from fingerpost.domains.buildings.questions.vocabulary import Noun, Vocabulary, phrase_words
from fingerpost.linking import unit_named
from fingerpost.plans import (
    Comparison,
    EdgePattern,
    Exists,
    NodePattern,
    Pattern,
    Quantifier,
    Ref,
    SmallAny,
    Test,
    singular,
)

_CALLED: Final = ("name", "longName", "tag", "mark", "globalId")
NO_SLOPE: Final = 1e-6
"""Slopes so near to 0 are none."""
NEAR: Final = 1e-6
"""Values so near to the greatest are as great."""
_ROOTS: Final = frozenset(root.removesuffix("*") for root in ROOTS)
_GRADED: Final = re.compile(
    r"^(?P<grade>(?:[a-z]+)?\d+(?:[./]\d+)?(?: ?mpa)?|\S+ grade) (?P<kind>[a-z ]+)$", re.IGNORECASE
)
SPELT: Final = {
    **{word: float(place) for place, word in enumerate("one two three four five six seven eight nine ten".split(), 1)},
    "half an": 0.5,
}
_SIZES: Final = frozenset({"m", "m²", "m³", "kg"})
"""Units in which no number is meant where its unit is not said."""
_SIZE: Final = re.compile(r"^\d+(?:[.,]\d+)?(?:mm|cm|m|in|ft)?$", re.IGNORECASE)
_LENGTHS: Final = frozenset({"mm", "cm", "m", "in", "ft", "x", "by"})


class Conditions:
    """Conditions in the words of one graph, whose relationship types are `types`."""

    def __init__(self, vocabulary: Vocabulary, types: frozenset[str]) -> None:
        self._words = vocabulary
        self._types = types

    def by_name(self, phrase: Phrase, *names: str) -> None:
        """That it has one of the names, a tag or an id."""
        tests: list[Test] = []
        for name in names:
            said, ending = phrase.value(name.lower()), phrase.value(f":{name.lower()}")
            tests += [
                Test(left=Ref(name=ONE, property=one, function="toLower"), comparison=Comparison.EQ, right=said)
                for one in _CALLED
                if self._words.has(phrase.label, one)
            ]
            if self._words.has(phrase.label, "name"):
                ref = Ref(name=ONE, property="name", function="toLower")
                tests.append(Test(left=ref, comparison=Comparison.ENDS_WITH, right=ending))
        phrase.where.append(any_of(tests))
        phrase.by_words = True

    def called(self, phrase: Phrase, kinds: Sequence[str]) -> None:
        """That it is called so."""
        tests = [in_list(ONE, "kinds", phrase.value(kind), Comparison.EQ) for kind in kinds]
        phrase.where.append(any_of(tests))

    def either(self, phrase: Phrase, *nouns: Noun) -> None:
        """That it is called one way or another, or is of one label or another."""
        tests: list[Test] = []
        for noun in nouns:
            tests += [in_list(ONE, "kinds", phrase.value(kind), Comparison.EQ) for kind in noun.kinds]
            if not noun.kinds:
                tests.append(Test(left=Ref(name=ONE), comparison=Comparison.IS_LABEL, label=noun.label))
        phrase.where.append(any_of(tests))

    def modified(self, phrase: Phrase, tokens: Sequence[str]) -> bool:
        """Conditions by the words before a noun: flags, materials, superlatives, else words of names."""
        words = [re.sub(r"['’]s$", "", token.lower()) for token in tokens]
        table = phrase_words()
        place = 0
        while place < len(words):
            pair = " ".join(words[place : place + 2])
            one = words[place]
            size = self._size(phrase, words[place:])
            if one in table["empty"]:
                place += 1
            elif size:
                place += size
            elif place + 1 < len(words) and self.flagged(phrase, pair):
                place += 2
            elif self.flagged(phrase, one):
                place += 1
                if not self._words.exists(phrase.match, phrase.parameters) and self.met(phrase, one, without=1):
                    phrase.where.pop()  # a wall of the type "Inside" is one, whatever its flag says
                    self.worded(phrase, one, (one,))
            elif one in table["superlatives"] and phrase.most is None and self.superlative(phrase, one):
                place += 1
            elif place + 1 < len(words) and (
                self.material_or_name(phrase, pair) or (self.met(phrase, pair) and self.worded(phrase, pair, (pair,)))
            ):
                place += 2
            elif self.material_or_name(phrase, one) or (_is_telling(one) and self.worded(phrase, one)):
                place += 1
            else:
                return False
        return True

    def _size(self, phrase: Phrase, words: Sequence[str]) -> int:
        """A size that names give, as "400 x 800mm" or "500 mm": how many words it takes, 0 where there is none."""
        end = 0
        while end < len(words) and (_SIZE.match(words[end]) or (end and words[end] in _LENGTHS)):
            end += 1
        while end:
            spaced = " ".join("x" if word == "by" else word for word in words[:end])
            closed = re.sub(r"(?<=\d) (?=(?:mm|cm|m|in|ft)\b)", "", spaced)
            forms = tuple(dict.fromkeys((spaced, closed, closed.replace(" x ", "x"))))
            if not closed.isdecimal() and any(self._is_met(phrase, form) for form in forms):
                self.worded(phrase, spaced, forms)
                return end
            end -= 1
        return 0

    def _is_met(self, phrase: Phrase, form: str) -> bool:
        trial = Phrase(phrase.label, list(phrase.where), dict(phrase.parameters))
        return self.worded(trial, form, (form,)) and self._words.exists(trial.match, trial.parameters)

    def flagged(self, phrase: Phrase, said: str) -> bool:
        """That it is, or is not, external, load-bearing or whatever else is true or false of it."""
        flag = self._words.flag(phrase.label, said)
        if flag is None:
            return self._sloped(phrase, said)
        left = Ref(name=ONE, property=flag[0])
        phrase.where.append(Test(left=left, comparison=Comparison.EQ, right=phrase.value(flag[1])))
        return True

    def _sloped(self, phrase: Phrase, said: str) -> bool:
        """That it has a slope, or none, where the model states slopes as numbers."""
        negated = said.startswith("not ")
        if said.removeprefix("not ") not in phrase_words()["sloped"]:
            return False
        info = self._words.measured(phrase.label, "slope") or self._words.measured(phrase.label, "pitch angle")
        if info is None:
            return False
        left, signs = Ref(name=ONE, property=info.name), (Comparison.GT, Comparison.LT)
        bounds = (NO_SLOPE, -NO_SLOPE)
        if negated:
            signs = (Comparison.LE, Comparison.GE)
        tests = [
            Test(left=left, comparison=sign, right=phrase.value(bound))
            for sign, bound in zip(signs, bounds, strict=True)
        ]
        phrase.where += tests if negated else [any_of(tests)]
        return True

    def superlative(self, phrase: Phrase, said: str) -> bool:
        """That only the greatest are meant."""
        name, greatest = phrase_words()["superlatives"][said]
        info = self._words.measured(phrase.label, name)
        if info is not None:
            phrase.most = (info.name, greatest)
        return info is not None

    def met(self, phrase: Phrase, word: str, without: int = 0) -> bool:
        """Whether a word is in the name of anything that a phrase means so far, but for its last conditions."""
        trial = Phrase(phrase.label, phrase.where[: len(phrase.where) - without], dict(phrase.parameters))
        return self.worded(trial, word, (word,)) and self._words.exists(trial.match, trial.parameters)

    def worded(self, phrase: Phrase, word: str, forms: Sequence[str] = ()) -> bool:
        """A word that must be in a name, in any of its spellings."""
        if not forms and word in phrase_words()["flags"]:
            phrase.guessed.append(word)
        if word in phrase_words()["begins"]:
            return begun(self._words, phrase, word)
        plain = [singular(word)] if word.startswith(singular(word)) else [word, singular(word)]
        forms = forms or phrase_words()["spelt"].get(word, plain)
        tests: list[Test] = []
        for form in forms:
            said = phrase.value(form)
            tests += [
                Test(left=Ref(name=ONE, property=one, function="toLower"), comparison=Comparison.CONTAINS, right=said)
                for one in TEXTS
                if self._words.has(phrase.label, one)
            ]
            if self._words.has(phrase.label, "kinds"):
                tests.append(in_list(ONE, "kinds", said, Comparison.CONTAINS))
        if not tests:
            return False
        phrase.where.append(any_of(tests))
        phrase.by_words = True
        return True

    def material_or_name(self, phrase: Phrase, said: str) -> bool:
        """A material; where nothing is made of it, what has the word in its name, as copper pipes may."""
        if not self.of_material(phrase, said):
            return False
        if not self._words.exists(phrase.match, phrase.parameters) and self.met(phrase, said, without=1):
            phrase.where.pop()
            return self.worded(phrase, said, (said,))
        return True

    def of_material(self, phrase: Phrase, said: str) -> bool:
        """A material: a word for what materials are, or a word of the names of some, as plywood."""
        word = phrase_words()["materials"].get(said, said)
        test: Test | SmallAny
        if phrase.label == "Room" or "HAS_MATERIAL" not in self._types:
            return False
        graded = _GRADED.match(word)
        if graded is not None and graded["kind"] in material_words():
            return self._graded(phrase, graded["grade"], graded["kind"])
        if word in material_words():
            test = in_list("material", "kinds", phrase.value(word), Comparison.EQ)
        elif word in _ROOTS:
            left = Ref(name="material", property="name", function="toLower")
            test = Test(left=left, comparison=Comparison.CONTAINS, right=phrase.value(word))
            same = kinds_of(word)
            if len(same) > 1:  # gypsum board is plasterboard, but plywood is only one kind of wood
                of_kind = in_list("material", "kinds", phrase.value(same[0]), Comparison.EQ)
                test = SmallAny(tests=(test, of_kind))
        else:
            return False
        pattern = Pattern(
            nodes=(NodePattern(name=ONE), NodePattern(name="material", label="Material")),
            edges=(EdgePattern(start=ONE, end="material", types=("HAS_MATERIAL",)),),
        )
        phrase.where.append(Exists(pattern=pattern, where=(test,)))
        phrase.by_words = True
        return True

    def of_named_material(self, phrase: Phrase, said: str) -> bool:
        """A material with the words in its name: "S235JR", "gypsum wall board type X"."""
        if phrase.label == "Room" or "HAS_MATERIAL" not in self._types:
            return False
        name = Ref(name="material", property="name", function="toLower")
        test = Test(left=name, comparison=Comparison.CONTAINS, right=phrase.value(said.lower()))
        nodes = (NodePattern(name=ONE), NodePattern(name="material", label="Material"))
        edges = (EdgePattern(start=ONE, end="material", types=("HAS_MATERIAL",)),)
        phrase.where.append(Exists(pattern=Pattern(nodes=nodes, edges=edges), where=(test,)))
        phrase.by_words = True
        return True

    def _graded(self, phrase: Phrase, grade: str, kind: str) -> bool:
        """A material of a grade that its name gives: "35 MPa concrete", "C30/37 concrete"."""
        name = Ref(name="material", property="name", function="toLower")
        tests = [
            in_list("material", "kinds", phrase.value(kind), Comparison.EQ),
            Test(left=name, comparison=Comparison.CONTAINS, right=phrase.value(grade.lower())),
        ]
        nodes = (NodePattern(name=ONE), NodePattern(name="material", label="Material"))
        edges = (EdgePattern(start=ONE, end="material", types=("HAS_MATERIAL",)),)
        phrase.where.append(Exists(pattern=Pattern(nodes=nodes, edges=edges), where=tuple(tests)))
        phrase.by_words = True
        return True

    def made_by(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """That a manufacturer of that name made it."""
        if not self._words.has(phrase.label, "manufacturer"):
            return False
        left = Ref(name=ONE, property="manufacturer", function="toLower")
        said = phrase.value(found["maker"].lower())
        phrase.where.append(Test(left=left, comparison=Comparison.CONTAINS, right=said))
        phrase.by_words = True
        return True

    def with_set(self, phrase: Phrase, said: str, *, is_denied: bool) -> bool:
        """That it has, or lacks, a property set."""
        name = next((one for one in self._words.sets if one.lower() == said.lower()), None)
        if name is None or not self._words.has(phrase.label, "propertySets"):
            return False
        test = in_list(ONE, "propertySets", phrase.value(name), Comparison.EQ)
        if not is_denied:
            phrase.where.append(test)
            return True
        assert test.each is not None
        none = test.model_copy(update={"each": test.each.model_copy(update={"quantifier": Quantifier.NONE})})
        without = Test(left=Ref(name=ONE, property="propertySets"), comparison=Comparison.IS_NULL)
        phrase.where.append(any_of([none, without]))
        return True

    def in_system(self, phrase: Phrase, said: str, *, is_said: bool) -> bool:
        """That it is in the systems with such a name; of exactly that name where the word "system" is not said."""
        if "IN_SYSTEM" not in self._types or phrase.label in ("Room", "Level", "System"):
            return False
        names = [one for one in self._words.systems if said.lower() in one.lower()]
        if not is_said:
            names = [one for one in names if one.lower() == said.lower()]
        if not names:
            return False
        pattern = Pattern(
            nodes=(NodePattern(name=ONE), NodePattern(name="system", label="System")),
            edges=(EdgePattern(start=ONE, end="system", types=("IN_SYSTEM",)),),
        )
        left = Ref(name="system", property="name")
        test = Test(left=left, comparison=Comparison.IN, right=phrase.value(tuple(names)))
        phrase.where.append(Exists(pattern=pattern, where=(test,)))
        return True

    def fire(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """With a fire rating of so many minutes or hours."""
        said = found["time"].lower()
        number = SPELT.get(said) or float(said.replace(",", "."))
        minutes = number * (60 if found["of"].lower().startswith("h") else 1)
        if not self._words.has(phrase.label, "fireRatingMinutes"):
            return False
        sign = sign_of(found["bound"]) if found["bound"] else Comparison.EQ
        left = Ref(name=ONE, property="fireRatingMinutes")
        phrase.where.append(Test(left=left, comparison=sign, right=phrase.value(minutes)))
        return True

    def compared(self, phrase: Phrase, said: str, sign: Comparison, found: re.Match[str]) -> bool:
        """That a quantity is more, or less, than a number of units; of its own unit, unless that is one of sizes."""
        info = self._words.measured(phrase.label, said)
        known = unit_named(found["unit"]) if found["unit"] else None
        if info is not None and not found["unit"] and info.unit not in _SIZES:
            known = (info.unit or "", 1.0)
        if info is None or known is None or (info.unit or "") != known[0]:
            return False
        number = phrase.value(float(found["number"].replace(",", ".")) * known[1])
        phrase.where.append(Test(left=Ref(name=ONE, property=info.name), comparison=sign, right=number))
        return True

    def between(self, phrase: Phrase, said: str, found: re.Match[str]) -> bool:
        """That a quantity is at least `low` and at most `number` of the same units."""
        info = self._words.measured(phrase.label, said)
        known = unit_named(found["unit"])
        if info is None or known is None or info.unit != known[0]:
            return False
        for sign, number in ((Comparison.GE, found["low"]), (Comparison.LE, found["number"])):
            bound = phrase.value(float(number.replace(",", ".")) * known[1])
            phrase.where.append(Test(left=Ref(name=ONE, property=info.name), comparison=sign, right=bound))
        return True

    def than_another(self, phrase: Phrase, other: Phrase, said: str, sign: Comparison) -> bool:
        """That a quantity is more, or less, than another thing has; not understood where that has several values."""
        own, its = self._words.measured(phrase.label, said), self._words.measured(other.label, said)
        if own is None or its is None or own.unit != its.unit:
            return False
        values = self._words.values(other, its.name)
        if len(values) != 1:
            return False
        left = Ref(name=ONE, property=own.name)
        phrase.where.append(Test(left=left, comparison=sign, right=phrase.value(values[0])))
        phrase.by_words = phrase.by_words or other.by_words
        return True

    def settled(self, phrase: Phrase) -> bool:
        """Whether a superlative in a phrase, if any, could be made a condition: at least as long as the longest."""
        if phrase.most is None:
            return True
        name, greatest = phrase.most
        values = self._words.values(phrase, name)
        if not values:
            return False
        best = values[-1] - NEAR if greatest else values[0] + NEAR
        sign = Comparison.GE if greatest else Comparison.LE
        phrase.where.append(Test(left=Ref(name=ONE, property=name), comparison=sign, right=phrase.value(best)))
        phrase.most = None
        number = self._words.number(phrase)
        if number > 1 and not phrase.plural:
            phrase.notes.append(f"{number} {phrase.label.lower()}s have the same {name}; all of them are meant")
        return True

    def on_level(self, phrase: Phrase, said: str) -> bool:
        """That it is on a level of that name."""
        plain = re.sub(r" (?:level|storey|story)$", "", said.lower())  # "the roof level"
        names = next(
            (one for one in map(self._words.levels.get, (said.lower(), f"{said.lower()} floor", plain)) if one), ()
        )
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


def sign_of(said: str) -> Comparison:
    """The comparison that words such as "at least" stand for."""
    return Comparison(phrase_words()["bounds"][said.lower()])


def _is_telling(word: str) -> bool:
    return len(word) > 2 and word not in phrase_words()["unread"]
