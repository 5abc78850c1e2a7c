"""Noun phrases about buildings: "the stud partition walls on level 2", "steel beams longer than 6 m", "room A102".

A phrase is read as a whole or not at all: every word of it must be a noun, a condition, or a word of the names of what
is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from fingerpost.domains.buildings.questions.condition_patterns import (
    ADJECTIVE,
    ADVERB,
    ANY_NUMBER,
    BOUND,
    FIRE,
    GRADE,
    HAVE,
    HAVING,
    ID,
    LACK,
    NAME,
    NUMBER,
    SIDES,
    THAN,
    THAT,
    TIME,
    UNITS,
    VALUED,
    WHICH,
    WORDS,
)
from fingerpost.domains.buildings.questions.conditions import SPELT, Conditions, sign_of
from fingerpost.domains.buildings.questions.dwellings import SAID, Dwellings
from fingerpost.domains.buildings.questions.holding import (
    COUNTS,
)
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase
from fingerpost.domains.buildings.questions.property_sets import is_set_name
from fingerpost.domains.buildings.questions.relations import Relations
from fingerpost.domains.buildings.questions.taken_together import MOST_WORDS, united
from fingerpost.domains.buildings.questions.values_said import valued
from fingerpost.domains.buildings.questions.vocabulary import ELEMENT, TOKEN, Noun, Vocabulary, phrase_words
from fingerpost.linking import unit_named
from fingerpost.plans import (
    Comparison,
    Ref,
    Test,
    is_plural,
    singular,
)


class PhraseReader:
    """Reads noun phrases in the words of one graph."""

    def __init__(self, vocabulary: Vocabulary, types: frozenset[str]) -> None:
        self._words = vocabulary
        self._types = types
        self._add = Conditions(vocabulary, types)
        self._dwellings = Dwellings(vocabulary, types)
        self._relations = Relations(vocabulary, types, self._add, self._dwellings, self)
        self._conditions: Sequence[tuple[re.Pattern[str], Callable[[Phrase, re.Match[str]], bool]]] = [
            (re.compile(pattern, re.IGNORECASE), read)
            for pattern, read in (
                (rf"^{THAT}(?:up|down)stairs", self._stairs),
                (
                    (
                        rf"^{THAT}(?:made|built|constructed|consisting)(?: out)? (?:of|from|with) "
                        rf"(?P<material>{GRADE}{WORDS})"
                    ),
                    self._material,
                ),
                (
                    rf"^{THAT}(?:made|built|constructed|consisting)(?: out)? (?:of|from|with) (?P<material>.+)$",
                    self._of_named_material,
                ),
                (
                    (
                        rf"^{THAT}(?:made|manufactured|produced|supplied|built) by "
                        r"(?P<maker>[\w&.\- ]+?)(?= (?:in|on|with)\b|$)"
                    ),
                    self._add.made_by,
                ),
                (
                    rf"^{THAT}(?:(?:fed|served|supplied) )?(?:from|by|on|of|with) (?:the )?{VALUED}",
                    self._valued,
                ),
                (
                    rf"^{WHICH}(?:with|having|has|have|whose) (?:the )?{ID} (?:is |of )?(?P<name>\S+)",
                    self._identified,
                ),
                (rf"^{ID} (?P<name>\S+)", self._identified),
                (rf"^{THAT}(?:called|named|labelled|labeled) (?P<name>.+)$", self._called),
                (
                    rf"^{WHICH}(?:of|with|ha[sv]e?|having) (?:the |a )?type (?:called |named )?(?P<name>.+)$",
                    self._called,
                ),
                (
                    (
                        rf"^{THAT}(?:belong(?:s|ing)? to|part of|connected to|fed by|served by|in|of|on) "
                        r"(?:the )?(?P<system>.+?)(?: (?P<noun>system|circuit|network))?$"
                    ),
                    self._in_system,
                ),
                (rf"^(?:that |which )?(?:containing|contains?|of|with) (?P<material>{WORDS})", self._material),
                (rf"^{THAT}(?P<than>{THAN}) than {NUMBER}", self._comparative),
                (rf"^{THAT}(?P<than>{THAN}) than (?P<other>.+)$", self._than_another),
                (
                    (
                        rf"^{THAT}(?:(?:with|ha[sv]e?|having) an? (?P<said>{WORDS}?)(?: of)? )?between "
                        rf"(?P<low>\d+(?:[.,]\d+)?)(?: ?(?:{UNITS}))? and {NUMBER}(?: (?P<adjective>{ADJECTIVE}))?"
                    ),
                    self._between,
                ),
                (
                    (
                        rf"^{WHICH}(?:leads?|leading|opens?|opening|gives? access|giving access|connects?|connecting|"
                        r"goes|going) (?:in)?(?:on)?to (?:the )?(?P<where>.+)$"
                    ),
                    self._relations.opening_to,
                ),
                (rf"^{THAT}(?P<side>above|below) (?:the )?(?:ground|grade)(?: level)?$", self._grounded),
                (
                    (
                        rf"^{WHICH}(?:with|ha[sv]e?|having) an? (?P<said>[a-z][a-z\- ]*?)(?: of)? (?P<bound>{BOUND}) "
                        rf"{ANY_NUMBER}"
                    ),
                    self._bound,
                ),
                (rf"^{HAVING}(?:(?P<bound>{BOUND}) )?{TIME}[ -](?:fire[ -])?{FIRE}", self._add.fire),
                (rf"^{HAVING}(?:fire[ -])?{FIRE} of (?:(?P<bound>{BOUND}) )?{TIME}", self._add.fire),
                (rf"^{THAT}(?P<bound>{BOUND}) {NUMBER}(?: (?P<adjective>{ADJECTIVE}))?", self._sized),
                (rf"^{THAT}{ADVERB}(?P<side>{SIDES}) (?P<other>(?:the |room |wall )?.+)$", self._relations.beside),
                (
                    rf"^{THAT}(?:located |placed |standing )?(?:in|on|at|of|inside|within) (?:the )?(?P<where>.+)$",
                    self._relations.place,
                ),
                *self._of_sets(),
                (
                    rf"^{WHICH}(?:{LACK}) (?:any |an? )?(?P<part>.+)$",
                    self._relations.without,
                ),
                (
                    (
                        rf"^{WHICH}(?:with|{HAVE}|contain(?:s|ing)?) (?:(?P<bound>{BOUND}|exactly) )?"
                        rf"(?P<count>\d+|{COUNTS})(?: or (?P<or>more|fewer|less))? (?P<part>[a-z].*)$"
                    ),
                    self._relations.number_of,
                ),
                (
                    (
                        r"^(?:that |which )?(?:are|is|have|has|with) (?P<flag>[a-z][a-z\- ]+?)"
                        r"(?= (?:in|on|at|with|and|that|which)\b|$)"
                    ),
                    self._flag,
                ),
                (
                    rf"^{WHICH}(?:{HAVE}|contain(?:s|ing)?|includes?|holds?) (?:an? |any |the )?(?P<part>.+)$",
                    self._relations.part,
                ),
            )
        ]

    def _of_sets(self) -> Iterator[tuple[str, Callable[[Phrase, re.Match[str]], bool]]]:
        """Having or lacking a property set; one whose name is of plain words is called a set."""
        names = sorted(self._words.sets, key=len, reverse=True)
        for called, sets in (("(?:property |quantity )?set ", names), ("", [one for one in names if is_set_name(one)])):
            if sets:
                said = "|".join(map(re.escape, sets))
                have = rf"^{WHICH}(?:(?P<lacks>{LACK})|{HAVE}|contain(?:s|ing)?) (?:any |an? |the )?{called}"
                yield rf"{have}(?P<set>{said})(?![\w.])", self._with_set

    def _with_set(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._add.with_set(phrase, found["set"], is_denied=found["lacks"] is not None)

    def read(self, text: str) -> Phrase | None:
        """The phrase; None where any word of it is not understood."""
        tokens = TOKEN.findall(text.strip())
        if tokens and tokens[0].lower() in ("the", "all", "both", "these", "those", "our"):
            return self._so_many(tokens[1:]) or self.read(" ".join(tokens[1:]))
        dwelling = self._rooms_of_unit(" ".join(tokens))
        if dwelling is not None:
            return dwelling
        together = united(tokens, self._words, self._add, self)
        if together is not None:
            return together
        found = self._noun(tokens)
        if found is None:
            return self._named(tokens)
        noun, start, end = found
        phrase = Phrase(noun.label, plural=is_plural(tokens[end - 1].lower()))
        if noun.kinds:
            self._add.called(phrase, noun.kinds)
        if noun.ifc_class:
            left = Ref(name=ONE, property="ifcClass")
            phrase.where.append(Test(left=left, comparison=Comparison.EQ, right=phrase.value(noun.ifc_class)))
        if noun.narrower and self._add.met(phrase, noun.narrower):
            self._add.worded(phrase, noun.narrower, (noun.narrower,))
        before = self._in_place_before(phrase, tokens[:start])
        if not self._add.modified(phrase, before):
            return None
        rest = tokens[end:]
        if rest and rest[0].lower() not in phrase_words()["connectives"]:
            if not NAME.match(rest[0]):
                return None
            names = [rest.pop(0)]
            while len(rest) > 1 and rest[0].lower() in ("and", "or") and NAME.match(rest[1]):
                names.append(rest[1])
                del rest[:2]
            said = " ".join(tokens[start:end])
            self._add.by_name(phrase, *names, *(f"{said} {name}" for name in names))
            if not self._words.exists(phrase.match, phrase.parameters):
                self._add.by_word_of_name(phrase, names)
        return phrase if self.conditions(phrase, " ".join(rest)) else None

    def _so_many(self, tokens: Sequence[str]) -> Phrase | None:
        """ "The three external doors", where there are three."""
        number = SPELT.get(tokens[0].lower()) if len(tokens) > 1 else None
        phrase = self.read(" ".join(tokens[1:])) if number is not None else None
        return phrase if phrase is not None and self._words.number(phrase) == number else None

    def _rooms_of_unit(self, text: str) -> Phrase | None:
        """The rooms of a unit, which stand for it ("unit A on level 2"), or what is in it ("unit A doors")."""
        found = SAID.match(text)
        if found is None:
            return None
        rest = text[found.end() :].removeprefix("'s").removeprefix("’s").strip()
        if rest and rest.split()[0].lower() not in phrase_words()["connectives"]:
            phrase = self.read(rest)
            return phrase if phrase is not None and self.conditions(phrase, f"in {found[0]}") else None
        phrase = Phrase("Room", plural=True)
        if not self._dwellings.add(phrase, found):
            return None
        return phrase if self.conditions(phrase, rest) else None

    def _in_place_before(self, phrase: Phrase, tokens: Sequence[str]) -> Sequence[str]:
        """The words before a noun without the level or the room that ends them: "kitchen windows" are of kitchens."""
        for start in range(len(tokens)):
            if self._add.on_level(phrase, " ".join(tokens[start:])):
                return tokens[:start]
        for start in range(max(0, len(tokens) - 2), len(tokens)):
            said = " ".join(tokens[start:]).lower()
            room = self._words.nouns.get(said)
            if room is None or room.label != "Room" or not room.kinds or self._add.met(phrase, said):
                continue
            if self._relations.in_room(phrase, said):
                return tokens[:start]
        return tokens

    def _noun(self, tokens: Sequence[str]) -> tuple[Noun, int, int] | None:
        """The noun of a phrase and its place: the first behind which it ends, or a condition or a name starts."""
        lower = [token.lower() for token in tokens]
        for end in range(1, len(tokens) + 1):
            after = lower[end] if end < len(tokens) else None
            if after is not None and after not in phrase_words()["connectives"] and not NAME.match(tokens[end]):
                continue
            for start in range(max(0, end - MOST_WORDS), end):
                said = " ".join(lower[start:end])
                noun = self._words.nouns.get(said) or self._words.nouns.get(singular(said))
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
                self._add.by_name(phrase, name)
                if self._words.exists(phrase.match, phrase.parameters) and self.conditions(phrase, rest):
                    return phrase
        return None

    def conditions(self, phrase: Phrase, text: str) -> bool:
        """The conditions behind a noun, one after another."""
        text = re.sub(r"^and ", "", text.strip(" ,"))
        if not text:
            return True
        for pattern, read in self._conditions:
            found = pattern.match(text)
            if found is not None:
                before = (len(phrase.where), dict(phrase.parameters), phrase.by_words)
                if read(phrase, found) and self.conditions(phrase, text[found.end() :]):
                    return True
                del phrase.where[before[0] :]
                phrase.parameters, phrase.by_words = before[1], before[2]
        return False

    def _stairs(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._add.on_level(phrase, "upper floor" if "up" in found[0].lower() else "ground floor")

    def _material(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._add.of_material(phrase, found["material"].strip())

    def _valued(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """With a text that a property has: "from panel LP-1", "on circuit 3", "with mark A101"."""
        return valued(self._words, phrase, found["property"], found["value"])

    def _of_named_material(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._add.of_named_material(phrase, found["material"].strip("\"'“”‘’ "))

    def _identified(self, phrase: Phrase, found: re.Match[str]) -> bool:
        self._add.by_name(phrase, found["name"].strip("\"'“”‘’.,"))
        return True

    def _called(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """With words in its name, which end where a further condition starts."""
        name = found["name"].strip("\"'“”‘’ ")
        cuts = [len(name), *(one.start() for one in re.finditer(r" (?:in|on|at|with|without|and|that|which)\b", name))]
        for cut in cuts:
            before = (len(phrase.where), dict(phrase.parameters))
            if self._add.worded(phrase, name[:cut], (name[:cut].lower(),)) and self.conditions(phrase, name[cut:]):
                return True
            del phrase.where[before[0] :]
            phrase.parameters = before[1]
        return False

    def _in_system(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """In the systems of that name: "the extract air system", "Supply Air 1"."""
        return self._add.in_system(phrase, found["system"], is_said=found["noun"] is not None)

    def _comparative(self, phrase: Phrase, found: re.Match[str]) -> bool:
        name, sign = phrase_words()["comparatives"][found["than"].lower()]
        return self._add.compared(phrase, name, Comparison(sign), found)

    def _than_another(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """Larger than another thing, whose one value is looked up."""
        name, sign = phrase_words()["comparatives"][found["than"].lower()]
        other = self.read(found["other"])
        if other is None or not (other.where or other.most) or not self._add.settled(other):
            return False
        return self._add.than_another(phrase, other, name, Comparison(sign))

    def _between(self, phrase: Phrase, found: re.Match[str]) -> bool:
        name = found["said"] or self._name_of(found)
        return name is not None and self._add.between(phrase, name, found)

    def _grounded(self, phrase: Phrase, found: re.Match[str]) -> bool:
        """Levels at the height of the ground or above, or below it."""
        if phrase.label != "Level" or not self._words.has("Level", "elevation"):
            return False
        sign = Comparison.GE if found["side"].lower() == "above" else Comparison.LT
        left = Ref(name=ONE, property="elevation")
        phrase.where.append(Test(left=left, comparison=sign, right=phrase.value(0.0)))
        return True

    def _bound(self, phrase: Phrase, found: re.Match[str]) -> bool:
        return self._add.compared(phrase, found["said"], sign_of(found["bound"]), found)

    def _sized(self, phrase: Phrase, found: re.Match[str]) -> bool:
        name = self._name_of(found)
        return name is not None and self._add.compared(phrase, name, sign_of(found["bound"]), found)

    @staticmethod
    def _name_of(found: re.Match[str]) -> str | None:
        """The quantity that an adjective means, else the unit."""
        if found["adjective"] is not None:
            return str(phrase_words()["adjectives"][found["adjective"].lower()])
        known = unit_named(found["unit"])
        return {"m²": "area", "m³": "volume", "kg": "weight"}.get(known[0]) if known is not None else None

    def _flag(self, phrase: Phrase, found: re.Match[str]) -> bool:
        said = found["flag"].lower()
        if self._add.flagged(phrase, said):
            return True
        return (said in phrase_words()["flags"] or said in phrase_words()["spelt"]) and self._add.worded(phrase, said)
