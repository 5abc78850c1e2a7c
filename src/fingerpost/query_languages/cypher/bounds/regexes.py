"""Regular expressions, bounded in size and shape: no engine may be made to go back and forth without end."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

MAX_LENGTH = 1_000
MAX_COPIES = 1_000
"""How often counted repetitions may write one part out, within one another."""
MAX_OPEN = 6
"""Repetitions without an upper bound, side by side."""


@dataclass(slots=True)
class _Group:
    """What was read of a group: whether it repeats without end inside, its copies, the first signs of its ways."""

    endless: bool = False
    copies: float = 1
    ways: int = 1
    firsts: list[str] | None = None
    begins: bool = True


def trouble(pattern: str) -> str | None:
    """What is wrong with a pattern, or None."""
    if len(pattern) > MAX_LENGTH:
        return f"a regular expression has at most {MAX_LENGTH:,} characters"
    stack = [_Group(firsts=[])]
    last: _Group | None = None
    opened = 0
    for kind, sign in _tokens(pattern):
        if kind == "open":
            _begin(stack[-1], "(")
            stack.append(_Group(firsts=[]))
            last = None
        elif kind == "close":
            if len(stack) == 1:
                return None  # not a pattern: the engine says so
            last = stack.pop()
            stack[-1].endless |= last.endless
            stack[-1].copies = max(stack[-1].copies, last.copies)
        elif kind == "bar":
            stack[-1].ways += 1
            stack[-1].begins = True
            last = None
        elif kind == "repeat":
            most = _most(sign)
            wrong = _repeated(last or _Group(), most)
            if wrong:
                return wrong
            opened += most == math.inf
            stack[-1].endless |= most == math.inf
            stack[-1].copies = max(stack[-1].copies, (last or _Group()).copies * (1 if most == math.inf else most))
            if stack[-1].copies > MAX_COPIES:
                return f"a regular expression repeats a part at most {MAX_COPIES:,} times"
        else:
            _begin(stack[-1], sign)
            last = None
    if opened > MAX_OPEN:
        return f"a regular expression has at most {MAX_OPEN} repetitions without an upper bound"
    return None


def _begin(group: _Group, sign: str) -> None:
    """Note how one way of a group begins."""
    if group.begins and group.firsts is not None:
        group.firsts.append(sign.lower())
        group.begins = False


def _repeated(group: _Group, most: float) -> str | None:
    if most <= 1:
        return None
    if group.endless:
        return "a regular expression may not nest repetitions without an upper bound"
    firsts = group.firsts or []
    if group.ways > 1 and most > MAX_OPEN and (len(set(firsts)) < group.ways or any(f in "(.[\\" for f in firsts)):
        return "a regular expression may not repeat alternatives that can begin alike"
    return None


def _most(sign: str) -> float:
    """The upper bound of a repetition."""
    if sign == "?":
        return 1
    if sign in ("*", "+"):
        return math.inf
    _, comma, high = sign.partition(",")
    said = high if comma else sign
    return float(said) if said else math.inf


def _tokens(pattern: str) -> Iterator[tuple[str, str]]:
    """A pattern's signs: open, close, bar, repeat and one, each with how it begins."""
    at = 0
    while at < len(pattern):
        sign = pattern[at]
        if sign == "\\":
            yield "one", pattern[at : at + 2] if pattern[at + 1 : at + 2] not in "dDwWsSpP" else "\\"
            at += 2
        elif sign == "[":
            at = _class_end(pattern, at)
            yield "one", "["
        elif sign == "(":
            head = pattern[at + 1 : at + 2] == "?"
            flags_end = _flags_end(pattern, at) if head else at
            if pattern[flags_end : flags_end + 1] == ")":
                at = flags_end + 1
                continue
            yield "open", "("
            at = flags_end + 1
        elif sign == ")":
            yield "close", sign
            at += 1
        elif sign == "|":
            yield "bar", sign
            at += 1
        elif sign in "*+?":
            yield "repeat", sign
            at += 2 if pattern[at + 1 : at + 2] in ("?", "+") else 1
        elif sign == "{" and (end := _count_end(pattern, at)):
            yield "repeat", pattern[at + 1 : end]
            at = end + 1
        else:
            yield "one", sign
            at += 1


def _class_end(pattern: str, at: int) -> int:
    """The place after a class of characters."""
    at += 1
    if pattern[at : at + 1] == "^":
        at += 1
    if pattern[at : at + 1] == "]":
        at += 1
    while at < len(pattern) and pattern[at] != "]":
        at += 2 if pattern[at] == "\\" else 1
    return at + 1


def _flags_end(pattern: str, at: int) -> int:
    """The last sign of what opens a group: `(?i:`, `(?<name>`, `(?=`; of `(?i)` the bracket that closes it."""
    here = at + 2
    while here < len(pattern) and (pattern[here].isalpha() or pattern[here] in "-<"):
        here += 1
    return here


def _count_end(pattern: str, at: int) -> int:
    """Where a counted repetition ends; 0 if this is none."""
    end = pattern.find("}", at, at + 16)
    body = pattern[at + 1 : end] if end > 0 else ""
    low, _, high = body.partition(",")
    return end if low.isdecimal() and (not high or high.isdecimal()) else 0
