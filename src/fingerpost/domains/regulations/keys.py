"""Keys of the graph that its loader writes and its questions read."""

from typing import Final

BY_TITLE: Final = "title:"
"""Begins the key of what is cited by its title alone, because the source gives no link."""
