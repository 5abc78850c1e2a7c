"""Words before links, and historical notes: a line each."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.domains.regulations.loader.citations import cited_before, sentence_around
from fingerpost.domains.regulations.loader.history import Amending, amendments, repealed_by

FIXTURES = Path(__file__).parent / "fixtures"


def pairs(name: str) -> list[tuple[str, str]]:
    lines = (FIXTURES / name).read_text(encoding="utf-8").splitlines()
    found = [line.rpartition(" ;") for line in lines if line and not line.startswith("#")]
    return [(before + " ", expected.strip()) for before, _, expected in found]


@pytest.mark.parametrize(("before", "expected"), pairs("citations.txt"))
def test_the_words_before_a_link_name_provisions(before: str, expected: str) -> None:
    text = f"A sentence before.\n{before}Example Act applies."
    assert ", ".join(map(str, cited_before(text, len("A sentence before.\n") + len(before)))) == expected


@pytest.mark.parametrize(("note", "expected"), pairs("history.txt"))
def test_a_historical_note_names_instruments(note: str, expected: str) -> None:
    found = [f"{one.instrument} [{one.sections}]" for one in amendments(note.strip())]
    assert " | ".join(found) == expected


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("[Repealed, 2016, c. 7, s. 188]", Amending("2016, c. 7", 2016, "s. 188")),
        ("[Repealed, SOR/97-310, s. 1]", Amending("SOR/97-310", 1997, "s. 1")),
        ("[Revoked, SOR/92-18, s. 3]", Amending("SOR/92-18", 1992, "s. 3")),
        ("[Repealed before coming into force, 2008, c. 20, s. 3]", Amending("2008, c. 20", 2008, "s. 3")),
        ("[Abrogé, 2023, ch. 8, art. 22]", Amending("2023, c. 8", 2023, "art. 22")),
        ("[Repeals]", None),
    ],
)
def test_what_repealed_a_provision(note: str, expected: Amending | None) -> None:
    assert repealed_by(note) == expected


def test_the_sentence_around_a_citation_ends_at_its_neighbours() -> None:
    text = "First one. As defined in section 2 of the Example Act, it holds. Then more."
    start = text.index("Example")
    assert sentence_around(text, start, start + 11) == "As defined in section 2 of the Example Act, it holds."
