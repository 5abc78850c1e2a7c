"""Whose property was named right before a value: "with the language French"."""

from __future__ import annotations

from fingerpost.linking.text import split_name
from fingerpost.questions.algebra import has_role
from fingerpost.questions.roles import Role
from fingerpost.questions.state import State

DESCRIBES = 3
"""How many words may stand between a property and the value that it describes."""


def described_owner(state: State, start: int, name: str, owner: str | None) -> int | None:
    """The node whose property was named just before and is the one that this value has."""
    if state.descriptor < 0 or start - state.descriptor_end > DESCRIBES:
        return None
    item = state.items[state.descriptor]
    if item.edge or item.property is None or not _goes_on(item.property, name):
        return None
    if start - state.descriptor_end > 1 and has_role(item, Role.ASK):
        return None  # "what is the language spoken by the Dutch": it is asked for
    return item.owner if owner is None or state.nodes[item.owner].label == owner else None


def _goes_on(said: str, name: str) -> bool:
    """Whether a name is the one that was said, or goes on where that ends: the home port, and its country."""
    words = split_name(said)
    return said == name or (len(words) > 1 and split_name(name)[: len(words)] == words)
