"""`demo`: every kind of question, with answers that were worked out from the samples without fingerpost."""

from __future__ import annotations

import csv
import datetime as dt
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest
from command_line import cli

import fingerpost
from fingerpost.core.cells import Node
from fingerpost.surfaces.cli import demo
from fingerpost.surfaces.cli.demo import CODE, HOUSE, LIBRARY, NOTES, STATUTES

Asked = dict[str, Any]
TOURS = {"HOUSE": HOUSE, "LIBRARY": LIBRARY, "STATUTES": STATUTES, "CODE": CODE, "NOTES": NOTES}


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """The folder that the demo kept, and what it told as JSON."""
    folder = tmp_path_factory.mktemp("demo") / "a folder"
    ran = cli("demo", "--keep", folder, "--json")
    assert (ran.code, ran.err) == (0, "")
    return folder, ran.json


def _asked(document: dict[str, Any]) -> Asked:
    answers = [fingerpost.Answer.model_validate(entry["answer"]) for entry in document["questions"]]
    return {answer.question: answer for answer in answers}


@pytest.fixture(scope="module")
def house(kept: tuple[Path, list[dict[str, Any]]]) -> Asked:
    if "left_out" in kept[1][0]:
        pytest.skip("needs the extra ifc")
    return _asked(kept[1][0])


@pytest.fixture(scope="module")
def library(kept: tuple[Path, list[dict[str, Any]]]) -> Asked:
    return _asked(kept[1][1])


@pytest.fixture(scope="module")
def statutes(kept: tuple[Path, list[dict[str, Any]]]) -> Asked:
    if "left_out" in kept[1][2]:
        pytest.skip("needs the extra laws")
    return _asked(kept[1][2])


@pytest.fixture(scope="module")
def tables(library_source: Path) -> dict[str, list[dict[str, str]]]:
    """The rows of the library's files, with bare column names."""
    found = {}
    for file in library_source.glob("*.csv"):
        with file.open(encoding="utf-8", newline="") as lines:
            rows = csv.DictReader(lines)
            found[file.stem] = [{key.partition(":")[0] or key: value for key, value in row.items()} for row in rows]
    return found


@pytest.fixture(scope="module")
def model(house_source: Path) -> Any:
    ifcopenshell = pytest.importorskip("ifcopenshell", reason="needs the extra ifc")
    return ifcopenshell.open(house_source)


def _names(answer: fingerpost.Answer, name: str = "name") -> list[Any]:
    """The names of the nodes in the first column."""
    cells = [row[0] for row in answer.rows]
    assert all(isinstance(cell, Node) for cell in cells)
    return [cell.properties[name] for cell in cells]


def _people(answer: fingerpost.Answer) -> set[str]:
    return {f"{row[0].properties['firstName']} {row[0].properties['lastName']}" for row in answer.rows}


def _single(answer: fingerpost.Answer) -> Any:
    assert answer.status == "answered"
    ((cell,),) = answer.rows
    return cell


def _pairs(answer: fingerpost.Answer) -> dict[Any, Any]:
    assert len(answer.columns) == 2
    return {first.properties["name"] if isinstance(first, Node) else first: second for first, second in answer.rows}


def test_it_shows_every_kind(kept: tuple[Path, list[dict[str, Any]]]) -> None:
    questions = [question for tour in TOURS.values() for _, question in tour.questions]
    assert len(questions) == len(set(questions)) >= 15
    statuses = Counter(entry["answer"]["status"] for document in kept[1] for entry in document["questions"])
    assert statuses["unanswerable"] >= 1
    assert statuses["refused"] >= 1
    assert statuses["failed"] == 0


def test_the_text_of_the_demo_where_ifcopenshell_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first questions of each: how an answer is shown is tested where it is asked."""
    monkeypatch.setitem(sys.modules, "ifcopenshell", None)
    shown = {name: replace(tour, questions=tour.questions[:3] + tour.questions[-1:]) for name, tour in TOURS.items()}
    for name, tour in shown.items():
        monkeypatch.setattr(demo, name, tour)
    ran = cli("demo", TMPDIR=str(tmp_path))
    assert (ran.code, ran.err) == (0, "")
    first, *rest = ran.out.splitlines()
    assert first.startswith("A house (IFC) was skipped: ")
    assert 'pip install "fingerpost[ifc]"' in first
    del shown["HOUSE"]
    for tour in shown.values():
        assert tour.title in rest
        for _, question in (*tour.questions, *tour.dialogue):
            assert f"{question}  (" in ran.out
    assert ran.out.count("Sources:\n") >= 10
    assert rest[-1].startswith("Try next: ")
    assert list(tmp_path.iterdir()) == [], "what it made is gone"


def test_the_code(kept: tuple[Path, list[dict[str, Any]]]) -> None:
    asked = _asked(kept[1][3])
    callers, without, _, chain, unknown = (asked[question].text for _, question in CODE.questions)
    assert "free_chain (shelf.c:" in callers
    assert "copy_title (shelf.c:11)" in without
    assert chain.splitlines()[0] == "main → shelf_free → free_chain → item_free"
    assert "no function, macro or global variable named shelf_ad" in unknown


def test_the_notes(kept: tuple[Path, list[dict[str, Any]]]) -> None:
    if "left_out" in kept[1][4]:
        pytest.skip("needs the extra documents")
    answers = [fingerpost.Answer.model_validate(entry["answer"]) for entry in kept[1][4]["questions"]]
    depends, copies, both, unknown, before, after = answers
    assert {row[0] for row in depends.rows} == {"Timetable Service", "Payment Gateway"}
    assert "“The Booking Site depends on the Timetable Service and the Payment Gateway.”" in depends.text
    assert "Copies are kept for ninety days" in copies.text
    assert "ADR-003 was approved by Mette Holm." in both.text
    assert "show a code on their telephone" in both.text
    assert unknown.status == after.status == "unanswerable"
    assert before.text.startswith("INC-014.")


def test_what_is_kept_can_be_asked(kept: tuple[Path, list[dict[str, Any]]]) -> None:
    folder, _ = kept
    assert "34 books" in cli("ask", folder / LIBRARY.kb, "How many books are there?").out
    assert cli("doctor", folder / LIBRARY.kb).code == 0


# The statutes, from what is written in them.


def test_statutes(statutes: Asked) -> None:
    assert [row[0] for row in statutes["Which regulations implement the Harbour Safety Act?"].rows] == [
        "Ferry Signals Regulations",
        "Harbour Lights Regulations",
        "Lighthouse Fees Regulations",
    ]
    assert len(statutes["What references the Harbour Safety Act?"].rows) == 4
    assert "three years" in statutes["What did section 3(2) of the Harbour Safety Act say on 1 March 2021?"].text
    assert "2023, c. 8, s. 22" in statutes["Was section 5 of the Harbour Safety Act repealed?"].text
    assert statutes["What cites the Ontario Harbour Safety Act?"].status == "unanswerable"


# The library, from its CSV files.


def test_library_steps(library: Asked, tables: dict[str, list[dict[str, str]]]) -> None:
    titles = {row["isbn"]: row["title"] for row in tables["Book"]}
    authors = {row["authorId"]: row["name"] for row in tables["Author"]}
    members = {row["memberId"]: f"{row['firstName']} {row['lastName']}" for row in tables["Member"]}
    author_of = {row[":END_ID"]: authors[row[":START_ID"]] for row in tables["WROTE"]}
    loans = [(members[row[":START_ID"]], row[":END_ID"]) for row in tables["BORROWED"]]
    branch_of = {members[row[":START_ID"]]: row[":END_ID"] for row in tables["REGISTERED_AT"]}
    (northgate,) = [row["branchId"] for row in tables["Branch"] if row["name"] == "Northgate"]

    borrowed = {titles[book] for member, book in loans if member == "Anna Kowalska"}
    assert set(_names(library["Which books did Anna Kowalska borrow?"], "title")) == borrowed
    assert len(borrowed) == 5
    assert _names(library["Who wrote les miserables?"]) == ["Victor Hugo"]
    readers = {member for member, book in loans if author_of[book] == "Jane Austen"}
    assert _people(library["Which members borrowed books by Jane Austen?"]) == readers
    far = {author_of[book] for member, book in loans if branch_of[member] == northgate}
    question = "Which authors wrote books borrowed by members registered at Northgate?"
    assert set(_names(library[question])) == far
    assert len(library[question].rows) == len(far) == 5


def test_library_values(library: Asked, tables: dict[str, list[dict[str, str]]]) -> None:
    early = {row["name"] for row in tables["Author"] if row["born"] < "1800"}
    assert set(_names(library["Which authors were born before 1800?"])) == early
    prices = {row["title"]: float(row["price"]) for row in tables["Book"]}
    between = {title for title, price in prices.items() if 10 <= price <= 11}
    assert set(_names(library["Which books cost between 10 and 11?"], "title")) == between
    (kokoro,) = [row["isbn"] for row in tables["Book"] if row["title"] == "Kokoro"]
    (due,) = [row["dueDate"] for row in tables["BORROWED"] if row[":END_ID"] == kokoro]
    assert _single(library["What is the due date of Kokoro?"]) == dt.date.fromisoformat(due)
    in_order = [prices[title] for title in _names(library["List the books sorted by price"], "title")]
    assert in_order == sorted(prices.values())
    without = {f"{row['firstName']} {row['lastName']}" for row in tables["Member"] if not row["email"]}
    assert _people(library["Which members have no email?"]) == without
    assert len(without) == 3


def test_library_groups(library: Asked, tables: dict[str, list[dict[str, str]]]) -> None:
    branches = {row["branchId"]: row["name"] for row in tables["Branch"]}
    held = Counter(branches[row[":END_ID"]] for row in tables["HELD_AT"])
    assert _pairs(library["How many books does each branch hold?"]) == dict(held)
    prices = {row["isbn"]: float(row["price"]) for row in tables["Book"]}
    genres = {row["genreId"]: row["name"] for row in tables["Genre"]}
    by_genre = defaultdict(list)
    for row in tables["IN_GENRE"]:
        by_genre[genres[row[":END_ID"]]].append(prices[row[":START_ID"]])
    averages = {name: pytest.approx(fmean(of)) for name, of in by_genre.items()}
    assert _pairs(library["What is the average price of the books in each genre?"]) == averages
    authors = {row["authorId"]: row["name"] for row in tables["Author"]}
    written = Counter(authors[row[":START_ID"]] for row in tables["WROTE"])
    most = {name: count for name, count in written.items() if count == max(written.values())}
    assert _pairs(library["Which author wrote the most books?"]) == most
    assert len(most) == 2, "a tie, told as one"


def test_library_absence(library: Asked, tables: dict[str, list[dict[str, str]]]) -> None:
    members = {row["memberId"]: f"{row['firstName']} {row['lastName']}" for row in tables["Member"]}
    books = defaultdict(set)
    for row in tables["BORROWED"]:
        books[members[row[":START_ID"]]].add(row[":END_ID"])
    keen = {name for name, of in books.items() if len(of) > 3}
    assert _people(library["Which members borrowed more than 3 books?"]) == keen
    assert _people(library["Which members have not borrowed any books?"]) == set(members.values()) - set(books)
    assert "Peter Novák" not in books
    assert _single(library["How many books did Peter Novák borrow?"]) == 0
    (northgate,) = [row for row in tables["Branch"] if row["name"] == "Northgate"]
    assert _single(library["Is Northgate step free?"]) is (northgate["stepFree"] == "true") is False


def test_what_the_library_does_not_answer(library: Asked) -> None:
    salary = library["What is the salary of Anna Kowalska?"]
    assert (salary.status, salary.missing) == ("unanswerable", ("salary",))
    assert library["Delete all members"].status == "refused"


# The house, through ifcopenshell.


@pytest.fixture(scope="module")
def metres(model: Any) -> float:
    """Metres in a unit of length of the model."""
    from ifcopenshell.util.unit import calculate_unit_scale

    return float(calculate_unit_scale(model))


@pytest.fixture(scope="module")
def of(model: Any) -> Callable[[Any, str, str], Any]:
    """A value of a property set or a set of quantities of an element, or of its type."""
    from ifcopenshell.util.element import get_psets

    return lambda element, group, name: get_psets(element).get(group, {}).get(name)


def test_house_properties(house: Asked, model: Any, of: Callable[[Any, str, str], Any]) -> None:
    walls, doors = model.by_type("IfcWall"), model.by_type("IfcDoor")
    assert _single(house["How many walls are there?"]) == len(walls) == 14
    bearing = {wall.Name for wall in walls if of(wall, "Pset_WallCommon", "LoadBearing")}
    assert set(_names(house["Which walls are load bearing?"])) == bearing
    inner = [door for door in doors if of(door, "Pset_DoorCommon", "IsExternal") is False]
    assert _single(house["How many doors are not external?"]) == len(inner) == 6
    rated = {door.Name for door in doors if of(door, "Pset_DoorCommon", "FireRating") == "EI 30"}
    assert set(_names(house["Which doors have fire rating EI 30?"])) == rated == {"Front Door"}
    kitchen = {wall.Name for wall in walls if "Kitchen" in wall.Name}
    assert set(_names(house['Which walls have a name containing "Kitchen"?'])) == kitchen
    assert _single(house["How many columns are there?"]) == len(model.by_type("IfcColumn")) == 0


def test_house_measures(house: Asked, model: Any, of: Callable[[Any, str, str], Any], metres: float) -> None:
    walls, doors, rooms = (model.by_type(name) for name in ("IfcWall", "IfcDoor", "IfcSpace"))
    length = {wall.Name: of(wall, "Qto_WallBaseQuantities", "Length") * metres for wall in walls}
    assert set(_names(house["Which walls are longer than 5 m?"])) == {name for name, m in length.items() if m > 5}
    wide = {door.Name for door in doors if door.OverallWidth * metres > 0.9}
    assert set(_names(house["Which doors are wider than 90 cm?"])) == wide
    (south,) = [wall for wall in walls if wall.Name == "Wall F1 South"]
    thick = of(south, "Qto_WallBaseQuantities", "Width") * metres
    assert _single(house["How thick is Wall F1 South?"]) == pytest.approx(thick)
    assert house["How thick is Wall F1 South?"].text.endswith(" 0.373 m.")
    area = {room.LongName: of(room, "Qto_SpaceBaseQuantities", "NetFloorArea") for room in rooms}
    assert _names(house["What is the largest room?"], "longName") == [max(area, key=area.__getitem__)]
    outer = [length[wall.Name] for wall in walls if of(wall, "Pset_WallCommon", "IsExternal")]
    total = house["What is the total length of the external walls?"]
    assert _single(total) == pytest.approx(sum(outer))
    assert total.text.endswith(" 69.016 m.")
    bearing = [length[wall.Name] for wall in walls if of(wall, "Pset_WallCommon", "LoadBearing")]
    average = house["What is the average length of the load bearing walls?"]
    assert _single(average) == pytest.approx(fmean(bearing))


def test_house_steps(house: Asked, model: Any) -> None:
    from ifcopenshell.util.element import get_aggregate, get_container

    walls, rooms = model.by_type("IfcWall"), model.by_type("IfcSpace")
    first = {room.LongName for room in rooms if get_aggregate(room).Name == "First Floor"}
    assert set(_names(house["Which rooms are on the first floor?"], "longName")) == first
    kitchen = next(room for room in rooms if room.LongName == "Kitchen")
    bounds = {rel.RelatedBuildingElement for rel in kitchen.BoundedBy}
    windows = {
        fill.RelatedBuildingElement.Name
        for wall in bounds
        if wall.is_a("IfcWall")
        for void in wall.HasOpenings
        for fill in void.RelatedOpeningElement.HasFillings
        if fill.RelatedBuildingElement.is_a("IfcWindow")
    }
    assert set(_names(house["Which windows are in walls that bound the kitchen?"])) == windows
    assert len(windows) == 3
    levels = Counter(get_container(wall).Name for wall in walls)
    assert _pairs(house["How many walls are on each level?"]) == dict(levels)
    closed = {wall.Name for wall in walls if not wall.HasOpenings}
    assert set(_names(house["Which walls have no openings?"])) == closed
    furniture = [item for item in model.by_type("IfcFurniture") if get_container(item) == kitchen]
    assert _single(house["Is there any furniture in the kitchen?"]) is bool(furniture) is True


def test_what_the_house_does_not_answer(house: Asked) -> None:
    assert house["What is the price of the windows?"].status == "unanswerable"


def test_the_dialogue_follows_up(library: Asked) -> None:
    told = {question: library[question].text for _, question in LIBRARY.dialogue}
    assert list(told.values())[1:] == [
        "2 authors: Émile Zola and Victor Hugo.",
        "Émile Zola (born 1840-04-02).",
        "Astrid Lindgren (born 1907-11-14).",
    ]


def test_an_agent_builds_a_graph_and_asks_it(kept: tuple[Path, list[dict[str, Any]]]) -> None:
    pytest.importorskip("mcp", reason="needs the extra mcp")
    calls = {call["shows"]: call["result"] for call in kept[1][5]["calls"]}
    assert calls["lines of knowledge, one transaction"]["nodes_created"] == 7
    assert calls["a question"]["answer"] == "Blue Bakery."
    assert calls["friends of friends"]["answer"] == "Cid."
    rows = calls["Cypher, through the gate"]["rows"]
    assert rows == [{"who": "Bob", "friend": "Ann"}, {"who": "Cid", "friend": "Bob"}]
    assert calls["Cypher that writes is refused"]["code"] == "query.writes"
    assert calls["a path with its steps"]["path"] == ["Cid", "Bob", "Ann", "Blue Bakery", "Oslo", "Norway"]
    assert (kept[0] / "graphs" / "default.fpw").is_dir()
