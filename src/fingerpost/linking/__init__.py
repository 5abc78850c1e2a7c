"""Linking: what the words of a question can mean in this graph. Every reading is kept, with span, score and reason."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.linking.asides import ASIDE as ASIDE
    from fingerpost.linking.clock import now as now
    from fingerpost.linking.codes import CODED as CODED
    from fingerpost.linking.common_words import commonness as commonness
    from fingerpost.linking.courtesy import without_courtesy as without_courtesy
    from fingerpost.linking.database_values import DatabaseValues as DatabaseValues
    from fingerpost.linking.determiners import is_verb as is_verb
    from fingerpost.linking.display import Display as Display
    from fingerpost.linking.english import is_people as is_people
    from fingerpost.linking.english_words import is_english as is_english
    from fingerpost.linking.flags import is_flag as is_flag
    from fingerpost.linking.grammar import (
        described as described,
        happened as happened,
        opened as opened,
        related as related,
    )
    from fingerpost.linking.hierarchies import RANKS as RANKS
    from fingerpost.linking.lasting import untold_spans as untold_spans
    from fingerpost.linking.learned import (
        LEARNED_FILE as LEARNED_FILE,
        NODES as NODES,
        NOTHING_LEARNED as NOTHING_LEARNED,
        PROPERTIES as PROPERTIES,
        Learned as Learned,
        LearnedExample as LearnedExample,
        LearnedPhrase as LearnedPhrase,
        Rows as Rows,
        learned_for as learned_for,
    )
    from fingerpost.linking.lexicon import Lexicon as Lexicon
    from fingerpost.linking.linker import Linker as Linker
    from fingerpost.linking.live_values import (
        LiveIndexWriter as LiveIndexWriter,
        LiveValueIndex as LiveValueIndex,
        create_live_index as create_live_index,
        uncounted as uncounted,
    )
    from fingerpost.linking.measured_names import extreme as extreme
    from fingerpost.linking.mentions import Linked as Linked, Mention as Mention
    from fingerpost.linking.moments import Moment as Moment, first_moment as first_moment
    from fingerpost.linking.number_words import SMALL as SMALL, spelled as spelled
    from fingerpost.linking.occasions import holds_years as holds_years
    from fingerpost.linking.pack import (
        EMPTY_PACK as EMPTY_PACK,
        PACK_FILE as PACK_FILE,
        Pack as Pack,
        PackText as PackText,
        ValueAlias as ValueAlias,
        installed_packs as installed_packs,
        pack_folder as pack_folder,
        read_pack as read_pack,
        recognised_pack as recognised_pack,
    )
    from fingerpost.linking.pack_draft import draft as draft
    from fingerpost.linking.pack_fit import Fit as Fit
    from fingerpost.linking.pack_shape import Problem as Problem
    from fingerpost.linking.quantities import (
        base_unit as base_unit,
        converted as converted,
        unit_named as unit_named,
        unit_names as unit_names,
        unit_symbol as unit_symbol,
    )
    from fingerpost.linking.scores import PREPOSITION as PREPOSITION
    from fingerpost.linking.spoken import spoken_names as spoken_names
    from fingerpost.linking.stopwords import FUNCTION_WORDS as FUNCTION_WORDS, is_content as is_content
    from fingerpost.linking.text import (
        normalise as normalise,
        speaking as speaking,
        split_name as split_name,
        stem as stem,
        tokenise as tokenise,
    )
    from fingerpost.linking.value_builder import INDEX_FILE as INDEX_FILE, IndexBuilder as IndexBuilder
    from fingerpost.linking.value_index import Slot as Slot, ValueIndex as ValueIndex
    from fingerpost.linking.valued import ValueLinker as ValueLinker

__getattr__ = lazy_exports(
    __name__,
    {
        "asides": "ASIDE",
        "clock": "now",
        "codes": "CODED",
        "common_words": "commonness",
        "moments": "Moment first_moment",
        "number_words": "SMALL spelled",
        "occasions": "holds_years",
        "courtesy": "without_courtesy",
        "database_values": "DatabaseValues",
        "determiners": "is_verb",
        "display": "Display",
        "english": "is_people",
        "english_words": "is_english",
        "flags": "is_flag",
        "grammar": "described happened opened related",
        "hierarchies": "RANKS",
        "lasting": "untold_spans",
        "learned": (
            "LEARNED_FILE NODES NOTHING_LEARNED PROPERTIES Learned LearnedExample LearnedPhrase Rows learned_for"
        ),
        "lexicon": "Lexicon",
        "linker": "Linker",
        "live_values": "LiveIndexWriter LiveValueIndex create_live_index uncounted",
        "measured_names": "extreme",
        "mentions": "Linked Mention",
        "pack": "EMPTY_PACK PACK_FILE Pack PackText ValueAlias installed_packs pack_folder read_pack recognised_pack",
        "pack_draft": "draft",
        "pack_fit": "Fit",
        "pack_shape": "Problem",
        "quantities": "base_unit converted unit_named unit_names unit_symbol",
        "scores": "PREPOSITION",
        "stopwords": "FUNCTION_WORDS is_content",
        "spoken": "spoken_names",
        "text": "normalise speaking split_name stem tokenise",
        "value_builder": "INDEX_FILE IndexBuilder",
        "value_index": "Slot ValueIndex",
        "valued": "ValueLinker",
    },
)
