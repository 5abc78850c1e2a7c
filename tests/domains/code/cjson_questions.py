"""A hundred questions of programmers about cJSON, each with its answer computed over the raw graph.

A set is the names to list, a number what is counted or measured, a Boolean yes or no, a text what the answer must say,
a list a call chain of that length, and None a question that the graph cannot answer. Every third question is kept back:
the rules were written without looking at how these come out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import networkx as nx
from raw_graph import RawGraph, above, most

Expected = set[str] | int | float | bool | str | list[str] | None

QUESTIONS: Final[tuple[tuple[str, Callable[[RawGraph], Expected]], ...]] = (
    ("Which functions call cJSON_Delete?", lambda g: g.callers("cJSON_Delete")),
    ("Who calls cJSON_New_Item?", lambda g: g.callers("cJSON_New_Item")),
    ("List the callers of ensure.", lambda g: g.callers("ensure")),
    ("What does cJSON_ParseWithOpts call?", lambda g: g.callees("cJSON_ParseWithOpts")),
    ("Which functions does parse_value call?", lambda g: g.callees("parse_value")),
    ("Which functions are called by print_value?", lambda g: g.callees("print_value")),
    ("How many functions are there?", lambda g: len(g.functions)),
    ("How many functions call cJSON_strdup?", lambda g: len(g.callers("cJSON_strdup"))),
    ("Where is strcpy used?", lambda g: g.callers("strcpy")),
    ("Which functions call memcpy but not memset?", lambda g: g.callers("memcpy") - g.callers("memset")),
    (
        "Which functions call cJSON_New_Item without cJSON_Delete?",
        lambda g: g.callers("cJSON_New_Item") - g.callers("cJSON_Delete"),
    ),
    (
        "Find functions that call cJSON_Duplicate and never call cJSON_Delete.",
        lambda g: g.callers("cJSON_Duplicate") - g.callers("cJSON_Delete"),
    ),
    ("What is the longest function?", lambda g: most(g.lines)),
    ("What are the five longest functions?", lambda g: most(g.lines, 5)),
    ("Show me the 3 longest functions in cJSON_Utils.c", lambda g: most(_in(g, g.lines, "cJSON_Utils.c"), 3)),
    ("Which function has the highest cyclomatic complexity?", lambda g: most(g.complexity)),
    ("Which functions are longer than 100 lines?", lambda g: above(g.lines, 100)),
    ("How many functions have more than 50 lines?", lambda g: len(above(g.lines, 50))),
    ("Which functions have more than four parameters?", lambda g: above(_counts(g), 4)),
    ("Which function takes the most parameters?", lambda g: most(_counts(g))),
    ("Functions with at least 4 arguments", lambda g: above(_counts(g), 3)),
    ("What are the parameters of print_string_ptr?", lambda g: {name for name, _ in g.parameters["print_string_ptr"]}),
    ("How many parameters does cJSON_Compare take?", lambda g: len(g.parameters["cJSON_Compare"])),
    ("What arguments does cJSON_PrintBuffered take?", lambda g: {n for n, _ in g.parameters["cJSON_PrintBuffered"]}),
    ("What does cJSON_GetArraySize return?", lambda g: g.returns["cJSON_GetArraySize"]),
    ("Which functions return a double?", lambda g: _of(g.returns, "double")),
    (
        "List all functions returning cJSON_bool that are defined in cJSON_Utils.c.",
        lambda g: _of(g.returns, "cJSON_bool") & _files(g, "cJSON_Utils.c"),
    ),
    ("Is cJSON_Compare recursive?", lambda g: "cJSON_Compare" in g.recursive),
    ("Which functions are recursive?", lambda g: g.recursive),
    ("Which functions call themselves?", lambda g: g.recursive),
    ("Which functions are never called?", lambda g: g.uncalled),
    ("List the unused functions in cJSON_Utils.c", lambda g: g.uncalled & _files(g, "cJSON_Utils.c")),
    ("How many functions have no callers?", lambda g: len(g.uncalled)),
    ("Which external functions are called?", lambda g: {c for _, c, _ in g.sites} & g.external),
    ("Which macros are used in parse_string?", lambda g: set(g.calls.successors("parse_string")) & g.macros),
    ("Which functions use the macro cJSON_IsReference?", lambda g: g.callers("cJSON_IsReference")),
    ("What are the fields of struct cJSON?", lambda g: set(g.fields["cJSON"])),
    ("What fields does printbuffer have?", lambda g: set(g.fields["printbuffer"])),
    ("List the members of internal_hooks", lambda g: set(g.fields["internal_hooks"])),
    ("Which structs have a field named depth?", lambda g: {s for s, f in g.fields.items() if "depth" in f}),
    ("List the global variables.", lambda g: set(g.globals)),
    ("How many global variables are there?", lambda g: len(g.globals)),
    ("Where is cJSON_Print defined?", lambda g: g.place("cJSON_Print")),
    ("In which file is compare_json defined?", lambda g: g.file["compare_json"]),
    ("Where can I find the function merge_patch?", lambda g: g.place("merge_patch")),
    ("Which functions are defined in cJSON_Utils.c?", lambda g: _files(g, "cJSON_Utils.c")),
    ("How many functions does cJSON.c contain?", lambda g: len(_files(g, "cJSON.c"))),
    ("How many functions are in cJSON_Utils.c?", lambda g: len(_files(g, "cJSON_Utils.c"))),
    ("Which string literals does print_value use?", lambda g: g.strings("print_value")),
    ('Which functions use the string "null"?', lambda g: g.with_string("null")),
    ('Which functions contain the string literal "replace"?', lambda g: g.with_string("replace")),
    ("Which functions contain a goto?", lambda g: g.having("GOTO")),
    ("Which functions have a switch statement?", lambda g: g.having("SWITCH")),
    ("Which functions contain loops?", lambda g: g.having("FOR", "WHILE", "DO")),
    ("Which functions in cJSON.c have a while loop?", lambda g: g.having("WHILE") & _files(g, "cJSON.c")),
    ("What local variables does parse_number have?", lambda g: g.locals("parse_number")),
    ("Show the locals of cJSON_Compare.", lambda g: g.locals("cJSON_Compare")),
    ("Which functions access the field valuedouble?", lambda g: g.accessing("valuedouble")),
    ("Does parse_object call parse_value?", lambda g: g.calls.has_edge("parse_object", "parse_value")),
    ("Does print_number call parse_number?", lambda g: g.calls.has_edge("print_number", "parse_number")),
    ("Can cJSON_Parse reach parse_string?", lambda g: "parse_string" in g.reached("cJSON_Parse")),
    ("Which functions does cJSON_Print call directly or indirectly?", lambda g: g.reached("cJSON_Print")),
    ("Which functions can reach update_offset?", lambda g: g.reaching("update_offset")),
    ("Show a call chain from cJSON_Parse to parse_number.", lambda g: _chain(g, "cJSON_Parse", "parse_number")),
    (
        "How does cJSONUtils_ApplyPatches get to cJSON_Delete?",
        lambda g: _chain(g, "cJSONUtils_ApplyPatches", "cJSON_Delete"),
    ),
    (
        "What is the call path from cJSON_PrintUnformatted to ensure?",
        lambda g: _chain(g, "cJSON_PrintUnformatted", "ensure"),
    ),
    ("Which headers does cJSON.c include?", lambda g: g.includes("cJSON.c")),
    ("What does cJSON_Utils.c include?", lambda g: g.includes("cJSON_Utils.c")),
    ("Which functions take a printbuffer pointer?", lambda g: _taking(g, "printbuffer*")),
    ("Which functions have a parameter of type double?", lambda g: _taking(g, "double")),
    (
        'Which functions have a parameter named "format"?',
        lambda g: {n for n, p in g.parameters.items() if "format" in dict(p)},
    ),
    ("How many times is cJSON_IsObject called?", lambda g: sum(callee == "cJSON_IsObject" for _, callee, _ in g.sites)),
    ("At which lines is sprintf called?", lambda g: g.called_at("sprintf")),
    (
        "Which function calls the most other functions?",
        lambda g: most({f: len(g.callees(f) - {f}) for f in g.functions}),
    ),
    (
        "Which function is called by the most functions?",
        lambda g: most({f: len(set(g.calls.predecessors(f)) - {f}) for f in g.functions}),
    ),
    ("What is the average length of a function?", lambda g: sum(g.lines.values()) / len(g.lines)),
    ("How complex is parse_string?", lambda g: g.complexity["parse_string"]),
    ("What is the cyclomatic complexity of apply_patch?", lambda g: g.complexity["apply_patch"]),
    ("Which functions have a complexity above 20?", lambda g: above(g.complexity, 20)),
    ("How long is cJSON_Compare?", lambda g: g.lines["cJSON_Compare"]),
    ("How many lines does print_string_ptr have?", lambda g: g.lines["print_string_ptr"]),
    ("Which functions take no parameters?", lambda g: {n for n, p in g.parameters.items() if not p}),
    ('Which functions start with "parse"?', lambda g: {n for n in g.functions if n.startswith("parse")}),
    ("Functions whose name contains Reference", lambda g: {n for n in g.functions if "Reference" in n}),
    ("Which functions use the global variable global_hooks?", lambda g: g.using("global_hooks")),
    ("Who accesses global_error?", lambda g: g.using("global_error")),
    ("Which functions call both strlen and memcpy?", lambda g: g.callers("strlen") & g.callers("memcpy")),
    ("Which functions call strcmp or strncmp?", lambda g: g.callers("strcmp") | g.callers("strncmp")),
    (
        "Which functions longer than 50 lines call cJSON_Delete?",
        lambda g: above(g.lines, 50) & g.callers("cJSON_Delete"),
    ),
    ("Which functions in cJSON.c call tolower?", lambda g: g.callers("tolower") & _files(g, "cJSON.c")),
    ("How many functions are in each file?", lambda g: {str(len(_files(g, f))) for f in set(g.file.values())}),
    ("What are the values of the enum patch_operation?", lambda g: set(g.fields["patch_operation"])),
    ("What type does the field valuestring have?", lambda g: g.fields["cJSON"]["valuestring"]),
    ("Which functions call through a function pointer?", lambda g: g.pointer_calls()),
    ("Which functions allocate memory?", lambda g: g.allocating),
    ("Which functions allocate memory but never free it?", lambda g: g.allocating - g.freeing),
    ("Which functions call malloc?", lambda g: None),
    ("Who wrote cJSON_Parse?", lambda g: None),
    ("Is cJSON_Version ever called?", lambda g: bool(g.callers("cJSON_Version"))),
    ("What structs are defined in cJSON.h?", lambda g: {"cJSON", "cJSON_Hooks"}),
)
"""The questions, with their answers."""

assert len(QUESTIONS) == 100


def kept_back(index: int) -> bool:
    """Whether the question was not looked at while the rules were written."""
    return index % 3 == 2


def _files(g: RawGraph, file: str) -> set[str]:
    return {name for name, place in g.file.items() if place == file}


def _in(g: RawGraph, values: dict[str, int], file: str) -> dict[str, int]:
    return {name: value for name, value in values.items() if g.file[name] == file}


def _counts(g: RawGraph) -> dict[str, int]:
    return {name: len(pairs) for name, pairs in g.parameters.items()}


def _of(values: dict[str, str], wanted: str) -> set[str]:
    return {name for name, value in values.items() if value == wanted}


def _taking(g: RawGraph, wanted: str) -> set[str]:
    return {name for name, pairs in g.parameters.items() if wanted in dict(pairs).values()}


def _chain(g: RawGraph, start: str, end: str) -> list[str]:
    return list(nx.shortest_path(g.calls, start, end))
