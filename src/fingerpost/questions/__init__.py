"""From a question to plans: deterministic, compositional, with a reason for every word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.questions.algebra import (
        Against as Against,
        Head as Head,
        Kind as Kind,
        Term as Term,
        term_of as term_of,
    )
    from fingerpost.questions.attach import SEVERAL_WAYS as SEVERAL_WAYS
    from fingerpost.questions.beam import beam_key as beam_key
    from fingerpost.questions.by_example import (
        FILLED as FILLED,
        TRIED as TRIED,
        asks_number as asks_number,
        example_signs as example_signs,
        filled as filled,
        said_slots as said_slots,
        slots_of as slots_of,
    )
    from fingerpost.questions.candidates import Candidate as Candidate, Parsed as Parsed
    from fingerpost.questions.columns import COLUMNS as COLUMNS, UNTOLD as UNTOLD
    from fingerpost.questions.conditions import UNIT_GUESSED as UNIT_GUESSED
    from fingerpost.questions.corrected import corrections as corrections
    from fingerpost.questions.cycles import is_mutual as is_mutual
    from fingerpost.questions.likeness import NEAREST as NEAREST, Likeness as Likeness
    from fingerpost.questions.listed_columns import Columned as Columned, columned as columned
    from fingerpost.questions.markers import (
        ASKING as ASKING,
        BINDING as BINDING,
        Marker as Marker,
        Role as Role,
        find_markers as find_markers,
    )
    from fingerpost.questions.missing import MISSING as MISSING, Missing as Missing, find_missing as find_missing
    from fingerpost.questions.neighbours import Neighbours as Neighbours, words_of as words_of
    from fingerpost.questions.nested import NESTED as NESTED
    from fingerpost.questions.outline import Drawn as Drawn, Outline as Outline
    from fingerpost.questions.parse import (
        MOST_WORDS as MOST_WORDS,
        READINGS as READINGS,
        Parser as Parser,
    )
    from fingerpost.questions.playing import deed_of as deed_of
    from fingerpost.questions.relating import unused as unused
    from fingerpost.questions.roles import COMMONEST as COMMONEST, RAREST as RAREST, denies as denies
    from fingerpost.questions.state import (
        RELATIONS_SAID as RELATIONS_SAID,
        Filter as Filter,
        Item as Item,
        State as State,
        summed as summed,
    )
    from fingerpost.questions.telling import differences as differences
    from fingerpost.questions.vocabulary import seen_with as seen_with
    from fingerpost.questions.weights import WEIGHTS as WEIGHTS
    from fingerpost.questions.whole import (
        explained as explained,
        unheeded_names as unheeded_names,
        whole_features as whole_features,
    )
    from fingerpost.questions.wording import Wording as Wording

__getattr__ = lazy_exports(
    __name__,
    {
        "algebra": "Against Head Kind Term term_of",
        "attach": "SEVERAL_WAYS",
        "beam": "beam_key",
        "by_example": "FILLED TRIED asks_number example_signs filled said_slots slots_of",
        "candidates": "Candidate Parsed",
        "conditions": "UNIT_GUESSED",
        "corrected": "corrections",
        "cycles": "is_mutual",
        "likeness": "NEAREST Likeness",
        "markers": "ASKING BINDING Marker Role find_markers",
        "missing": "MISSING Missing find_missing",
        "columns": "COLUMNS UNTOLD",
        "listed_columns": "Columned columned",
        "nested": "NESTED",
        "neighbours": "Neighbours words_of",
        "outline": "Drawn Outline",
        "parse": "MOST_WORDS READINGS Parser",
        "playing": "deed_of",
        "relating": "unused",
        "roles": "COMMONEST RAREST denies",
        "state": "RELATIONS_SAID Filter Item State summed",
        "telling": "differences",
        "vocabulary": "seen_with",
        "weights": "WEIGHTS",
        "whole": "explained unheeded_names whole_features",
        "wording": "Wording",
    },
)
