"""Finds the comments of a source file, and the paragraphs of a text about the code, with their lines."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

LIKE_C: Final = frozenset(
    ".c .h .cc .cpp .cxx .hh .hpp .hxx .inc .m .java .js .jsx .ts .tsx .mjs .go .rs .kt .swift .cs .scala .php".split()
)
PYTHON: Final = frozenset({".py", ".pyi"})
PROSE: Final = frozenset({".md", ".rst"})
_LONGEST: Final = 4_000
"""Characters of a comment that are kept."""
_TOKEN: Final = re.compile(
    r"""/\*.*?(?:\*/|\Z)|//[^\n]*(?:\\\n[^\n]*)*|"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|`(?:\\.|[^`\\])*`?""", re.S
)
_DECORATION: Final = re.compile(r"^[ \t]*(?:/\*+!?|//+[/!<]*|\*+/?|#+!?)[ \t]?|[ \t]*\*+/[ \t]*$|[ \t]+$", re.M)
_RULER: Final = re.compile(r"^[-=*_~#/ \t]+$", re.M)
_LICENCE: Final = re.compile(r"\b(?:copyright|licen[cs]e[ds]?|warrant(?:y|ies)|redistribut\w+|spdx|all rights)\b", re.I)


@dataclass(frozen=True)
class Comment:
    """A comment, or several of one line each that stand together: first and last line, from 1, and its plain text.

    `inside` says that it is the text at the head of what it describes, as in Python, and not before it.
    """

    first: int
    last: int
    text: str
    inside: bool = False

    @property
    def is_licence(self) -> bool:
        """Whether it says who owns the code, and nothing of what it does."""
        return _LICENCE.search(self.text) is not None


def comments_in(path: Path, text: str) -> list[Comment]:
    """The comments of a source file, by its suffix, in order; of a text, its paragraphs. Empty ones are left out."""
    suffix = path.suffix.lower()
    if suffix in PYTHON:
        found = _of_python(text)
    elif suffix in LIKE_C:
        found = _joined(_like_c(text), text)
    else:
        found = list(_paragraphs(text))
    return [one for one in found if one.text]


def plain(text: str) -> str:
    """A comment's text without the signs around it, its lines joined."""
    bare = _RULER.sub("", _DECORATION.sub("", text))
    return " ".join(bare.split())[:_LONGEST]


def _like_c(text: str) -> Iterator[Comment]:
    """The comments of C and of languages that write them so; what looks like one in a text or a character is none."""
    line, at = 1, 0
    for match in _TOKEN.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        if match[0].startswith(("/*", "//")):
            yield Comment(line, line + match[0].count("\n"), match[0])


def _joined(comments: Iterator[Comment], text: str) -> list[Comment]:
    """Comments with their plain text; those of one line each that follow each other, alone on their lines, are one."""
    lines = text.split("\n")
    found: list[Comment] = []
    open_ = False
    for one in comments:
        alone = lines[one.first - 1].lstrip().startswith("//")
        if alone and open_ and found[-1].last + 1 == one.first:
            before = found.pop()
            found.append(Comment(before.first, one.last, f"{before.text} {plain(one.text)}".strip()[:_LONGEST]))
        else:
            found.append(Comment(one.first, one.last, plain(one.text)))
        open_ = alone
    return found


def _of_python(text: str) -> list[Comment]:
    """Comments and docstrings. A file that does not parse has the comments up to where it stops."""
    shown = "\n".join("//" if line.lstrip().startswith("#") else "" for line in text.split("\n"))
    found = _joined(_after_hashes(text), shown)
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module):
            said = ast.get_docstring(node)
            if said:
                head = node.body[0]
                start = 1 if isinstance(node, ast.Module) else node.lineno
                found.append(Comment(start, head.end_lineno or head.lineno, " ".join(said.split())[:_LONGEST], True))
    return sorted(found, key=lambda one: (one.first, one.last))


def _after_hashes(text: str) -> Iterator[Comment]:
    """The comments of Python, with the signs of C."""
    try:
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.COMMENT:
                yield Comment(token.start[0], token.start[0], f"//{token.string.lstrip('#')}")
    except (tokenize.TokenError, SyntaxError, ValueError):
        return


def _paragraphs(text: str) -> Iterator[Comment]:
    """The paragraphs of a text, a heading with the one that it stands above."""
    first, held = 0, list[str]()
    for number, line in enumerate([*text.split("\n"), ""], 1):
        if line.strip():
            first = first or number
            held.append(line.strip(" #=-*`\t\r"))
            continue
        said = " ".join(" ".join(held).split())
        if said and not (len(held) == 1 and len(said) < 60 and said[-1:] not in ".!?:"):
            yield Comment(first, number - 1, said[:_LONGEST])
            first, held = 0, []
        elif not said:
            first, held = 0, []
