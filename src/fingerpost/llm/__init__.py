"""One way to any language model: an endpoint that speaks the OpenAI chat protocol."""

from fingerpost.llm.chat import ChatModel, Reply
from fingerpost.llm.endpoint import Endpoint, endpoint_of
from fingerpost.llm.settings import ModelSettings

__all__ = ["ChatModel", "Endpoint", "ModelSettings", "Reply", "endpoint_of"]
