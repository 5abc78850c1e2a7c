"""Functions of a package that can be watched, or switched off so that they return what they usually do.

A rule of the reader mostly says "nothing here": None, False, an empty list, or what it was given. Whatever else it
returns is a decision.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

OTHER = "other"
"""What a function returned that is none of the usual values."""
_GENERATOR = 0x20
_EMPTY: Mapping[str, Callable[[], object]] = {
    "None": lambda: None,
    "False": lambda: False,
    "True": lambda: True,
    "0": lambda: 0,
    "''": str,
    "()": tuple,
    "[]": list,
    "{}": dict,
    "set()": set,
    "frozenset()": frozenset,
}
_ARGUMENT = "argument "
_CALLED = "__switched__"
"""The name by which exchanged code finds what is called in place of a function."""
_MANY = 4_000
"""Calls after which what mostly returns something of its own is no longer watched: it is machinery, and no rule."""

_Called = Callable[[tuple[Any, ...], dict[str, Any]], Any]


class Switches:
    """The functions and methods of some packages by `module:name`, without closures and special methods.

    What a function is called by stays as it is: its code is exchanged in place, so that tables of functions and names
    imported elsewhere lead to the exchanged code too.
    """

    def __init__(self, packages: tuple[str, ...]) -> None:
        self._functions = dict(found for package in packages for found in _functions(package))
        self._code = {name: (f.__code__, f.__defaults__, f.__kwdefaults__) for name, f in self._functions.items()}
        self._real = {name: _copy(function) for name, function in self._functions.items()}
        self._called: dict[str, _Called] = {}
        self._kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._seen: defaultdict[str, set[str]] = defaultdict(set)

    def watch(self) -> None:
        """Note from now on what each function returns, but for machinery."""
        for name in self._functions:
            if not self._is_machinery(name):
                self._exchange(name, self._watching(name))

    def seen(self) -> dict[str, frozenset[str]]:
        """What each function returned since this was asked last, as kinds of values."""
        found = {name: frozenset(kinds) for name, kinds in self._seen.items() if not self._is_machinery(name)}
        self._seen.clear()
        return found

    def switch_off(self, name: str, kind: str) -> None:
        """Let a function return only its usual value, of this kind."""
        usual = _usual(kind)
        many = self._is_generator(name)
        self._exchange(name, lambda given, _: iter(usual(given)) if many else usual(given))

    def restore(self) -> None:
        """Give all functions their own code back."""
        for name, function in self._functions.items():
            function.__code__, function.__defaults__, function.__kwdefaults__ = self._code[name]

    def _is_machinery(self, name: str) -> bool:
        kinds = self._kinds[name]
        return kinds.total() > _MANY and kinds.most_common(1)[0][0] == OTHER

    def _is_generator(self, name: str) -> bool:
        return bool(self._code[name][0].co_flags & _GENERATOR)

    def _watching(self, name: str) -> _Called:
        real, many = self._real[name], self._is_generator(name)

        def watched(given: tuple[Any, ...], named: dict[str, Any]) -> Any:
            returned = list(real(*given, **named)) if many else real(*given, **named)
            kind = _kind(returned, given)
            self._seen[name].add(kind)
            self._kinds[name][kind] += 1
            return iter(returned) if many else returned

        return watched

    def _exchange(self, name: str, called: _Called) -> None:
        self._called[name] = called
        function, made = self._functions[name], dict[str, Any]()
        function.__globals__[_CALLED] = self._called
        exec(f"def instead(*given, **named): return {_CALLED}[{name!r}](given, named)", made)
        function.__code__, function.__defaults__, function.__kwdefaults__ = made["instead"].__code__, None, None


def usual_kind(kinds: Counter[str]) -> str | None:
    """The value that a function returns for most questions, by how many saw each kind; None if it has none."""
    usual = [kind for kind in kinds if kind != OTHER]
    # "True" lets something be only where nothing else is as usual.
    return max(usual, key=lambda kind: (kinds[kind], kind != "True"), default=None)


def _functions(package: str) -> Iterator[tuple[str, FunctionType]]:
    root = importlib.import_module(package)
    for found in pkgutil.walk_packages(root.__path__, package + "."):
        module = importlib.import_module(found.name)
        yield from _own(module, vars(module), "")
        for value in list(vars(module).values()):
            if isinstance(value, type) and value.__module__ == module.__name__:
                yield from _own(module, vars(value), value.__name__ + ".")


def _own(module: ModuleType, names: Mapping[str, Any], owner: str) -> Iterator[tuple[str, FunctionType]]:
    for name, value in list(names.items()):
        function = _inner(value)
        if not isinstance(function, FunctionType) or function.__module__ != module.__name__:
            continue
        if not function.__code__.co_freevars and not name.startswith("__"):
            yield f"{module.__name__}:{owner}{name}", function


def _inner(value: Any) -> Any:
    """The function behind a property, a static method or a cache."""
    if isinstance(value, property):
        return value.fget
    while not isinstance(value, FunctionType) and hasattr(value, "__wrapped__"):
        value = value.__wrapped__
    return value


def _copy(function: FunctionType) -> FunctionType:
    copied = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    copied.__kwdefaults__ = function.__kwdefaults__
    return copied


def _kind(returned: object, given: tuple[object, ...]) -> str:
    simple = repr(returned) if isinstance(returned, (bool, int, str, type(None))) else ""
    for kind, made in _EMPTY.items():
        if simple == kind or (not simple and type(returned) is type(made()) and returned == made()):
            return kind
    for place, one in enumerate(given):
        if returned is one or (type(returned) is type(one) and not isinstance(one, bool) and returned == one):
            return f"{_ARGUMENT}{place}"
    return OTHER


def _usual(kind: str) -> Callable[[tuple[Any, ...]], Any]:
    if kind.startswith(_ARGUMENT):
        place = int(kind.removeprefix(_ARGUMENT))
        return lambda given: given[place]
    return lambda _: _EMPTY[kind]()
