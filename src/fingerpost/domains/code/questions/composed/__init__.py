"""Questions composed of parts: what is asked, of what, under which conditions; each part in any words and order."""

from fingerpost.domains.code.questions.composed.asks import counts_after
from fingerpost.domains.code.questions.composed.compose import Composed, compose
from fingerpost.domains.code.questions.composed.plainly import plainly

__all__ = ["Composed", "compose", "counts_after", "plainly"]
