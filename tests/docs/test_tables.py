"""Tables that list all there is: what the code has and the page lacks fails here, and the other way round."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from fingerpost.core.errors import FingerpostError
from fingerpost.core.http_settings import HttpSettings
from fingerpost.core.plugins import HOOKS
from fingerpost.core.settings import DatabaseSettings, Settings
from fingerpost.domains.buildings.loader.vocabulary import RELATIONSHIPS
from fingerpost.engine.workspaces import WorkspaceSettings
from fingerpost.surfaces.cli.ask import EXIT_CODES
from scripts import man

ROOT = Path(__file__).resolve().parents[2]
CYPHER = ROOT / "src" / "fingerpost" / "query_languages" / "cypher"


def _page(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def _first_cells(page: str) -> list[str]:
    return re.findall(r"^\| ([^|]+?) \|", page, re.MULTILINE)


def test_every_finding_code_is_listed() -> None:
    used = {code for file in CYPHER.rglob("*.py") for code in re.findall(r'"([A-Z]\d{3})"', file.read_text("utf-8"))}
    listed = {cell for cell in _first_cells(_page("query.md")) if re.fullmatch(r"[A-Z]\d{3}", cell)}
    assert listed == used


def test_every_setting_is_listed_with_its_default() -> None:
    page = _page("settings.md")
    listed = dict(re.findall(r"^\| `([\w.]+)` \| ([^|]*?) ?\|", page, re.MULTILINE))

    def shown(value: object) -> str:
        if isinstance(value, bool):
            return str(value).lower()
        if isinstance(value, str):
            return f"`{value}`"
        return "" if value in (None, ()) else f"{value:,}"

    fields = {name: info.default for name, info in Settings.model_fields.items() if name in Settings.variables()}
    fields |= {f"database.{name}": info.default for name, info in DatabaseSettings.model_fields.items()}
    assert listed == {name: shown(value) for name, value in fields.items()}


def test_every_relationship_of_buildings_is_listed() -> None:
    cells = set(_first_cells(_page("buildings.md")))
    assert {f"`{name}`" for name in RELATIONSHIPS} <= cells


def test_every_group_of_entry_points_is_described() -> None:
    """What we plug in ourselves, what the code looks for, and the page: the same groups, with a section for each."""
    page = _page("plugins.md")
    listed = {cell.strip("`") for cell in _first_cells(page) if cell.startswith("`fingerpost.")}
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["entry-points"]
    assert listed == {hook.group for hook in HOOKS} == set(declared)
    sections = set(re.findall(r"^## (\w+)$", page, re.MULTILINE))
    assert {hook.group.partition(".")[2].capitalize() for hook in HOOKS} <= sections


def test_every_status_has_its_exit_code() -> None:
    listed = re.findall(r"^\| `(\w+)` \|.*\| (\d+) \|$", _page("ask.md"), re.MULTILINE)
    assert {status: int(code) for status, code in listed} == EXIT_CODES


def test_every_error_has_its_exit_code() -> None:
    def below(kind: type[FingerpostError]) -> dict[str, int]:
        return {k: c for sub in kind.__subclasses__() for k, c in {sub.__name__: sub.exit_code, **below(sub)}.items()}

    listed: dict[str, int] = {}
    for names, code in re.findall(
        r"^\| (`\w+Error`|`\w+`(?:, `\w+`)?|`\w+`) \|[^|]*\| (\d+) \|$", _page("python.md"), re.M
    ):
        listed.update(dict.fromkeys(re.findall(r"`(\w+)`", names), int(code)))
    known = {name: code for name, code in below(FingerpostError).items() if name != "CypherSyntaxError"}
    assert listed == known


def test_every_error_of_a_knowledge_base_is_listed() -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "src" / "fingerpost").rglob("*.py"))
    used = set(re.findall(r'code=(?:.* else )?"(kb\.[\w-]+)"', source))
    assert {cell.strip("`") for cell in _first_cells(_page("knowledge-base.md")) if cell.startswith("`kb.")} == used


def test_every_setting_of_http_is_listed_with_its_default() -> None:
    listed = dict(re.findall(r"^\| `FINGERPOST_HTTP_(\w+)` \| ([^|]*?) ?\|", _page("mcp.md"), re.MULTILINE))
    defaults = {name.upper(): info.default for name, info in HttpSettings.model_fields.items()}
    assert listed == {name: f"{value:,}" if value else "" for name, value in defaults.items()}


def test_every_setting_of_workspaces_is_listed_with_its_default() -> None:
    listed = dict(re.findall(r"^\| `FINGERPOST_WORKSPACE_(\w+)` \| ([^|]*?) ?\|", _page("workspaces.md"), re.MULTILINE))
    defaults = {name.upper(): info.default for name, info in WorkspaceSettings.model_fields.items()}
    assert listed == {name: "" if value is None else f"{value:,}" for name, value in defaults.items()}


def test_the_manual_page_has_every_command_as_it_is() -> None:
    assert man.PAGE.read_text(encoding="utf-8") == man.page(), "run python -m scripts.man"
