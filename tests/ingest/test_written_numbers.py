"""Numbers as people write them."""

from __future__ import annotations

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.mapping import read_mapping
from fingerpost.ingest.records import LoadContext
from fingerpost.ingest.tables.csv_files import CsvLoader
from fingerpost.ingest.tables.written_numbers import number_reader, number_rules


def rules(**columns):
    return {name: (rule.type, rule.format, rule.unit) for name, rule in number_rules(columns)}


@pytest.mark.parametrize(
    ("form", "text", "value"),
    [
        ("1,234.5", "$1,200.50", 1200.5),
        ("1,234.5", "€ -85", -85),
        ("1,234.5", "12%", 12),
        ("1,234.5", "1 200 EUR", 1200),
        ("1.234,5", "3.250,50", 3250.5),
        ("1.234,5", "1.000.000 €", 1_000_000),
        ("1.234,5", "−7,25", -7.25),
        ("1.234,5", "1\u202f200,5", 1200.5),
        ("1,234.5", ".25", 0.25),
        ("1,234.5", "2.5e-03", 0.0025),
        ("1,234.5", "1E+06", 1e6),
    ],
)
def test_a_number_is_read(form, text, value):
    assert number_reader(form)(text) == value


@pytest.mark.parametrize("text", ["", "1,20.5", "12 m", "1.2.3", "$", "1,234,5", "٣٫٥x"])
def test_a_text_that_is_no_number_is_refused(text):
    with pytest.raises(ValueError, match="is not a number such as"):
        number_reader("1,234.5")(text)


@pytest.mark.parametrize(
    ("texts", "rule"),
    [
        (["3.250,50", "99,90"], ("float", "1.234,5", None)),
        (["$1,200", "$85", "n/a"], ("int", "1,234.5", "$")),
        (["1,200", "3,400"], ("int", "1,234.5", None)),
        (["12 %", "7.5 %"], ("float", "1,234.5", "%")),
        (["12", "n/a"], ("int", "1,234.5", None)),
        (["12", "7.5"], None),
        (["$85", "€120"], None),
        (["01234", "90210"], None),
        (["555 123 456", "555 123 457"], None),
        (["1,200", "many"], None),
        (["n/a", "-"], None),
        (["+1", "+49", "+353"], None),
        ([], None),
    ],
)
def test_a_column_of_numbers_is_told_from_others(texts, rule):
    assert rules(x=texts) == ({} if rule is None else {"x": rule})


def test_other_columns_say_what_a_separator_means():
    assert rules(a=["1,250"], b=["3,5"]) == {"a": ("float", "1.234,5", None), "b": ("float", "1.234,5", None)}
    assert rules(a=["1.250"], b=["3,5"])["a"] == ("int", "1.234,5", None)
    assert rules(a=["1.250"], b=["3.5"]) == {}
    assert rules(a=["1,250"], b=["1,250.5"])["a"] == ("int", "1,234.5", None)


def test_a_table_has_numbers_with_their_unit_and_a_note(tmp_path):
    path = tmp_path / "pay.csv"
    path.write_text("name;pay\nAnn;3.250,50 €\nBob;n/a\nCy;99 €\n", encoding="utf-8")
    context = LoadContext()
    nodes = list(CsvLoader().read(path, context))
    assert [node.properties.get("pay") for node in nodes] == [3250.5, None, 99.0]
    assert context.property_hints["pay", "pay"].unit == "€"
    assert context.notes == ["pay.pay: read as numbers such as 1.234,5, in €; n/a read as missing"]


def test_columns_of_which_the_same_is_told_share_a_note(tmp_path):
    path = tmp_path / "run.csv"
    path.write_text("name,early,late,code\nAnn,3,NA,+49\nBob,NA,7,+1\n")
    context = LoadContext()
    nodes = list(CsvLoader().read(path, context))
    assert [node.properties for node in nodes] == [
        {"name": "Ann", "early": 3, "code": "+49"},
        {"name": "Bob", "late": 7, "code": "+1"},
    ]
    assert context.notes == ["run.early and late: read as numbers; NA read as missing"]


def test_a_mapping_says_how_numbers_are_written(tmp_path):
    file = tmp_path / "mapping.toml"
    head = '[tables.t]\nlabel = "T"\n[tables.t.properties]\n'
    file.write_text(head + 'x = { type = "float", format = "1.234,5", unit = "kg" }\n')
    assert read_mapping(file).tables["t"].properties["x"].unit == "kg"
    file.write_text(head + 'x = { type = "float", format = "%d" }\n')
    with pytest.raises(SourceError, match="the format of a number is"):
        read_mapping(file)


def test_a_unit_in_the_name_of_a_column_is_the_unit_of_its_numbers(tmp_path):
    (tmp_path / "machine.csv").write_text(
        'name,Weight (kg),Power [kW],"Max. speed, km/h",Cost in EUR,Length (m),Length [ft],Made in Ulm,Note (m),Q (x)\n'
        "Lathe,1200,7.5,0,100,2,6.6,3,long,1\nMill,2500,11,18,95.5,3,9.8,4,5,2\n"
    )
    fp.load([tmp_path / "machine.csv"], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        (label,) = kb.schema.labels
        assert {each.name: each.unit for each in label.properties if each.unit} == {
            "Weight": "kg",
            "Power": "kW",
            "Max. speed": "km/h",
            "Cost": "EUR",
            "Length (m)": "m",
            "Length [ft]": "ft",
        }
        assert {each.name for each in label.properties if not each.unit} == {"name", "Made in Ulm", "Note (m)", "Q (x)"}
        assert kb.ask("What is the power of the Mill?").text == "The power of Mill is 11 kW."


@pytest.mark.parametrize(
    ("column", "texts", "type_"),
    [
        ("depth", ["12", "-7", "0"], "int"),
        ("depth", ["12", "7.5", ".5", "3e-05"], "float"),
        ("depth", ["12", "07"], None),
        ("depth", ["12", "deep"], None),
        ("depth", ["4012888888881881", "12"], None),
        ("release", ["1.1", "1.9", "1.10"], None),
        ("share", ["3.4", "3.40", "2.05"], "float"),
        ("zip", ["90210", "10001"], None),
        ("home phone", ["5551234567"], None),
        ("dial", ["+1", "+44"], None),
        ("part", ["12E4", "13E4"], None),
    ],
)
def test_plain_numbers_are_numbers_where_the_source_has_no_types(column, texts, type_):
    found = dict(number_rules({column: texts}, untyped=[column]))
    assert (found[column].type if found else None) == type_


def test_a_plain_table_has_numbers_and_says_so(tmp_path):
    rows = "".join(f"{n},0{n},{n * 0.5},{'' if n == 3 else n * 4000},D-{n}\n" for n in range(1, 6))
    (tmp_path / "dives.csv").write_text("dive_id,buoy,depth,pressure,diver\n" + rows)
    report = fp.load([tmp_path / "dives.csv"], tmp_path / "dives.fp")
    assert report.notes == ("read as numbers: dives.depth and dives.pressure",)
    with fp.open(tmp_path / "dives.fp") as kb:
        kinds = {p.name: str(p.type) for p in kb.schema.labels[0].properties}
        assert kinds == {
            "dive_id": "string",
            "buoy": "string",
            "depth": "float",
            "pressure": "integer",
            "diver": "string",
        }
        assert kb.ask("What is the highest pressure?").text == "The highest pressure is 20,000."


def test_what_means_no_number_means_no_text_either_but_among_short_codes(tmp_path):
    rows = "1,4.5,male,DE\n2,NA,NA,NA\n3,3.5,female,FR\n4,2.5,NA,NA\n"
    (tmp_path / "seals.csv").write_text("seal_id,weight,sex,shore\n" + rows)
    fp.load([tmp_path / "seals.csv"], tmp_path / "seals.fp")
    with fp.open(tmp_path / "seals.fp") as kb:
        assert kb.ask("How many seals have no sex?").text == "There are 2 seals."
        assert kb.query("MATCH (s:seals) WHERE s.shore = 'NA' RETURN count(*)").rows == ((2,),)


def test_few_of_a_name_are_not_surely_what_is_counted(tmp_path):
    (tmp_path / "families.csv").write_text("family_id,name\n1,Rare earths\n2,Halides\n3,Halides\n")
    (tmp_path / "minerals.csv").write_text("mineral,family_id\nMonazite,1\nXenotime,1\nHalite,2\nSylvite,3\n")
    fp.load([tmp_path / "families.csv", tmp_path / "minerals.csv"], tmp_path / "m.fp")
    with fp.open(tmp_path / "m.fp") as kb:
        answer = kb.ask("How many rare earths are there?")
        assert answer.text != "There is 1 family." or answer.confidence < 0.8


def test_the_strongest_has_the_greatest_magnitude(tmp_path):
    (tmp_path / "quakes.csv").write_text("quake_id,place,mag\n1,Elm,3.5\n2,Oak Hill,6.1\n3,Ash,4.0\n")
    fp.load([tmp_path / "quakes.csv"], tmp_path / "q.fp")
    with fp.open(tmp_path / "q.fp") as kb:
        assert kb.ask("Which quake was the strongest?").text.startswith("Oak Hill")


def test_how_many_there_are_is_not_the_sum_of_their_numbers(tmp_path):
    rows = "".join(f"{n % 5 + 300},{'Elm' if n % 2 else 'Oak'},{n * 10}\n" for n in range(1, 21))
    (tmp_path / "trains.csv").write_text("train,town,distance\n" + rows)
    fp.load([tmp_path / "trains.csv"], tmp_path / "t.fp")
    with fp.open(tmp_path / "t.fp") as kb:
        assert kb.ask("How many trains are there?").text == "There are 20 trains."
        assert kb.ask("How many trains have the town Elm?").text == "There are 10 trains."
