"""Questions about code: which functions, calls and types they name, and the plans that answer them."""

from fingerpost.domains.code.questions.reader import CodeReader

__all__ = ["CodeReader"]
