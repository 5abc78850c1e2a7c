"""Dates whose day or month may come first are read like those beside them that tell."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost

TOLD_BY_THE_MONTH, TOLD_BY_THE_DAY, UNDECIDED = (
    "03/25/2024,04/30/2024",
    "25/03/2024,30/04/2024",
    "10/05/2024,10/09/2024",
)


def _kinds(folder: Path, **tables: dict[str, str]) -> dict[str, str]:
    """The kinds of text of the columns of tables with two rows each, after a load."""
    for name, columns in tables.items():
        rows = zip(*(values.split(",") for values in columns.values()), strict=True)
        lines = [",".join(("No", *columns)), *(",".join((str(n), *row)) for n, row in enumerate(rows, 1))]
        (folder / f"{name}.csv").write_text("\n".join(lines) + "\n")
    fingerpost.load([folder], folder / "base.fp")
    with fingerpost.open(folder / "base.fp") as kb:
        schema = kb.schema
    return {
        f"{label.name}.{info.name}": str(info.text_kind)
        for label in schema.labels
        for info in label.properties
        if info.name != "No"
    }


@pytest.mark.parametrize(
    ("other", "kind"), [(TOLD_BY_THE_MONTH, "month_first_date"), (TOLD_BY_THE_DAY, "day_first_date")]
)
def test_by_a_column_of_the_same_table_or_else_of_the_graph(tmp_path: Path, other: str, kind: str) -> None:
    found = _kinds(tmp_path, routes={"taken": UNDECIDED, "opened": other}, walls={"painted": UNDECIDED})
    assert found == {"routes.taken": kind, "routes.opened": kind, "walls.painted": kind}


def test_the_table_itself_goes_before_others_and_without_any_sign_the_day_is_first(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    found = _kinds(
        tmp_path / "a",
        routes={"taken": UNDECIDED, "opened": TOLD_BY_THE_MONTH},
        walls={"painted": TOLD_BY_THE_DAY},
        doors={"hung": UNDECIDED},
    )
    assert (found["routes.taken"], found["doors.hung"]) == ("month_first_date", "day_first_date")
    assert _kinds(tmp_path / "b", routes={"taken": UNDECIDED}) == {"routes.taken": "day_first_date"}


def test_a_question_about_a_month_finds_such_dates(tmp_path: Path) -> None:
    _kinds(tmp_path, routes={"taken": UNDECIDED, "opened": TOLD_BY_THE_MONTH})
    with fingerpost.open(tmp_path / "base.fp") as kb:
        assert kb.ask("How many routes were taken in October 2024?").rows == ((2,),)
        assert kb.ask("How many routes were taken in May 2024?").rows == ((0,),)
