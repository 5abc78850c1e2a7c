"""What the source must keep to that neither the linter nor the type checker says."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import fingerpost

SOURCE = Path(fingerpost.__file__).parent


def _constants(path: Path) -> Iterator[str]:
    """The names that a module gives a value outside its functions and classes, as often as it does."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        yield from (target.id for target in targets if isinstance(target, ast.Name))


def test_a_module_gives_each_of_its_names_one_value() -> None:
    """A second pattern of one name takes the place of the first in whatever is built from it further down."""
    modules = list(SOURCE.rglob("*.py"))
    assert len(modules) > 100
    twice = {
        str(path.relative_to(SOURCE)): names
        for path in modules
        if (names := [name for name, times in Counter(_constants(path)).items() if times > 1])
    }
    assert not twice


_READ_BY_NOBODY = {"surfaces/mcp/server.py": ["_PARTS"]}
"""What is named only to be kept: importing those modules registers their tools."""


def test_a_name_of_a_module_s_own_is_read_in_it() -> None:
    """What was left behind by a change, as a pattern that no rule is built from any more."""
    unread: dict[str, list[str]] = {}
    for path in SOURCE.rglob("*.py"):
        words = Counter(re.findall(r"\w+", path.read_text(encoding="utf-8")))
        names = [name for name in _constants(path) if name[0] == "_" != name[1:2] and words[name] == 1]
        if names:
            unread[path.relative_to(SOURCE).as_posix()] = names
    assert unread == _READ_BY_NOBODY
