"""Functions watched and switched off, in a package made for it."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from scripts.reading.switches import OTHER, Switches, usual_kind

RULES = """
from functools import lru_cache

def is_red(word):
    return word == "red"

def painted(words, more=()):
    return [*words, "paint"] if is_red(words[0]) else words

@lru_cache
def length(word):
    return len(word) if word else None

def letters(word):
    yield from word

class Reader:
    @property
    def name(self):
        return "reader"

    @staticmethod
    def first(words):
        return words[0]

TABLE = (painted,)
"""


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    package = tmp_path / "switched_rules"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "rules.py").write_text(RULES)
    monkeypatch.syspath_prepend(tmp_path)
    yield importlib.import_module("switched_rules.rules")
    for name in ("switched_rules", "switched_rules.rules"):
        sys.modules.pop(name, None)


def test_what_functions_return_is_seen_and_they_return_the_same(rules: ModuleType) -> None:
    switches = Switches(("switched_rules",))
    switches.watch()
    words = ["blue"]
    assert rules.TABLE[0](words) is words
    assert rules.painted(["red"], more=(1,)) == ["red", "paint"]
    assert rules.length("") is None
    assert list(rules.letters("")) == []
    assert (rules.Reader().name, rules.Reader.first(["a"])) == ("reader", "a")
    assert switches.seen() == {
        "switched_rules.rules:is_red": {"False", "True"},
        "switched_rules.rules:painted": {"argument 0", OTHER},
        "switched_rules.rules:length": {"None"},
        "switched_rules.rules:letters": {"[]"},
        "switched_rules.rules:Reader.name": {OTHER},
        "switched_rules.rules:Reader.first": {OTHER},
    }
    assert switches.seen() == {}
    switches.restore()
    assert rules.painted(["red"]) == ["red", "paint"]
    assert switches.seen() == {}


def test_what_is_switched_off_returns_its_usual_value_wherever_it_is_called_from(rules: ModuleType) -> None:
    switches = Switches(("switched_rules",))
    switches.switch_off("switched_rules.rules:painted", "argument 0")
    assert rules.TABLE[0](["red"]) == ["red"]
    switches.restore()
    switches.switch_off("switched_rules.rules:is_red", "False")
    assert rules.painted(["red"]) == ["red"]
    switches.switch_off("switched_rules.rules:letters", "[]")
    assert list(rules.letters("abc")) == []
    switches.restore()
    assert list(rules.letters("abc")) == ["a", "b", "c"]


def test_the_usual_value_is_what_most_questions_saw_and_no_own_one() -> None:
    assert usual_kind(Counter({"None": 3, OTHER: 9})) == "None"
    assert usual_kind(Counter({"False": 3, "True": 3})) == "False"
    assert usual_kind(Counter({OTHER: 9})) is None
