"""One way to any language model: endpoints of OpenAI's protocol, Anthropic, and chat models of LangChain."""

from fingerpost.core.model_settings import ModelSettings
from fingerpost.llm.endpoint import Endpoint, endpoint_of
from fingerpost.llm.making import model_of
from fingerpost.llm.model import LanguageModel, OnText, Reply, Wish
from fingerpost.llm.spending import PROCESS, Spending, cost_of, tokens_of, used
from fingerpost.llm.transport import bounded_transport

__all__ = [
    "PROCESS",
    "Endpoint",
    "LanguageModel",
    "ModelSettings",
    "OnText",
    "Reply",
    "Spending",
    "Wish",
    "bounded_transport",
    "cost_of",
    "endpoint_of",
    "model_of",
    "tokens_of",
    "used",
]
