"""A month of any year where a property holds the numbers of months."""

from __future__ import annotations

import pytest

import fingerpost as fp


@pytest.fixture(scope="module")
def sightings(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sightings")
    rows = [(1, "Heron", 1, 4), (2, "Heron", 7, 9), (3, "Robin", 7, 2), (4, "Robin", 12, 6), (5, "Swift", 7, 5)]
    text = "".join(f"{number},{bird},{month},{count}\n" for number, bird, month, count in rows)
    (folder / "sightings.csv").write_text(f"id,bird,month,watchers\n{text}")
    fp.load([folder / "sightings.csv"], folder / "kb.fp")
    with fp.open(folder / "kb.fp") as kb:
        yield kb


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many sightings were there in July?", "There are 3 sightings."),
        ("How many Robin sightings were there in December?", "There is 1 sighting."),
        ("What was the average number of watchers in July?", "The average number of watchers is 5.33."),
        ("How many sightings were there in March?", "None: no sightings match."),
    ],
)
def test_a_month_by_its_number(sightings, question, text):
    assert sightings.ask(question).text.startswith(text)
