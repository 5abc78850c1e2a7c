"""JSON documents: nested records as nodes."""

from __future__ import annotations

import json
import zipfile

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.json_documents import JsonLoader
from fingerpost.ingest.loaders import loader_for

COMPANIES = [
    {"name": "Acme", "founded": 1999, "staff": [{"name": "Ida", "skills": ["go", "sql"]}, {"name": "Jon"}], "x": None},
    {"name": "Globex", "founded": 2005, "staff": [{"name": "Lea"}], "address": {"city": "Rome", "geo": {"lat": 41.9}}},
]

PEOPLE = [(1, "Ida", [2, 3]), (2, "Jon", [1]), (3, "Lea", [])]


@pytest.fixture
def read(load, tmp_path):
    """Loads a value as JSON, or a text as it is."""

    def loaded(value, name="companies.json"):
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value))
        assert loader_for(path).name == "json"
        return load(JsonLoader(), path)

    return loaded


def _shape(loaded):
    return (
        sorted((node.labels[0], node.properties.get("name", "")) for node in loaded.nodes),
        sorted((each.start, each.type, each.end) for each in loaded.relationships),
    )


def test_nested_records(read):
    loaded = read(COMPANIES)
    nodes, relationships = _shape(loaded)
    assert [label for label, _ in nodes] == ["address", "companies", "companies", "geo", "staff", "staff", "staff"]
    assert relationships == [
        ("companies[1]", "STAFF", "companies[1].staff[0]"),
        ("companies[1]", "STAFF", "companies[1].staff[1]"),
        ("companies[2]", "ADDRESS", "companies[2].address"),
        ("companies[2]", "STAFF", "companies[2].staff[0]"),
        ("companies[2].address", "GEO", "companies[2].address.geo"),
    ]
    ida = next(node for node in loaded.nodes if node.properties.get("name") == "Ida")
    assert ida.properties["skills"] == ("go", "sql")
    assert [node.line for node in loaded.nodes if node.labels == ("companies",)] == [1, 2]


def test_questions_over_nested_records(read, tmp_path):
    read(COMPANIES)
    fp.load([tmp_path / "companies.json"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("How many staff does Acme have?").text == "There are 2 staff."
        assert kb.ask("Which companies were founded after 2000?").text == "Globex (founded 2005)."


def test_objects_with_the_same_id_are_one_node(read):
    orders = [{"id": n, "customer": {"id": 7, "name": "Eve"} | more} for n, more in ((1, {}), (2, {"vip": True}))]
    loaded = read({"orders": orders}, "shop.json")
    assert [node.properties for node in loaded.nodes if node.labels == ("customer",)] == [
        {"id": 7, "name": "Eve", "vip": True}
    ]
    assert {(each.start, each.end) for each in loaded.relationships} == {
        ("orders:1", "customer:7"),
        ("orders:2", "customer:7"),
    }
    assert loaded.context.notes == ["customer: 1 nodes of 2 objects, by their ids"]


def test_objects_with_the_same_id_that_differ_are_kept_apart(read):
    loaded = read([{"id": 1, "lines": [{"id": 1, "of": "pen"}]}, {"id": 2, "lines": [{"id": 1, "of": "ink"}]}])
    assert sorted(node.properties["of"] for node in loaded.nodes if node.labels == ("lines",)) == ["ink", "pen"]
    assert loaded.context.notes == ["lines: objects with the same id differ, so each is a node of its own"]


def test_objects_without_an_id_that_are_alike_are_told(read):
    boats = [{"name": n, "crew": [{"name": "Mai"}, {"name": n}], "size": {"feet": 9}} for n in ("Ara", "Bel")]
    loaded = read(boats)
    assert len(loaded.nodes) == 8
    assert loaded.context.notes == [
        "crew: 4 objects, 3 of them different; they have no id, so each is a node of its own"
    ]


def test_a_dump_of_django_is_its_models(read):
    rows = [
        {"model": "shop.maker", "pk": 1, "fields": {"name": "Ara"}},
        {"model": "shop.maker", "pk": 2, "fields": {"name": "Bel"}},
        {"model": "shop.boat", "pk": 7, "fields": {"name": "Gull", "maker": 2}},
        {"model": "shop.boat", "pk": 8, "fields": {"name": "Tern", "maker": 1}},
    ]
    rows += [{"model": "shop.boatmaker", "pk": n, "fields": {"boat": n + 6, "maker": 3 - n}} for n in (1, 2)]
    loaded = read(rows)
    assert {(node.id, node.labels) for node in loaded.nodes} == {
        ("maker:1", ("maker",)),
        ("maker:2", ("maker",)),
        ("boat:7", ("boat",)),
        ("boat:8", ("boat",)),
    }
    ends = {(each.start, each.type, each.end) for each in loaded.relationships}
    assert ends == {
        ("boat:7", "MAKER", "maker:2"),
        ("boat:8", "MAKER", "maker:1"),
        ("boat:7", "BOATMAKER", "maker:2"),
        ("boat:8", "BOATMAKER", "maker:1"),
    }


def test_lists_of_ids_are_references(read):
    people = [{"id": n, "name": name, "friends": friends, "marks": [n]} for n, name, friends in PEOPLE]
    clubs = [
        {"id": 7, "name": "Chess", "memberIds": [1, 3]},
        {"id": 8, "name": "Judo", "people": [2], "memberIds": [2]},
    ]
    loaded = read({"people": people, "clubs": clubs}, "social.json")
    ends = {(each.start, each.type, each.end) for each in loaded.relationships}
    assert {end for end in ends if end[1] == "MEMBER"} == {
        ("clubs:7", "MEMBER", "people:1"),
        ("clubs:7", "MEMBER", "people:3"),
        ("clubs:8", "MEMBER", "people:2"),
    }
    assert {end[2] for end in ends if end[:2] == ("people:1", "FRIENDS")} == {"people:2", "people:3"}
    judo = next(node for node in loaded.nodes if node.id == "clubs:8")
    assert judo.properties == {"id": 8, "name": "Judo", "memberIds": (2,)}
    assert set(loaded.context.notes) == {
        "clubs.people refers to people.id: PEOPLE",
        "FRIENDS is a guess: 100% of the values of people.friends are in people.id",
        "MEMBER is a guess: 100% of the values of clubs.memberIds are in people.id",
    }


def test_lists_of_codes_that_one_property_has_are_guesses(read):
    lands = [
        {"name": "Elland", "code": "ELL", "grade": "aa", "borders": ["OAK", "FIR"], "tags": ["dry", "hot", "old"]},
        {"name": "Oakland", "code": "OAK", "grade": "bb", "borders": ["ELL"], "tags": ["dry"]},
        {"name": "Firland", "code": "FIR", "grade": "bb", "borders": ["ELL"], "tags": []},
        {"name": "Ashland", "code": "ASH", "grade": "aa", "borders": [], "tags": ["hot"]},
    ]
    loaded = read(lands, "lands.json")
    named = {node.id: node.properties["name"] for node in loaded.nodes}
    assert {(named[each.start], each.type, named[each.end]) for each in loaded.relationships} == {
        ("Elland", "BORDERS", "Oakland"),
        ("Elland", "BORDERS", "Firland"),
        ("Oakland", "BORDERS", "Elland"),
        ("Firland", "BORDERS", "Elland"),
    }
    assert loaded.context.notes[-1] == "BORDERS is a guess: 100% of the values of lands.borders are in lands.code"


def test_references_by_id(read):
    shop = {
        "customers": [{"customerId": "a", "name": "Eve"}, {"customerId": "b", "name": "Tom"}],
        "orders": [{"orderId": 1, "customerId": "a"}, {"orderId": 2, "customerId": "a"}],
    }
    loaded = read(shop, "shop.json")
    assert {(each.start, each.type, each.end) for each in loaded.relationships} == {
        ("orders:1", "CUSTOMERS", "customers:a"),
        ("orders:2", "CUSTOMERS", "customers:a"),
    }
    assert loaded.context.notes == ["orders.customerId refers to customers.customerId: CUSTOMERS"]


@pytest.mark.parametrize(
    ("value", "name", "labels", "names"),
    [
        ({"ida": {"age": 3}, "jon": {"age": 4, "x": 1}}, "people.json", {"people"}, ["ida", "jon"]),
        ({"data": [{"name": "Ida"}]}, "people.json", {"people"}, ["Ida"]),
        ({"name": "Ida", "age": 3}, "person.json", {"person"}, ["Ida"]),
        ('{"name": "Ida"}\n{"name": "Jon"}\n', "people.jsonl", {"people"}, ["Ida", "Jon"]),
        ('{"name": "Ida"}\n{"name": "Jon"}\n', "people.json", {"people"}, ["Ida", "Jon"]),
        ({"team": {"people": [{"name": "Ida"}]}}, "all.json", {"people"}, ["Ida"]),
        ([{"_id": {"$oid": "5f"}, "name": "Ida"}], "people.json", {"people"}, ["Ida"]),
    ],
)
def test_forms_of_documents(read, value, name, labels, names):
    loaded = read(value, name)
    assert {node.labels[0] for node in loaded.nodes} == labels
    assert [node.properties["name"] for node in loaded.nodes] == names
    assert not loaded.problems


def test_what_is_no_object_is_counted(read):
    loaded = read([{"name": "Ida"}, 7, {"big": 2**70, "odd": [{"a": 1}, 5]}])
    assert loaded.counts == {"bad-record": 1, "bad-value": 1}
    assert [node.properties.get("odd") for node in loaded.nodes if node.labels == ("companies",)] == [None, (5,)]


@pytest.mark.parametrize(
    "text", ["[1, 2]", "{", '{"a": 1', '{"a": 1}}', '[{"a": 1}', "[" * 5000, '{"a":' * 900 + "1" + "}" * 900]
)
def test_what_is_no_document_is_refused(tmp_path, text):
    (tmp_path / "a.json").write_text(text)
    kb = tmp_path / "kb.fp"
    if text.endswith("}" * 900):  # nested deeply, but a document: the rest is kept as text, and counted
        assert [problem.kind for problem in fp.load([tmp_path / "a.json"], kb).problems] == ["bad-value"]
        return
    with pytest.raises(SourceError) as caught:
        fp.load([tmp_path / "a.json"], kb)
    assert caught.value.code == "source.format"


@pytest.mark.parametrize(
    ("name", "text"),
    [("g.json", '{"nodes": [], "links": []}'), ("g.jsonl", '{"id": 1, "labels": ["A"]}\n'), ("g.csv", "a\n1\n")],
)
def test_graphs_are_read_by_their_own_loaders(tmp_path, name, text):
    (tmp_path / name).write_text(text)
    assert loader_for(tmp_path / name).name != "json"


def test_features_of_geojson_are_their_properties(tmp_path, load):
    hall = {
        "type": "Feature",
        "id": 7,
        "properties": {"name": "Hall"},
        "geometry": {"type": "Point", "coordinates": [10.7, 59.9]},
    }
    road = {
        "type": "Feature",
        "properties": {"name": "Road"},
        "geometry": {"type": "LineString", "coordinates": [[1, 2]]},
    }
    bare = {"type": "Feature", "properties": {"name": "Bare"}, "geometry": None}
    path = tmp_path / "places.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [hall, road, bare]}))
    loader = loader_for(path)
    assert [(node.labels, node.properties) for node in load(loader, path).nodes] == [
        (("places",), {"id": 7, "name": "Hall", "longitude": 10.7, "latitude": 59.9}),
        (("places",), {"name": "Road", "geometry": "LineString"}),
        (("places",), {"name": "Bare"}),
    ]


def test_the_list_of_an_answer_is_called_by_its_file(tmp_path, load):
    path = tmp_path / "users.json"
    path.write_text(json.dumps({"meta": {"page": 1}, "data": [{"name": "Ann"}, {"name": "Bob"}]}))
    assert [node.labels for node in load(loader_for(path), path).nodes] == [("meta",), ("users",), ("users",)]
    path.write_text(json.dumps({"639-2": [{"name": "Ann"}]}))  # a key without a word says nothing, either
    assert [node.labels for node in load(loader_for(path), path).nodes] == [("users",)]


LANDS = [
    {
        "name": {"common": "Peru", "official": "Republic of Peru", "native": {"que": {"common": "Piruw"}}},
        "money": {"PEN": {"name": "sol"}},
        "tongues": {"spa": "Spanish", "que": "Quechua"},
    },
    {"name": {"common": "Spain"}, "money": {"EUR": {"name": "euro"}}, "tongues": {"spa": "Spanish"}},
    {"name": {"common": "France"}, "money": {"EUR": {"name": "euro"}}, "tongues": {"fra": "French"}},
    {"name": {"common": "Malta"}, "money": {"EUR": {"name": "euro"}}, "tongues": {"mlt": "Maltese", "eng": "English"}},
]


def test_keys_that_are_data_and_names_in_parts(read):
    loaded = read(LANDS, "lands.json")
    nodes, relationships = _shape(loaded)
    assert [name for label, name in nodes if label == "lands"] == ["France", "Malta", "Peru", "Spain"]
    assert [name for label, name in nodes if label == "money"] == ["euro", "sol"]
    assert [name for label, name in nodes if label == "tongues"] == [
        "English",
        "French",
        "Maltese",
        "Quechua",
        "Spanish",
    ]
    peru = next(node for node in loaded.nodes if node.properties.get("name") == "Peru")
    assert peru.properties == {"name": "Peru", "official_name": "Republic of Peru"}
    euro = next(node for node in loaded.nodes if node.properties.get("name") == "euro")
    assert euro.properties["key"] == "EUR"
    assert [start for start, type_, end in relationships if end == euro.id] == ["lands[2]", "lands[3]", "lands[4]"]


def test_an_object_with_one_object_in_it_is_no_map(read):
    loaded = read([{"home": {"geo": {"lat": 1.5}}}, {"home": {"geo": {"lat": 2.5}}}, {"home": {"city": "Rome"}}])
    assert [node.labels[0] for node in loaded.nodes].count("home") == 3


def test_objects_with_the_same_few_keys_are_no_maps(read):
    loaded = read([{"size": {"width": 1, "height": 2}}, *[{"size": {"width": 3}}] * 3, {"size": {"depth": 2}}])
    assert all("key" not in node.properties for node in loaded.nodes)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ({"first": "Ada", "last": "King"}, "Ada King"),
        ({"official": "The Republic", "x": "y"}, "The Republic"),
    ],
)
def test_names_in_parts(read, name, told):
    (node,) = read([{"name": name, "age": 3}]).nodes
    assert node.properties["name"] == told
    assert len(node.properties) == 2 + len([part for part in name.values() if part != told])


def test_what_is_told_by_language_is_read_in_english(read):
    loaf = {
        "title": {"en": "Rye bread", "de": "Roggenbrot"},
        "tags": {"de": ["dunkel"], "en-GB": ["dark", "sour"]},
        "baking": {"en": {"minutes": 50}, "de": {"minutes": 50}},
        "parts": {"en": [{"name": "Rye"}, {"name": "Salt"}], "de": [{"name": "Roggen"}, {"name": "Salz"}]},
    }
    loaded = read({"loaves": [loaf]})
    assert sorted(node.labels[0] for node in loaded.nodes) == ["baking", "loaves", "parts", "parts"]
    told = next(node.properties for node in loaded.nodes if node.labels == ("loaves",))
    assert told == {
        "title": "Rye bread",
        "de_title": "Roggenbrot",
        "tags": ("dark", "sour"),
        "de_tags": ("dunkel",),
    }
    assert sorted(node.properties["name"] for node in loaded.nodes if node.labels == ("parts",)) == ["Rye", "Salt"]
    assert "baking and parts: objects by language, read in English only" in loaded.context.notes


def test_amounts_in_one_unit_are_numbers(tmp_path):
    loaves = [
        {"name": name, "baking": {"value": minutes, "unit": "min"}, "weight": {"value": 1, "unit": unit}}
        for name, minutes, unit in (("Rye", 50, "kg"), ("Bun", 15, "g"), ("Oat", 40, "kg"))
    ]
    (tmp_path / "loaf.json").write_text(json.dumps(loaves))
    fp.load([tmp_path / "loaf.json"], tmp_path / "kb.fp")
    with fp.KnowledgeBase(tmp_path / "kb.fp") as kb:
        assert {label.name for label in kb.schema.labels} == {"loaf", "weight"}
        assert kb.ask("What is the baking of Rye?").text.endswith("50 min.")
        assert kb.ask("How many loaves have a baking of less than 45 minutes?").rows == ((2,),)


@pytest.mark.parametrize(
    "value",
    [
        {"languages": {"en": "English", "fr": "French"}},
        {"share": {"en": 3, "fr": 4}},
        {"vat": {"de": {"rate": 19}, "fr": {"rate": 20}}},
        {"row": {"id": "x", "en": "y"}},
    ],
)
def test_what_only_looks_told_by_language_is_kept(read, value):
    assert len(read([value]).nodes) > 1


def test_names_with_numbers_in_them_stay_objects(read):
    assert len(read([{"name": {"common": "Peru", "rank": 3}}]).nodes) == 2


def test_people_that_records_hold_are_one_where_their_login_is(tmp_path):
    people = [{"login": "bo", "name": "Bo"}, {"login": "amy", "name": "Amy"}, {"login": "bo", "name": "Bo"}]
    issues = [{"number": n, "reporter": each, "email": "x@y"} for n, each in enumerate(people)]
    (tmp_path / "bugs.json").write_text(json.dumps(issues))
    report = fp.load([tmp_path / "bugs.json"], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (5, 3)
    assert report.notes == ("reporter: 2 nodes of 3 objects, by their ids",)


BIRDS = {
    "heron": {"name": "Heron", "diet": "fish", "size": {"wing": 180}},
    "robin": {"name": "Robin", "diet": "worms"},
    "swift": {"name": "Swift", "diet": "insects", "rings": [{"year": 2020}, {"year": 2021}]},
}


def _files(folder, documents):
    folder.mkdir(parents=True)
    for name, document in documents.items():
        (folder / f"{name}.json").write_text(json.dumps(document))


def test_files_of_one_record_each_are_called_by_their_folder(tmp_path):
    _files(tmp_path / "birds", {**BIRDS, "rules": [{"no": 1}], "config": {"depth": 3, "title": "x"}})
    assert fp.load([tmp_path / "birds"], tmp_path / "kb.fp").nodes == 3 + 1 + 2 + 1 + 1
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("How many birds are there?").text == "There are 3 birds."
        assert kb.ask("What is the diet of the robin?").text == "The diet of Robin is worms."


def test_a_folder_that_says_nothing_is_called_by_the_one_above_it(tmp_path, load):
    _files(tmp_path / "birds" / "json", BIRDS)
    path = tmp_path / "birds"
    assert {node.labels[0] for node in load(loader_for(path), path).nodes} == {"birds", "size", "rings"}


def test_files_of_an_archive_are_called_by_it(tmp_path, load):
    path = tmp_path / "birds.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for name, document in BIRDS.items():
            archive.writestr(f"{name}.json", json.dumps(document))
    assert {node.labels[0] for node in load(loader_for(path), path).nodes} == {"birds", "size", "rings"}


def test_a_record_without_a_name_is_called_by_its_file(tmp_path, load):
    _files(tmp_path / "birds", {name: {"looks": {"size": 3}, "food": {"diet": "any"}} for name in BIRDS})
    path = tmp_path / "birds"
    names = {node.properties.get("name") for node in load(loader_for(path), path).nodes if node.labels == ("birds",)}
    assert names == set(BIRDS)


@pytest.mark.parametrize(
    "document",
    [
        {"page": 1, "results": [{"name": "Heron"}]},
        {"heron": {"diet": "fish"}, "robin": {"diet": "worms"}},
        {"birds": [{"name": "Heron"}], "nests": [{"tree": "oak"}]},
    ],
)
def test_files_of_several_records_keep_their_names(tmp_path, load, document):
    _files(tmp_path / "park", dict.fromkeys(["north", "south", "west"], document))
    path = tmp_path / "park"
    assert "park" not in {node.labels[0] for node in load(loader_for(path), path).nodes}


def test_what_only_names_a_record_of_another_file_is_that(tmp_path, load):
    _files(tmp_path / "park" / "birds", BIRDS)
    nests = [
        {"tree": "oak", "birds": {"1": {"name": "Robin"}, "2": {"name": "Swift"}}},
        {"tree": "elm", "birds": [{"name": "Robin"}, {"name": "Robin", "diet": "seeds"}]},
    ]
    (tmp_path / "park" / "nests.json").write_text(json.dumps(nests))
    path = tmp_path / "park"
    loaded = load(loader_for(path), path)
    birds = [node for node in loaded.nodes if node.labels == ("birds",)]
    assert sorted(node.properties["name"] for node in birds) == ["Heron", "Robin", "Robin", "Swift"]
    assert {(each.end, each.properties.get("key")) for each in loaded.relationships if each.type == "BIRDS"} == {
        ("birds:Robin", "1"),
        ("birds:Swift", "2"),
        ("birds:Robin", None),
        ("nests[4.2].birds[1]", None),
    }
