"""What the source must keep to that neither the linter nor the type checker says."""

from __future__ import annotations

import ast
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
