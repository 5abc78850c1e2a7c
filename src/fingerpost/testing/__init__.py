"""The conformance kit of graph stores: subclass `StoreConformance` in a test module, and every case runs on your store.

    class TestMine(StoreConformance):
        kind = MyStore

It needs pytest, the extra `testing`. docs/plugins.md says what a store must do, `Conformance` what may be said of it.
"""

from __future__ import annotations

from fingerpost.core.errors import MissingExtra

try:
    import pytest
except ImportError as error:
    hint = 'pip install "fingerpost[testing]"'
    raise MissingExtra("the conformance kit needs pytest", code="extra.missing", hint=hint) from error

_CASES = (
    "asking base cells concurrency elements functions hostile limits locks places plans readback renaming rematching "
    "runaways schema semantics values"
).split()
pytest.register_assert_rewrite(*(f"{__name__}.{name}" for name in _CASES))

from fingerpost.testing.conformance import Answers, StoreConformance  # noqa: E402 - its asserts tell what they compare

__all__ = ["Answers", "StoreConformance"]
