"""The facts of a code property graph by plain walks over the exported file, to compare answers with."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx

_NS = "{http://graphml.graphdrawing.org/xmlns}"
_DECISIONS = {"<operator>.logicalAnd", "<operator>.logicalOr", "<operator>.conditional"}


class RawGraph:
    """Every node and edge of the file; functions are internal methods with a body.

    A function is known by its name, and by `name@file` where several files define one.
    """

    def __init__(self, path: Path) -> None:
        self.graph = nx.MultiDiGraph()
        keys: dict[str, str] = {}
        text = path.read_bytes()
        root = ElementTree.fromstring(gzip.decompress(text) if path.suffix == ".gz" else text)
        for element in root.iter():
            if element.tag == f"{_NS}key":
                keys[element.get("id", "")] = element.get("attr.name", "")
            elif element.tag == f"{_NS}node":
                self.graph.add_node(element.get("id"), **{keys[d.get("key", "")]: d.text or "" for d in element})
            elif element.tag == f"{_NS}edge":
                data = {keys[d.get("key", "")]: d.text for d in element}
                self.graph.add_edge(element.get("source"), element.get("target"), key=data["labelE"])

    def labelled(self, label: str) -> list[str]:
        return [node for node, data in self.graph.nodes(data=True) if data["labelV"] == label]

    def of(self, node: str, key: str) -> str:
        return str(self.graph.nodes[node].get(key, ""))

    def below(self, node: str, edge: str = "AST") -> list[str]:
        return [end for _, end, kind in self.graph.out_edges(node, keys=True) if kind == edge]

    @cached_property
    def owner(self) -> dict[str, str]:
        """The nearest method above each node of the syntax tree."""
        found: dict[str, str] = {}
        for method in self.labelled("METHOD"):
            stack = self.below(method)
            while stack:
                node = stack.pop()
                if self.of(node, "labelV") != "METHOD":
                    found[node] = method
                    stack += self.below(node)
        return found

    @cached_property
    def functions(self) -> dict[str, str]:
        """Node by name."""
        found = [one for one in self.labelled("METHOD") if self._is_function(one)]
        names = Counter(self.of(one, "NAME") for one in found)
        return {self._key(one, names): one for one in found}

    def _key(self, node: str, names: Counter[str]) -> str:
        name = self.of(node, "NAME")
        return name if names[name] == 1 else f"{name}@{self.of(node, 'FILENAME')}"

    def _called(self, caller: str, name: str) -> str:
        """The function that a call names: the one of the caller's own file first."""
        return next((one for one in (f"{name}@{self.file[caller]}", name) if one in self.functions), name)

    def named(self, name: str) -> set[str]:
        return {one for one in self.calls if bare(one) == name}

    def _is_function(self, method: str) -> bool:
        bodies = [one for one in self.below(method) if self.of(one, "labelV") == "BLOCK"]
        internal = self.of(method, "IS_EXTERNAL") == "false" and not self.of(method, "NAME").startswith("<")
        return internal and any(self.below(one) for one in bodies)

    def within(self, label: str) -> list[tuple[str, str]]:
        """(name of the function, node) of each node with that label inside a function."""
        names = {node: name for name, node in self.functions.items()}
        return [(names[self.owner[n]], n) for n in self.labelled(label) if self.owner.get(n) in names]

    @cached_property
    def macros(self) -> set[str]:
        return {self.of(c, "NAME") for c in self.labelled("CALL") if self.of(c, "DISPATCH_TYPE") == "INLINED"}

    @cached_property
    def external(self) -> set[str]:
        methods = {self.of(one, "NAME") for one in self.labelled("METHOD") if self.of(one, "IS_EXTERNAL") == "true"}
        return {one for one in methods if not one.startswith("<")} - self.macros

    @cached_property
    def sites(self) -> list[tuple[str, str, str]]:
        """(caller, callee, node) of each call that is not an operator."""
        found = [(caller, self._called(caller, self.of(node, "NAME")), node) for caller, node in self.within("CALL")]
        return [one for one in found if not one[1].startswith("<")]

    @cached_property
    def calls(self) -> nx.DiGraph:
        """Functions, external functions and macros by name, caller to callee."""
        graph = nx.DiGraph()
        graph.add_nodes_from(self.functions)
        graph.add_edges_from((caller, callee) for caller, callee, _ in self.sites)
        return graph

    def callers(self, name: str) -> set[str]:
        return {caller for one in self.named(name) for caller in self.calls.predecessors(one)}

    def callees(self, name: str) -> set[str]:
        """What a function calls, macros left out."""
        return set(self.calls.successors(name)) - self.macros

    def reached(self, name: str) -> set[str]:
        """What a function calls directly or indirectly, itself left out, macros left out."""
        return set(nx.descendants(self.calls, name)) - self.macros - {name}

    def reaching(self, name: str) -> set[str]:
        return set(nx.ancestors(self.calls, name)) - {name}

    @cached_property
    def uncalled(self) -> set[str]:
        return {one for one in self.functions if not set(self.calls.predecessors(one)) - {one}}

    @cached_property
    def recursive(self) -> set[str]:
        return {one for one in self.functions if self.calls.has_edge(one, one)}

    @cached_property
    def lines(self) -> dict[str, int]:
        ends = {name: (self.of(n, "LINE_NUMBER"), self.of(n, "LINE_NUMBER_END")) for name, n in self.functions.items()}
        return {name: int(end) - int(start) + 1 for name, (start, end) in ends.items()}

    @cached_property
    def complexity(self) -> dict[str, int]:
        found = dict.fromkeys(self.functions, 1)
        for name, node in self.within("CONTROL_STRUCTURE"):
            found[name] += self.of(node, "CONTROL_STRUCTURE_TYPE") in {"IF", "FOR", "WHILE", "DO"}
        for name, node in self.within("JUMP_TARGET"):
            found[name] += self.of(node, "NAME") == "case"
        for name, node in self.within("CALL"):
            found[name] += self.of(node, "NAME") in _DECISIONS
        return found

    def having(self, *kinds: str) -> set[str]:
        """Functions with a control structure of these types."""
        found = self.within("CONTROL_STRUCTURE")
        return {name for name, node in found if self.of(node, "CONTROL_STRUCTURE_TYPE") in kinds}

    @cached_property
    def parameters(self) -> dict[str, list[tuple[str, str]]]:
        """(name, type) of each parameter, in order."""
        found: dict[str, list[tuple[str, str]]] = {}
        for name, node in self.functions.items():
            nodes = [one for one in self.below(node) if self.of(one, "labelV") == "METHOD_PARAMETER_IN"]
            nodes = [one for one in nodes if self.of(one, "TYPE_FULL_NAME") != "void"]
            nodes.sort(key=lambda one: int(self.of(one, "INDEX")))
            found[name] = [(self.of(one, "NAME"), self.of(one, "TYPE_FULL_NAME")) for one in nodes]
        return found

    @cached_property
    def returns(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for name, node in self.functions.items():
            for one in self.below(node):
                if self.of(one, "labelV") == "METHOD_RETURN":
                    found[name] = self.of(one, "TYPE_FULL_NAME")
        return found

    @cached_property
    def file(self) -> dict[str, str]:
        return {name: self.of(node, "FILENAME") for name, node in self.functions.items()}

    def place(self, name: str) -> str:
        return f"{self.file[name]}:{self.of(self.functions[name], 'LINE_NUMBER')}"

    @cached_property
    def fields(self) -> dict[str, dict[str, str]]:
        """Type by field by struct or enum."""
        found: dict[str, dict[str, str]] = {}
        for node in self.labelled("TYPE_DECL"):
            members = [one for one in self.below(node) if self.of(one, "labelV") == "MEMBER"]
            if members:
                found[self.of(node, "NAME")] = {self.of(m, "NAME"): self.of(m, "TYPE_FULL_NAME") for m in members}
        return found

    @cached_property
    def enums(self) -> set[str]:
        found = [(self.of(n, "NAME"), self.of(n, "CODE")) for n in self.labelled("TYPE_DECL")]
        return {name for name, code in found if re.match(r"(typedef )?enum", code)}

    @cached_property
    def globals(self) -> dict[str, str]:
        """Type by global variable; names that are types are artefacts of the front end."""
        types = {self.of(n, "NAME") for n in self.labelled("TYPE_DECL")}
        found: dict[str, str] = {}
        for node in self.labelled("LOCAL"):
            if self.of(self.owner[node], "NAME") == "<global>" and self.of(node, "NAME") not in types:
                found[self.of(node, "NAME")] = node
        return found

    def using(self, variable: str) -> set[str]:
        """Functions that name a global variable and have no variable of their own with the name."""
        own = {name for name, node in self.within("LOCAL") if self.of(node, "NAME") == variable}
        own |= {name for name, pairs in self.parameters.items() if variable in dict(pairs)}
        named = {name for name, node in self.within("IDENTIFIER") if self.of(node, "NAME") == variable}
        return named - own

    def strings(self, function: str) -> set[str]:
        found = [self.of(node, "CODE") for name, node in self.within("LITERAL") if name == function]
        return {one for one in found if one.startswith('"')}

    def with_string(self, text: str) -> set[str]:
        return {name for name, node in self.within("LITERAL") if self.of(node, "CODE") == f'"{text}"'}

    def accessing(self, field: str) -> set[str]:
        found = self.within("FIELD_IDENTIFIER")
        return {name for name, node in found if self.of(node, "CANONICAL_NAME") == field}

    def locals(self, function: str) -> set[str]:
        return {self.of(node, "NAME") for name, node in self.within("LOCAL") if name == function}

    def includes(self, file: str) -> set[str]:
        blocks = [one for one in self.labelled("NAMESPACE_BLOCK") if self.of(one, "FILENAME") == file]
        below = [one for block in blocks for one in self.below(block)]
        return {self.of(one, "IMPORTED_ENTITY") for one in below if self.of(one, "labelV") == "IMPORT"}

    def called_at(self, name: str) -> set[str]:
        """file:line of each call."""
        found = [(caller, node) for caller, called, node in self.sites if bare(called) == name]
        return {f"{self.file[caller]}:{self.of(node, 'LINE_NUMBER')}" for caller, node in found}

    def _managing(self, pattern: str, pointers: str) -> set[str]:
        named = {caller for caller, callee, _ in self.sites if re.search(pattern, callee)}
        through = self.within("CALL")
        return named | {
            name
            for name, node in through
            if self.of(node, "NAME") == "<operator>.pointerCall"
            and re.search(pointers, self.of(node, "CODE").split("(")[0])
        }

    @cached_property
    def allocating(self) -> set[str]:
        """Functions that call something named like an allocator, also through a pointer."""
        return self._managing(r"(?i)(?<!de)alloc|strdup", r"(?i)(?<!de)alloc|strdup")

    @cached_property
    def freeing(self) -> set[str]:
        return self._managing(r"(?i)free|dealloc", r"(?i)free|dealloc")

    def pointer_calls(self) -> set[str]:
        return {name for name, node in self.within("CALL") if self.of(node, "NAME") == "<operator>.pointerCall"}


def bare(name: str) -> str:
    """The name without its file."""
    return name.partition("@")[0]


def most(values: dict[str, int], count: int = 1, *, least: bool = False) -> set[str]:
    """The names with the largest values, ties with the last one included."""
    order = sorted(values.values(), reverse=not least)
    edge = order[min(count, len(order)) - 1]
    return {name for name, value in values.items() if (value <= edge if least else value >= edge)}


def above(values: dict[str, int], bound: int) -> set[str]:
    return {name for name, value in values.items() if value > bound}
