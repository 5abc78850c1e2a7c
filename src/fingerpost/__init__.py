"""fingerpost: ask a graph in plain words; get a verified, cited answer, or an honest "that is not in this graph"."""

from __future__ import annotations

__version__ = "0.1.0"
