"""Text for models: what a graph says must not look like lines of ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def in_lines(lines: Iterable[str]) -> str:
    """Lines as a text; control characters in them, such as line breaks in names, are escaped as in JSON."""
    return "".join(f"{_CONTROL.sub(lambda found: json.dumps(found[0])[1:-1], line)}\n" for line in lines)
