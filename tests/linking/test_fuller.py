"""A value that two properties hold, of which few things have one."""

from __future__ import annotations

import fingerpost as fp


def test_of_two_properties_with_a_value_that_is_meant_which_nearly_all_have(tmp_path):
    rows = [f"Clay {n},{'Terra' if n % 2 else 'Stone'},{'Terra' if n in (2, 4) else ''},{n}" for n in range(40)]
    (tmp_path / "clays.csv").write_text("\n".join(["title,brand,alias,price", *rows]))
    fp.load([tmp_path / "clays.csv"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("How many Terra clays are there?").rows == ((20,),)
        assert kb.ask("How many clays have the alias Terra?").rows == ((2,),)
