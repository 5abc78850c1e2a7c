"""The model that the setting `model` names or is."""

from __future__ import annotations

from typing import Any

from fingerpost.llm.anthropic_model import AnthropicModel
from fingerpost.llm.chat import ChatModel
from fingerpost.llm.endpoint import ANTHROPIC, endpoint_of
from fingerpost.llm.invoked import InvokedModel
from fingerpost.llm.model import LanguageModel
from fingerpost.llm.settings import ModelSettings


def model_of(given: Any) -> LanguageModel:
    """A model by its name, or a chat model of LangChain.

    Raises:
        SettingsError: `settings.invalid`; it names no model, or the model needs a key.
        MissingExtra: its client library is not installed.
    """
    settings = ModelSettings()
    if not isinstance(given, str):
        return InvokedModel(given, settings)
    endpoint = endpoint_of(given)
    return AnthropicModel(endpoint.model, settings) if endpoint.url == ANTHROPIC else ChatModel(endpoint, settings)
