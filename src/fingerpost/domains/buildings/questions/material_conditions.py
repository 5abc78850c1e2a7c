"""Conditions on what things are made of: "concrete", "gypsum board", "C30/37 concrete", "S235JR"."""

from __future__ import annotations

import re
from typing import Final

from fingerpost.domains.buildings.loader.material_kinds import ROOTS, kinds_of, material_words
from fingerpost.domains.buildings.questions.phrase import ONE, Phrase, in_list
from fingerpost.domains.buildings.questions.vocabulary import Vocabulary, phrase_words
from fingerpost.plans import Comparison, EdgePattern, Exists, NodePattern, Pattern, Ref, SmallAny, Test

_ROOTS: Final = frozenset(root.removesuffix("*") for root in ROOTS)
_GRADED: Final = re.compile(
    r"^(?P<grade>(?:[a-z]+)?\d+(?:[./]\d+)?(?: ?mpa)?|\S+ grade) (?P<kind>[a-z ]+)$", re.IGNORECASE
)


class MaterialConditions:
    """Conditions in the words of one graph, whose relationship types are `types`."""

    def __init__(self, vocabulary: Vocabulary, types: frozenset[str]) -> None:
        self._words = vocabulary
        self._types = types

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
            *before, kind = word.split()
            # "cherry wood" is what is called cherry
            return bool(before) and kind in material_words() and self._of_material_called(phrase, " ".join(before))
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

    def _of_material_called(self, phrase: Phrase, said: str) -> bool:
        """A material with the words in its name, where anything is made of one."""
        trial = Phrase(phrase.label, list(phrase.where), dict(phrase.parameters))
        if not self.of_named_material(trial, said) or not self._words.exists(trial.match, trial.parameters):
            return False
        phrase.where[:], phrase.parameters, phrase.by_words = trial.where, trial.parameters, True
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
