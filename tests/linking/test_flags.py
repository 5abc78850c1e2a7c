"""Properties that say of each thing whether something is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.core.schema import PropertyInfo, ValueType
from fingerpost.engine import KnowledgeBase, load
from fingerpost.linking.flags import Answers, answers, is_flag


def info(name: str, type_: ValueType, *samples: str, distinct: int = 2, exact: bool = True) -> PropertyInfo:
    return PropertyInfo(
        name=name, type=type_, present=9, distinct=distinct, distinct_is_exact=exact, samples=tuple(samples)
    )


@pytest.mark.parametrize(
    ("held", "expected"),
    [
        (info("open", ValueType.BOOLEAN), (False, True)),
        (info("approved", ValueType.STRING, "No", "Yes"), ("No", "Yes")),
        (info("If_full_time", ValueType.STRING, "T", "F"), ("F", "T")),
        (info("returned_yn", ValueType.INTEGER, "0", "1"), (0, 1)),
        (info("Registered", ValueType.INTEGER, "1", "0"), (0, 1)),
        (info("irrig_flg", ValueType.INTEGER, "0", "1"), (0, 1)),
        (info("goals", ValueType.INTEGER, "0", "1"), None),
        (info("trans", ValueType.INTEGER, "0", "1"), (0, 1)),
        (info("approved", ValueType.STRING, "No", "Maybe"), None),
        (info("approved", ValueType.STRING, "No", "Yes", distinct=3), None),
        (info("approved", ValueType.STRING, "No", "Yes", exact=False), None),
        (info("sex", ValueType.STRING, "F", "M"), None),
    ],
)
def test_what_a_property_holds_for_no_and_yes(held: PropertyInfo, expected: Answers | None) -> None:
    assert answers(held) == expected


@pytest.mark.parametrize("name", ["is_open", "hasGarden", "discontinued", "refundable", "returned_yn", "active"])
def test_a_name_of_a_state_is_a_flag(name: str) -> None:
    assert is_flag(name)


@pytest.mark.parametrize("name", ["goals", "name", "is", "floor"])
def test_other_names_are_none(name: str) -> None:
    assert not is_flag(name)


@pytest.fixture(scope="module")
def drugs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drugs")
    rows = [
        ("Alpren", "Yes", 1, 4),
        ("Bolatin", "No", 0, 7),
        ("Cerulid", "Yes", 0, 9),
    ]
    lines = [
        f'CREATE (:Drug {{name: "{name}", agency_approved: "{said}", stocked_yn: {bit}, price: {price}}});'
        for name, said, bit, price in rows
    ]
    (folder / "drugs.cypher").write_text("\n".join(lines), encoding="utf-8")
    load([folder / "drugs.cypher"], folder / "drugs.fp")
    return folder / "drugs.fp"


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("Which drugs are agency approved?", {"Alpren", "Cerulid"}),
        ("Which drugs are not agency approved?", {"Bolatin"}),
        ("Which drugs are stocked?", {"Alpren"}),
        ("Which drugs are not stocked?", {"Bolatin", "Cerulid"}),
        ("Which drugs are no longer stocked?", {"Bolatin", "Cerulid"}),
    ],
)
def test_text_and_bits_that_say_yes_or_no_are_conditions(drugs: Path, question: str, names: set[str]) -> None:
    with KnowledgeBase(drugs) as kb:
        answer = kb.ask(question)
    assert {node.properties["name"] for (node,) in answer.rows} == names


def test_their_answers_are_shown_and_leave_none_out(drugs: Path) -> None:
    with KnowledgeBase(drugs) as kb:
        answer = kb.ask("List the drugs with their agency approval")
    assert len(answer.rows) == 3
    assert {"Yes", "No"} <= {cell for row in answer.rows for cell in row if isinstance(cell, str)}
