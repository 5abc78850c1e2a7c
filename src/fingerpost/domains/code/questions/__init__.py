"""Questions about code: which functions, calls and types they name, and the plans that answer them."""

from typing import TYPE_CHECKING

from fingerpost.core.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from fingerpost.domains.code.questions.reader import CodeReader as CodeReader

__getattr__ = lazy_exports(__name__, {"reader": "CodeReader"})
