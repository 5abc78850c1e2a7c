"""Graph stores behind one narrow protocol. No store's own name is used outside this package."""

from __future__ import annotations

DEFAULT_STORE = "kglite"
"""The store that a knowledge base uses unless its manifest names another (an entry point of `fingerpost.stores`)."""
