"""References whose columns have a role, or other punctuation, beside the name of the key: `crewIDahead`, `boat.key`."""

from __future__ import annotations

import json

import pytest

from fingerpost.ingest.graphs.json_documents import JsonLoader
from fingerpost.ingest.records import LoadContext, NodeRecord, RelationshipRecord
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.names import role_beside
from fingerpost.linking import split_name

CREWS = "season,crewID,colour\n2019,A,red\n2019,B,blue\n2020,A,red\n2020,B,green\n2021,A,red\n2021,C,grey\n"
RACES = "season,leg,crewIDahead,crewIDbehind,minutes\n2019,x,A,B,31\n2019,y,B,A,28\n2020,x,A,B,30\n2021,x,C,A,29\n"
LENT = "season.key,crew.key,oars\n2019,A,4\n2019,A,6\n2020,B,2\n2021,C,5\n"


def read(folder, **files):
    for name, text in files.items():
        (folder / f"{name}.csv").write_text(text)
    context = LoadContext()
    records = list(CsvLoader().read(folder, context))
    nodes = {r.id: r for r in records if isinstance(r, NodeRecord)}
    return nodes, {(r.start, r.type, r.end) for r in records if isinstance(r, RelationshipRecord)}, context.notes


def test_the_roles_of_two_references_to_one_table_are_their_types(tmp_path):
    nodes, relationships, notes = read(tmp_path, Crews=CREWS, Races=RACES, Lent=LENT)
    assert ("Races:row 1", "AHEAD", "Crews:2019 A") in relationships
    assert ("Races:row 1", "BEHIND", "Crews:2019 B") in relationships
    assert ("Lent:row 4", "CREWS", "Crews:2021 C") in relationships
    assert nodes["Races:row 4"].properties == {"season": 2021, "leg": "x", "minutes": 29}
    assert "Races.season, crewIDbehind refers to Crews.season, crewID: BEHIND" in notes


def test_a_few_rows_that_are_not_there_make_it_a_guess(tmp_path):
    crews = CREWS + "".join(f"20{year},A,red\n" for year in range(22, 32))
    heats = "season,crewID,heat\n" + "".join(f"20{year},A,9\n" for year in (*range(22, 32), 22)) + "2021,B,1\n"
    nodes, relationships, notes = read(tmp_path, Crews=crews, Heats=heats)
    assert "CREWS is a guess: 91% of the values of Heats.season, crewID are in Crews.season, crewID" in notes
    assert len(relationships) == 11
    assert nodes["Heats:row 12"].properties == {"season": 2021, "crewID": "B", "heat": 1}


def test_of_two_tables_with_the_same_rows_neither_refers(tmp_path):
    assert not read(tmp_path, Crews=CREWS, Scores=CREWS.replace("colour", "score").replace("crewID", "crew.key"))[1]


def test_a_role_after_the_key_of_one_column(tmp_path):
    ports = "port_id,name\np1,Ayr\np2,Oban\np3,Wick\n"
    trips = "trip,port_id_start,port_id_finish\nt1,p1,p2\nt2,p2,p3\nt3,p3,p2\n"
    _, relationships, _ = read(tmp_path, ports=ports, trips=trips)
    assert ("trips:t1", "START", "ports:p1") in relationships
    assert ("trips:t1", "FINISH", "ports:p2") in relationships


@pytest.mark.parametrize(
    ("column", "key", "role"),
    [
        ("crew.key", "crewID", ()),
        ("crewIDahead", "crewID", ("ahead",)),
        ("ahead_crew_id", "crewID", ("ahead",)),
        ("crew", "crewID", ()),
        ("season", "crewID", None),
        ("crews_name", "crewID", None),
        ("season", "season", ()),
    ],
)
def test_what_a_name_has_beside_that_of_a_key(column, key, role):
    assert role_beside(column, key) == role


BOATS = "id,slug,length\n" + "".join(f"{n},boat-{n:02}x,{n + 4}\n" for n in range(12))


def test_what_is_told_of_the_same_things_by_their_names_is_guessed(tmp_path):
    rigs = "slug,rig\n" + "".join(f"boat-{n:02}x,sloop\n" for n in range(10))
    _, relationships, notes = read(tmp_path, Boats=BOATS, Rigs=rigs)
    assert ("Rigs:boat-03x", "BOATS", "Boats:3") in relationships
    assert "BOATS is a guess: 100% of the values of Rigs.slug are in Boats.slug" in notes


@pytest.mark.parametrize(
    "rigs",
    [
        pytest.param("slug,rig\n" + "".join(f"boat-{n:02}x,sloop\n" for n in range(4)), id="a few"),
        pytest.param("slug,rig\n" + "".join(f"boat-{n:02}x,sloop\n" for n in range(3, 13)), id="one is not there"),
        pytest.param("paint,rig\n" + "".join(f"boat-{n:02}x,sloop\n" for n in range(10)), id="another name"),
    ],
)
def test_names_that_may_agree_by_chance_refer_to_nothing(tmp_path, rigs):
    assert not read(tmp_path, Boats=BOATS, Rigs=rigs)[1]


def documents(folder, **files):
    for name, data in files.items():
        (folder / f"{name}.json").write_text(json.dumps(data))
    context = LoadContext()
    found = list(JsonLoader().read_together(sorted(folder.glob("*.json")), context))
    return {(r.start, r.type, r.end) for r in found if isinstance(r, RelationshipRecord)}, context.notes


def test_records_by_key_are_joined_to_those_that_have_the_key_as_a_name(tmp_path):
    sails = {f"boat-{n:02}x": {"area": n, "cloth": "hemp"} for n in range(9)}
    _, notes = documents(tmp_path, sails=sails, boats=[{"id": n, "name": f"boat-{n:02}x"} for n in range(9)])
    assert notes == ["BOATS is a guess: 100% of the values of sails.name are in boats.name"]


def test_a_list_of_names_may_have_an_empty_one(tmp_path):
    boats = [{"id": n, "name": f"boat-{n:02}x", "after": [f"boat-{n - 1:02}x" if n else ""]} for n in range(9)]
    ends, _ = documents(tmp_path, boats=boats)
    assert ("boats:4", "AFTER", "boats:3") in ends


def test_a_reference_most_of_whose_values_are_missing_is_told_with_what_to_write(tmp_path):
    berths = "berth,boat_id\n" + "".join(f"{n},{n % 9 + 6}\n" for n in range(30))
    boats = "boat_id,name\n" + "".join(f"{n},Boat {n}\n" for n in range(9))
    _, relationships, notes = read(tmp_path, boats=boats, berths=berths)
    assert not relationships
    line = 'references = [{ columns = ["boat_id"], table = "boats", referred = ["boat_id"], type = "BOATS" }]'
    where = "berths.boat_id is named after boats.boat_id, which has only 33% of its values"
    assert f"{where}: in a mapping, {line} joins these" in notes


def test_an_id_within_a_name_is_a_word():
    assert split_name("crewIDahead") == ("crew", "id", "ahead")
    assert "id" not in split_name("crewIDs")  # the plural is no role
