"""Words of conditions about functions, as tables and pieces of patterns."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from fingerpost.plans import Comparison

NUMBERS: Final = {
    word: number
    for number, word in enumerate("zero one two three four five six seven eight nine ten eleven twelve".split())
} | {"fifteen": 15, "twenty": 20, "thirty": 30, "fifty": 50, "a hundred": 100, "hundred": 100}
MEASURES: Final = {
    "lines": "lines",
    "lines of code": "lines",
    "loc": "lines",
    "length": "lines",
    "size": "lines",
    "parameters": "parameterCount",
    "parameter": "parameterCount",
    "params": "parameterCount",
    "arguments": "parameterCount",
    "argument": "parameterCount",
    "args": "parameterCount",
    "complexity": "complexity",
    "cyclomatic complexity": "complexity",
    "callers": "callerCount",
    "caller": "callerCount",
    "callees": "calleeCount",
    "loops": "loopCount",
    "loop": "loopCount",
    "loop depth": "loopDepth",
    "calls": "calleeCount",
    "local variables": "localCount",
    "local variable": "localCount",
    "locals": "localCount",
    "return statements": "returnCount",
    "return statement": "returnCount",
    "return": "returnCount",
    "returns": "returnCount",
    "fields": "fieldCount",
    "members": "fieldCount",
    "methods": "methodCount",
}
"""The property of each measure."""
MORE: Final = {
    "more than": Comparison.GT,
    "over": Comparison.GT,
    "above": Comparison.GT,
    "greater than": Comparison.GT,
    "higher than": Comparison.GT,
    "longer than": Comparison.GT,
    "larger than": Comparison.GT,
    "bigger than": Comparison.GT,
    "exceeding": Comparison.GT,
    "exceeds": Comparison.GT,
    "exceed": Comparison.GT,
    ">": Comparison.GT,
    "at least": Comparison.GE,
    "no fewer than": Comparison.GE,
    "no less than": Comparison.GE,
    ">=": Comparison.GE,
    "less than": Comparison.LT,
    "fewer than": Comparison.LT,
    "under": Comparison.LT,
    "below": Comparison.LT,
    "shorter than": Comparison.LT,
    "smaller than": Comparison.LT,
    "lower than": Comparison.LT,
    "<": Comparison.LT,
    "at most": Comparison.LE,
    "no more than": Comparison.LE,
    "up to": Comparison.LE,
    "<=": Comparison.LE,
    "exactly": Comparison.EQ,
    "only": Comparison.EQ,
    "just": Comparison.EQ,
    "=": Comparison.EQ,
}
STRUCTURES: Final = {
    "goto": ("GOTO",),
    "gotos": ("GOTO",),
    "switch": ("SWITCH",),
    "switches": ("SWITCH",),
    "loop": ("FOR", "WHILE", "DO"),
    "loops": ("FOR", "WHILE", "DO"),
    "for loop": ("FOR",),
    "for loops": ("FOR",),
    "while loop": ("WHILE",),
    "while loops": ("WHILE",),
    "do loop": ("DO",),
    "do while loop": ("DO",),
    "do-while loop": ("DO",),
    "do while loops": ("DO",),
    "do-while loops": ("DO",),
    "if": ("IF",),
    "break": ("BREAK",),
    "continue": ("CONTINUE",),
    "try": ("TRY",),
    "try block": ("TRY",),
    "catch": ("CATCH",),
    "catch block": ("CATCH",),
    "exception handler": ("CATCH",),
    "exception handlers": ("CATCH",),
}
ORDINALS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6}


def one_of(words: Iterable[str]) -> str:
    """Alternatives of a pattern, the longer first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


NUMBER: Final = rf"(\d+|{one_of(NUMBERS)})"
_EXTENSIONS: Final = "cc|cpp|cxx|c|hh|hpp|hxx|h|inc|pyi|py|java|jsx|js|tsx|ts|go|rs|kt|cs|swift|scala|php|m"
LIBRARY_WORDS: Final = r"(?:external|library|libc|standard(?: c)?(?: library)?|c(?: standard)? library|system)"
LIBRARY_FUNCTIONS: Final = rf"(?:{LIBRARY_WORDS} (?:functions?|calls?))"
IDENTIFIER: Final = rf"[`'\"“]?([A-Za-z_]\w*(?:(?:\.|::)(?!(?:{_EXTENSIONS})\b)[A-Za-z_]\w*)*)(?:\(\))?[`'\"”]?"
"""A name of the code, which may be that of a method within its class: `Session.get`."""
FILE_NAME: Final = rf"[\w./-]+\.(?:{_EXTENSIONS})(?!\w)"
FILE: Final = rf"[`'\"]?({FILE_NAME})[`'\"]?"
FILES: Final = rf"({FILE}(?:(?:\s*,\s*(?:or |and )?|\s+(?:or|and)\s+)(?:in |from )?{FILE})*)"
"""One file or several; the first group is all of them."""
GIVEN: Final = (
    r"(?:gets?|getting|receiv(?:es?|ing)|expects?|wants?|needs?|requires?|(?:is|are) (?:given|passed|handed))"
)
"""What functions do with an argument, and with much else."""
TYPE: Final = (
    r"(?:(?:unsigned|signed|long|short|const|struct|enum|union)\s+)*"
    r"(?!(?:pointers?|parameters?|arguments?)\b)[A-Za-z_]\w*(?:\s*\*+)?"
)
CALL: Final = r"(?:call(?:s|ing)?|invok(?:es?|ing)|us(?:es?|ing)|referenc(?:es?|ing)|access(?:es|ing)?)"
HAVE: Final = r"(?:have|has|having|with|contain(?:s|ing)?|us(?:es?|ing)|takes?|taking|accepts?|accepting|includes?)"
BE: Final = r"(?:(?:that |which )?(?:are|is|were|was|be|gets?|being)\s+)?"
WRITE: Final = (
    r"(?:writ(?:es?|ing)(?: to)?|assign(?:s|ing)?(?: to)?|modif(?:y|ies|ying)|sets?|setting|chang(?:es?|ing)|"
    r"updat(?:es?|ing)|increment(?:s|ing)?|decrement(?:s|ing)?)"
)
FILLER: Final = re.compile(
    r"(?:,|and|but|that|which|who|also|both|are|there|is|can|may|could|the|functions?|ones?|do|does|ever|own|different)\b\s*|,\s*",
    re.I,
)
NEGATION: Final = re.compile(
    r"(?:(?:do(?:es)?|is|are)(?:n['’]t| not)|never|without|not|neither|nor|no longer|cannot)\b\s*(?:ever\s+)?", re.I
)
INDIRECTLY: Final = (
    r"(?:,?\s+(?:directly or (?:indirectly|(?:through|via) (?:others?|other functions|intermediaries))|"
    r"(?:in)?directly and (?:in)?directly|indirectly or directly|indirectly|"
    r"transitively|eventually|in the end)\b)"
)
WORDS: Final = frozenset(
    "a all an and another any anything are as at both by each either else every exactly few fewer for from has have "
    "here how if in into is it its itself just least less many memory more most much no nobody none not nothing of on "
    "one only or other others same some someone something than that the their them themselves then there these they "
    "this those to too twice two up very what when where which who whose with without".split()
)
"""English words that are not taken for a name of the code."""
READ: Final = (
    r"(?:reads?|reading|(?:looks?|looking) (?:at|(?:\w+ )?up in)|consults?|inspects?|inspecting|examin(?:es?|ing)|"
    r"checks?|checking|tests?)"
)


_INTEGER: Final = re.compile(r"unsigned|signed|short|long|int|char")
LIBRARY: Final = frozenset(
    "abort access atof atoi atol bcopy bzero calloc close exit fclose fgets fopen fprintf fputs fread free fscanf "
    "fwrite getenv gets getwd index ioctl kill longjmp malloc memchr memcmp memcpy memmove memset mktemp open "
    "perror popen printf putenv putchar puts qsort raise rand read realloc realpath recv rename scanf select send "
    "setenv setjmp signal sleep snprintf socket sprintf srand sscanf stat strcasecmp strcat strchr strcmp strcpy "
    "strdup strlen strncat strncmp strncpy strstr strtok strtol system time tmpnam unlink vprintf vsnprintf "
    "vsprintf wait write".split()
)
"""Functions of the C library, which questions name whether the code calls them or not."""


def is_written_as_a_name(text: str) -> bool:
    """Whether a word is written as names of code are, and words of English are not."""
    return bool(re.search(r"[\d_.:]|[a-z][A-Z]", text))


def is_like_a_name(text: str) -> bool:
    """Whether a word is written as names of code are, or is a function of the C library."""
    return text in LIBRARY or is_written_as_a_name(text)


def bare(text: str) -> str:
    """A name without the quotation marks or brackets that it may stand with."""
    return text.strip(" `'\"“”").removesuffix("()")


def number(text: str) -> int:
    """A number in digits or words."""
    return NUMBERS[text.lower()] if text.lower() in NUMBERS else int(text)


def integer_words(text: str) -> tuple[str, ...] | None:
    """The words of an integer type of C, of whatever order and spacing: `longunsigned`, `unsigned long int`; else None.

    `int` beside another word says nothing, nor does `signed` but of char.
    """
    words = _INTEGER.findall(text)
    if not words or "".join(words) != re.sub(r"\s", "", text):
        return None
    plain = sorted(one for one in words if one != "int" and (one != "signed" or "char" in words))
    return tuple(plain) or ("int",)


def type_name(text: str, pointer: str | None) -> str:
    """The name that the graph has for a type that may be called a pointer in words."""
    plain = re.sub(r"\s*\*", "*", text.strip(" `'\""))
    return f"{plain}*" if pointer and not plain.endswith("*") else plain
