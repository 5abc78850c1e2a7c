"""Pages of long results. A cursor has the start of the next page and the state of the graph."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence
from typing import TypeVar

from fingerpost.core.errors import QuestionError

T = TypeVar("T")


def begun(cursor: str | None, state: str) -> int:
    """The index at which a page begins.

    Raises:
        QuestionError: `cursor.invalid`; it was not given by this tool, or the graph has changed since.
    """
    if cursor is None:
        return 0
    try:
        at, of = json.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
    except (binascii.Error, TypeError, UnicodeError, ValueError) as error:
        raise QuestionError("this is not a valid cursor", code="cursor.invalid") from error
    if of != state or type(at) is not int or at < 0:
        hint = "ask again without a cursor"
        raise QuestionError("the graph has changed since this cursor was given", code="cursor.invalid", hint=hint)
    return at


def page(items: Sequence[T], at: int, size: int, state: str) -> tuple[Sequence[T], str | None]:
    """The items of a page, and the cursor of the next one, if there is one."""
    following = at + size
    if following >= len(items):
        return items[at:], None
    cursor = base64.urlsafe_b64encode(json.dumps([following, state]).encode()).decode("ascii")
    return items[at:following], cursor
