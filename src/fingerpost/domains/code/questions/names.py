"""The names that a code base has, to recognise them in questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import process

from fingerpost.domains.code.enrichment import Tag
from fingerpost.domains.code.questions.request import NotInGraph, UnknownName
from fingerpost.domains.code.questions.topics import Topics
from fingerpost.domains.code.questions.vocabulary import integer_words

_SIMILAR = 3
_LIKE_ENOUGH = 70
_QUALIFIER = re.compile(r"\b(?:const|volatile|struct|enum|union)\s+")
"""What the graph leaves out of the names of types."""
_WORD = re.compile(r"[A-Za-z_]\w*")
_HEAD = re.compile(r"(?:\w+\s*\([^(){]*\)\s*)?[^({]*")
"""What stands before a function's parameters, a macro with its arguments first."""
_BUILT_IN = frozenset("void float double bool _Bool str bytes size_t ssize_t ptrdiff_t wchar_t".split()) | {
    "long double"
}
_SAID = {
    "static": "static",
    "indirectlyRecursive": "indirectly recursive",
    "leaf": "leaf functions",
    "callsThroughPointer": "calling through a pointer",
    "visibility": "public, protected or private",
}


@dataclass(frozen=True)
class Names:
    """Names by what they are: methods, globals, fields, types, files, strings.

    `qualified` are methods with their class or module (`Session.get`); `types` are structs, unions, enums and classes;
    `modules` what files import or include.
    """

    methods: Collection[str] = ()
    qualified: Collection[str] = ()
    globals: Collection[str] = ()
    fields: Collection[str] = ()
    types: Collection[str] = ()
    classes: Collection[str] = ()
    parameters: Collection[str] = ()
    modules: Collection[str] = ()
    project: str = ""
    """The folder that the code was in when the graph was made, without its version."""
    accessed: Collection[str] = ()
    """The fields that the code reads or writes by name."""
    read_identifiers: Callable[[], Collection[str]] = tuple
    """Reads the names that stand in the code by themselves, constants of enums among them."""
    read_owners: Callable[[], Mapping[str, Collection[str]]] = dict
    """Reads the types that have each field."""
    read_strings: Callable[[], Collection[str]] = tuple
    """Reads the string literals of the code, which are many and seldom asked for."""
    functions: Collection[str] = ()
    """The functions that have a body here."""
    macros: Collection[str] = ()
    macro_properties: Collection[str] = ()
    """The properties that macros have."""
    files: Collection[str] = ()
    all_types: Collection[str] = ()
    """The types of the code, those of the language included; empty where they are not known."""
    tags: Collection[Tag] = ()
    """The tags that functions have."""
    measured: Collection[str] | None = None
    """The properties that functions have; None where that is not known."""
    read_heads: Callable[[], Collection[str]] = tuple
    """Reads the code of the functions."""
    read_aliases: Callable[[], Collection[str]] = tuple
    """Reads the names of types that say what they stand for."""
    read_topics: Callable[[], Topics] = lambda: Topics(())
    """Reads what names and comments tell of functions, which few questions need."""

    @cached_property
    def callable(self) -> frozenset[str]:
        return frozenset(self.methods)

    @cached_property
    def topics(self) -> Topics:
        """The functions by the words that tell of them."""
        return self.read_topics()

    @cached_property
    def aliases(self) -> Collection[str]:
        """The types that are names of others."""
        return self.read_aliases()

    @cached_property
    def marks(self) -> frozenset[str]:
        """Words before the names of functions, as `inline` and macros; a macro with what it is given comes first."""
        heads = map(_HEAD.match, self.read_heads())
        return frozenset(word for head in heads if head is not None for word in _WORD.findall(head[0]))

    @property
    def commented(self) -> bool:
        """Whether the graph has comments of functions."""
        return self.measured is None or "comment" in self.measured

    @cached_property
    def strings(self) -> Collection[str]:
        """The string literals, as they are written in the code."""
        return self.read_strings()

    @cached_property
    def _folded(self) -> dict[str, str]:
        """Methods by their name in lower case, where that is unique."""
        found: dict[str, str] = {}
        twice: set[str] = set()
        for name in self.callable:
            if found.setdefault(name.lower(), name) != name:
                twice.add(name.lower())
        return {low: name for low, name in found.items() if low not in twice}

    def method(self, name: str) -> str | None:
        """The method with that name, in another case if one method has it and nothing else is written so; or None."""
        plain = name.replace("::", ".")
        if "." in plain:
            space, _, last = plain.rpartition(".")
            if plain in self.qualified:
                return plain
            # a namespace says where a function of a library is from, not which class has it
            return self.method(last) if "::" in name and space.rpartition(".")[2] not in self.types else None
        if name in self.callable:
            return name
        other = any(name in kind for kind in (self.fields, self.globals, self.types))
        return None if other else self._folded.get(name.lower())

    def has(self, name: str) -> bool:
        """Whether a method, variable, field, type, parameter, module or file has that name."""
        kinds = (self.fields, self.globals, self.types, self.all_types, self.parameters, self.modules)
        return self.method(name) is not None or any(name in kind for kind in kinds) or self._is_file(name)

    def _is_file(self, name: str) -> bool:
        return any(file.rpartition("/")[2].partition(".")[0] == name for file in self.files)

    def mentions(self, text: str) -> bool:
        """Whether a string literal contains the text."""
        return any(text in one for one in self.strings)

    def imported(self, name: str) -> tuple[str, ...]:
        """What files import that is of that name, or within it: `urllib3` also means `urllib3.util`."""
        found = (one for one in self.modules if one in (name, f".{name}") or one.lstrip(".").startswith(f"{name}."))
        return tuple(sorted(found)) or (name,)

    def literals(self, text: str) -> tuple[str, ...]:
        """The string literals with that text; where there are none, those that contain it."""
        exact = f'"{text}"'
        found = [one for one in self.strings if one == exact] or [one for one in self.strings if text in one]
        return tuple(sorted(found)) or (exact,)

    def file(self, name: str) -> str:
        """The file with that name or path ending.

        Raises:
            UnknownName: there is none.
        """
        for file in self.files:
            if file == name or file.endswith(f"/{name}") or file.lower() == name.lower():
                return file
        raise self.unknown(name, "file", self.files)

    def module(self, name: str) -> str:
        """The file of a module.

        Raises:
            UnknownName: there is none.
        """
        for file in self.files:
            if file.rpartition("/")[2].rpartition(".")[0] == name:
                return file
        raise self.unknown(name, "module", self.files)

    def one_of(self, name: str, known: Collection[str], what: str) -> str:
        """The name if it is known.

        Raises:
            UnknownName: it is not.
        """
        if name in known:
            return name
        raise self.unknown(name, what, known)

    def field(self, name: str, of: str | None) -> str:
        """The name of a field, of a type if one is named.

        Raises:
            UnknownName: there is none.
            NotInGraph: it is a constant of an enum; or another type has a field of that name, and accesses do not say
                of which type.
        """
        found = self.one_of(name, self.fields, "field")
        if found not in self.accessed and found in self.read_identifiers():
            raise NotInGraph(f"{found} is a constant, and the graph does not say which functions use it.")
        if of is None:
            return found
        owners = self.read_owners().get(name, ())
        if self.one_of(of, self.types, "struct, union or class") not in owners:
            raise self.unknown(f"{of}.{name}", "field", [f"{one}.{name}" for one in owners])
        if len(owners) > 1:
            text = f"Several types have a field {name}, and the graph does not say of which an access is: "
            raise NotInGraph(f"{text}{', '.join(sorted(owners))}. Ask for all accesses of the field {name}.")
        return found

    def type(self, name: str) -> str:
        """The name of a type.

        Raises:
            UnknownName: no variable or function of the code has it.
        """
        plain = _QUALIFIER.sub("", name)
        if plain.rstrip("*") in self.all_types or plain in self.all_types:
            return plain
        if self.all_types and name.rstrip("*") not in self.all_types and name not in self.all_types:
            raise self.unknown(name.rstrip("*"), "type", self.all_types)
        return name

    def types_like(self, name: str) -> tuple[str, ...]:
        """The names that the graph has for a type: one, or several where it spells an integer type of C differently.

        Raises:
            UnknownName: no variable or function of the code has it.
        """
        base = name.rstrip("*")
        wanted = integer_words(_QUALIFIER.sub("", base))
        if wanted is None:
            return (self.type(name),)
        found = {one for one in self.all_types if "*" not in one and integer_words(one) == wanted}
        stars = name[len(base) :]
        return tuple(sorted(f"{one}{stars}" for one in found)) or (self.type(name),)

    def types_taken(self, name: str) -> tuple[str, ...]:
        """A type of the code's own with pointers to it, by which functions of C take and return it; else `types_like`.

        Raises:
            UnknownName: no variable or function of the code has it.
        """
        found = self.types_like(name)
        own = "*" not in name and integer_words(_QUALIFIER.sub("", name)) is None and name not in _BUILT_IN
        return (*found, *(f"{one}*" for one in found)) if own else found

    def flag(self, name: str) -> str:
        """The property.

        Raises:
            NotInGraph: functions do not have it in this graph.
        """
        if self.measured is not None and name not in self.measured:
            text = f"The graph does not say which functions are {_SAID.get(name, name)}."
            raise NotInGraph(text)
        return name

    def unknown(self, name: str, what: str, known: Collection[str] | None = None) -> UnknownName:
        """The error for a name that the code does not have, with similar ones."""
        found = process.extract(name, list(known or (self.qualified if "." in name else self.callable)), limit=_SIMILAR)
        return UnknownName(name, what, tuple(text for text, score, _ in found if score >= _LIKE_ENOUGH))
