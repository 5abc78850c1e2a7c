"""One state of a knowledge base, with its pack and learned data. A refresh replaces it as a whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from fingerpost.answers import Composer
from fingerpost.core.errors import KnowledgeBaseError
from fingerpost.core.settings import Settings
from fingerpost.engine.approved.memory import ApprovedMemory
from fingerpost.engine.approved.recall import Recall
from fingerpost.engine.context import AskContext
from fingerpost.engine.gate import Gate, policy_of
from fingerpost.engine.opened import Opened
from fingerpost.engine.question_reader import QuestionReader
from fingerpost.engine.registry import reader_kind
from fingerpost.linking import (
    EMPTY_PACK,
    Display,
    Learned,
    Lexicon,
    ValueIndex,
    learned_for,
    read_pack,
    speaking,
    spoken_names,
)
from fingerpost.questions import Parser, seen_with
from fingerpost.stores import KnowsToOne

if TYPE_CHECKING:
    from fingerpost.llm import LanguageModel


class Snapshot:
    """An open state, and what is built from it on first use. Immutable; call `close` when done."""

    def __init__(
        self, opened: Opened, settings: Settings, reader: Callable[[AskContext], QuestionReader] | None = None
    ) -> None:
        """Read the pack and the learned data. `reader` makes the reader of questions if the pack has none.

        Raises:
            SettingsError: the pack is missing or invalid, or the learned data cannot be read.
        """
        self.opened = opened
        self.settings = settings
        self._reader = reader
        self.pack_name = name = settings.pack or opened.manifest.pack
        self.pack = (read_pack(name) if name else EMPTY_PACK).fitted(opened.schema)
        self.learned = learned_for(settings.learned, opened.folder, name)
        self.approved = ApprovedMemory(opened.folder)
        self.schema = seen_with(opened.schema, self.pack)
        self.spoken = spoken_names(self.schema, self.pack)
        with speaking(self.spoken):
            self.display = Display(self.schema, self.pack)
        spellings = opened.index.spellings if isinstance(opened.index, ValueIndex) else None
        store = opened.store
        to_one = store.to_one if isinstance(store, KnowsToOne) else None
        self.gate = Gate(self.schema, policy_of(settings), store.dialect, spellings, to_one)

    @property
    def index(self) -> ValueIndex:
        """The value index. Only questions need it.

        Raises:
            KnowledgeBaseError: `kb.damaged`.
        """
        if isinstance(self.opened.index, KnowledgeBaseError):
            raise self.opened.index
        return self.opened.index

    @cached_property
    def context(self) -> AskContext:
        """The context for answering questions.

        Raises:
            KnowledgeBaseError: `kb.damaged`; the value index cannot be read.
            SettingsError: the setting `model` names no model, or the model needs a key.
            MissingExtra: a model is set and its client library is not installed.
        """
        parser = self.parser_with(self.learned)
        context = AskContext(
            schema=self.schema,
            parser=parser,
            gate=self.gate,
            store=self.opened.store,
            composer=Composer(self.schema, self.display, self.settings.list_limit),
            display=self.display,
            settings=self.settings,
            learned=self.learned,
            sources=self.opened.manifest.sources,
            unfound=tuple(map(str, self.opened.unfound)),
            folder=self.opened.folder / self.opened.manifest.data,
            recall=Recall(self.approved.all, parser.link),
            pack=self.pack_name,
            model=self._model(),
        )
        kind = reader_kind(self.pack_name) or self._reader
        return replace(context, reader=kind(context)) if kind is not None else context

    def _model(self) -> LanguageModel | None:
        if not self.settings.model:
            return None
        from fingerpost.llm import model_of

        return model_of(self.settings.model, self.settings.models)

    def parser_with(self, learned: Learned, *, noting: bool = False) -> Parser:
        """A parser with other learned data; `noting` keeps the features of every reading, for learning."""
        lexicon = Lexicon(self.schema, self.pack, self.spoken)
        width = self.settings.beam_width
        return Parser(self.schema, lexicon, self.index, beam_width=width, learned=learned, noting=noting)

    def close(self) -> None:
        """Close the store and the index."""
        self.opened.close()
