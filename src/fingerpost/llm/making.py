"""The model that the setting `model` names or is."""

from __future__ import annotations

from typing import Any

from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.anthropic_model import AnthropicModel
from fingerpost.llm.chat import ChatModel
from fingerpost.llm.endpoint import ANTHROPIC, endpoint_of
from fingerpost.llm.invoked import InvokedModel
from fingerpost.llm.model import LanguageModel
from fingerpost.llm.spending import MeteredModel


def model_of(given: Any, settings: ModelSettings | None = None) -> LanguageModel:
    """A model by its name, or a chat model of LangChain; its calls count against the money of this process.

    Its limits are `settings`; default: those of the environment.

    Raises:
        SettingsError: `settings.invalid`; it names no model, or the model needs a key.
        MissingExtra: its client library is not installed.
    """
    return MeteredModel(_model_of(given, settings or ModelSettings()))


def _model_of(given: Any, settings: ModelSettings) -> LanguageModel:
    if not isinstance(given, str):
        return InvokedModel(given, settings)
    endpoint = endpoint_of(given)
    return AnthropicModel(endpoint.model, settings) if endpoint.url == ANTHROPIC else ChatModel(endpoint, settings)
