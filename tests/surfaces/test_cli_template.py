"""`template`: named queries are listed and run."""

from __future__ import annotations

import pytest
from command_line import cli

import fingerpost as fp

pytest.importorskip("wordllama", reason="needs the extra documents")


def test_templates_are_listed_and_run(tmp_path) -> None:
    with fp.memory(tmp_path / "kb.fp") as memory:
        memory.add_text("The Gateway depends on Redis.", key="a")
    listed = cli("template", tmp_path / "kb.fp")
    assert listed.code == 0
    assert listed.out.splitlines()[0].startswith("entity_lookup(entity_id?, entity_name?): ")
    assert len(cli("template", tmp_path / "kb.fp", "--json").json) == 10
    ran = cli("template", tmp_path / "kb.fp", "dependency_chain", "--param", "system_id=gateway")
    assert ran.out.splitlines() == ["depth\tid\tname\tkind", "1\tentity:redis\tRedis\tEntity"]
    found = cli("template", tmp_path / "kb.fp", "dependency_chain", "--param", "system_id=gateway", "--json").json
    assert found["rows"] == [[1, "entity:redis", "Redis", "Entity"]]
    assert cli("template", tmp_path / "kb.fp", "nothing").code == 2
    assert cli("template", tmp_path / "nothing", "nothing").code == 7
