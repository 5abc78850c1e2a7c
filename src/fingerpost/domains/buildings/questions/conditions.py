"""Adds conditions to noun phrases, in the words of one graph; each says whether its words were understood."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from fingerpost.domains.buildings.questions.material_conditions import MaterialConditions
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, any_of, in_list
from fingerpost.domains.buildings.questions.values_said import TEXTS, begun
from fingerpost.domains.buildings.questions.vocabulary import Noun, phrase_words
from fingerpost.linking import unit_named
from fingerpost.plans import (
    Comparison,
    EdgePattern,
    Exists,
    NodePattern,
    Pattern,
    Quantifier,
    Ref,
    Test,
    singular,
)

_CALLED: Final = ("name", "longName", "tag", "mark", "globalId")
NO_SLOPE: Final = 1e-6
"""Slopes so near to 0 are none."""
NEAR: Final = 1e-6
"""Values so near to the greatest are as great."""
SPELT: Final = {
    **{word: float(place) for place, word in enumerate("one two three four five six seven eight nine ten".split(), 1)},
    "half an": 0.5,
}
_SIZES: Final = frozenset({"m", "m²", "m³", "kg"})
"""Units in which no number is meant where its unit is not said."""
_SIZE: Final = re.compile(r"^\d+(?:[.,]\d+)?(?:mm|cm|m|in|ft)?$", re.IGNORECASE)
_CODE: Final = re.compile(r"^(?=.*[a-z])(?=.*\d)[\w.-]+$", re.IGNORECASE)
"""A name of letters and digits, as "G5"; a number alone may be a part of any name."""
_LENGTHS: Final = frozenset({"mm", "cm", "m", "in", "ft", "x", "by"})


class Conditions(MaterialConditions):
    """Conditions in the words of one graph, whose relationship types are `types`."""

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

    def by_word_of_name(self, phrase: Phrase, names: Sequence[str]) -> None:
        """Instead of the last condition, which nothing meets: that a word of its name is one of these, as "G5" is."""
        if not self._words.has(phrase.label, "name") or not all(_CODE.match(name) for name in names):
            return
        trial = Phrase(phrase.label, phrase.where[:-1], dict(phrase.parameters))
        left = Ref(name=ONE, property="name", function="toLower")
        said = [rf"(.*[^a-z0-9])?{re.escape(name.lower())}([^a-z0-9].*)?" for name in names]
        tests = [Test(left=left, comparison=Comparison.MATCHES, right=trial.value(one)) for one in said]
        trial.where.append(any_of(tests))
        if self._words.exists(trial.match, trial.parameters):
            phrase.where[:], phrase.parameters = trial.where, trial.parameters

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
