"""One way to any language model: endpoints of OpenAI's protocol, Anthropic, and chat models of LangChain."""

from fingerpost.llm.endpoint import Endpoint, endpoint_of
from fingerpost.llm.making import model_of
from fingerpost.llm.model import LanguageModel, Reply
from fingerpost.llm.settings import ModelSettings
from fingerpost.llm.transport import bounded_transport

__all__ = ["Endpoint", "LanguageModel", "ModelSettings", "Reply", "bounded_transport", "endpoint_of", "model_of"]
