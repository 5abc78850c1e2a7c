"""RDF in its forms: classes are labels, literals properties, other statements relationships."""

from __future__ import annotations

import datetime as dt
import gzip

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.rdf import RdfLoader
from fingerpost.ingest.records import LoadContext, NodeRecord

rdflib = pytest.importorskip("rdflib", reason="needs the extra rdf")

TURTLE = """
@prefix : <http://example.org/city#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Q1 a :River ; rdfs:label "Rhône"@en, "Rhodanus"@la ; :lengthKm 812 ; :flowsThrough :lyon, :Q3 .
:lyon a :City ; rdfs:label "Lyon" ; :founded "1950-02-03"^^xsd:date ; :area 47.9 ; :alias "Lugdunum", "Lyons" .
:Q3 a :Q4 ; rdfs:label "Genève"@fr .
:Q4 rdfs:label "Metropolis"@en .
:tour :stops (:lyon :Q3) ; :prices (1 2) ; :led [ :says "hello" ] .
"""


@pytest.mark.parametrize(("form", "ending"), [("turtle", "ttl"), ("nt", "nt"), ("json-ld", "jsonld"), ("xml", "rdf")])
def test_the_four_forms_make_the_same_graph(tmp_path, load, form, ending):
    path = tmp_path / f"city.{ending}"
    rdflib.Graph().parse(data=TURTLE).serialize(path, format=form, encoding="utf-8")
    assert RdfLoader().recognises(path)
    loaded = load(RdfLoader(), path)
    at = "http://example.org/city#"
    nodes = {node.id: node for node in loaded.nodes}
    rhone, lyon = nodes[f"{at}Q1"], nodes[f"{at}lyon"]
    assert (rhone.labels, nodes[f"{at}Q3"].labels) == (("River",), ("Metropolis",))
    assert rhone.properties == {"iri": f"{at}Q1", "label": "Rhône", "name": "Rhône", "lengthKm": 812}
    assert nodes[f"{at}Q3"].properties["name"] == "Genève"
    assert lyon.properties["founded"] == dt.date(1950, 2, 3)
    assert (lyon.properties["area"], lyon.properties["alias"]) == (47.9, ("Lugdunum", "Lyons"))
    assert nodes[f"{at}tour"].properties["prices"] == (1, 2)
    names = {ident: node.properties.get("name") for ident, node in nodes.items()}
    named = {(names[r.start], r.type, names[r.end]) for r in loaded.relationships}
    assert named == {
        ("Rhône", "FLOWS_THROUGH", "Lyon"),
        ("Rhône", "FLOWS_THROUGH", "Genève"),
        ("tour", "STOPS", "Lyon"),
        ("tour", "STOPS", "Genève"),
        ("tour", "LED", None),
    }
    assert not loaded.problems


IN_GRAPHS = {
    "nq": "<e:Oslo> <e:a> <e:City> <e:north> . <e:Rome> <e:a> <e:City> <e:south> . <e:Rome> <e:linkedTo> <e:Oslo> .",
    "trig": "<e:north> { <e:Oslo> a <e:City> } <e:south> { <e:Rome> a <e:City> } <e:Rome> <e:linkedTo> <e:Oslo> .",
}


@pytest.mark.parametrize("ending", IN_GRAPHS)
def test_named_graphs_are_read_as_one(tmp_path, load, ending):
    path = tmp_path / f"city.{ending}.gz"
    text = (
        IN_GRAPHS[ending].replace("e:a>", f"{rdflib.RDF.type}>").replace(" . ", " .\n").replace("<e:", "<http://e.org/")
    )
    path.write_bytes(gzip.compress(text.encode()))
    assert RdfLoader().recognises(path)
    loaded = load(RdfLoader(), path)
    assert [(node.properties["name"], node.labels) for node in loaded.nodes] == [
        ("Oslo", ("City",)),
        ("Rome", ("City",)),
    ]
    assert [each.type for each in loaded.relationships] == ["LINKED_TO"]


def test_properties_are_called_without_has(tmp_path, load):
    path = tmp_path / "quay.ttl"
    path.write_text(
        "@prefix : <http://example.org/> . :q a :Quay ; :hasBerthNumber 7 ; :hasDepth 9 ; :depth 8 ; :hasPart :r ; "
        ":hash 1 . :r a :Ramp ."
    )
    loaded = load(RdfLoader(), path)
    quay = next(node for node in loaded.nodes if node.labels == ("Quay",))
    assert {"berthNumber": 7, "hasDepth": 9, "depth": 8, "hash": 1}.items() <= quay.properties.items()
    assert [each.type for each in loaded.relationships] == ["HAS_PART"]


def test_identifiers_of_wikidata_show_their_labels(tmp_path, load):
    path = tmp_path / "adams.ttl"
    path.write_text(
        """@prefix wd: <http://www.wikidata.org/entity/> .
        @prefix wdt: <http://www.wikidata.org/prop/direct/> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        wd:Q42 rdfs:label "Douglas Adams"@en, "Douglas Adams"@de ; wdt:P31 wd:Q5 ; wdt:P19 wd:Q350 .
        wd:Q5 rdfs:label "human"@en . wd:Q350 rdfs:label "Cambridge"@en ; wdt:P1082 145700 .
        wd:P19 rdfs:label "place of birth"@en . wd:P1082 rdfs:label "population"@en ."""
    )
    loaded = load(RdfLoader(), path)
    nodes = {node.properties["name"]: node for node in loaded.nodes}
    assert nodes["Douglas Adams"].labels == ("human",)
    assert set(nodes) == {"Douglas Adams", "human", "Cambridge"}
    assert nodes["Cambridge"].properties["population"] == 145700
    assert [edge.type for edge in loaded.relationships] == ["PLACE_OF_BIRTH"]
    fp.load([path], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("What is the place of birth of Douglas Adams?").text == "Cambridge."


def test_the_classes_of_an_ontology_are_those_with_a_name(tmp_path, load):
    path = tmp_path / "plant.ttl"
    path.write_text(
        """@prefix : <http://example.org/> .
        @prefix owl: <http://www.w3.org/2002/07/owl#> .
        @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
        @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
        :Equipment a owl:Class ; rdfs:label "Equipment" ; skos:prefLabel "Equipment" .
        :Fan a owl:Class ; rdfs:label "Fan" ; rdfs:subClassOf :Equipment, [ owl:intersectionOf (:Equipment :Mover) ;
          a owl:Class ] . :Mover a owl:Class ; rdfs:label "Mover" ."""
    )
    labels = [node.labels for node in load(RdfLoader(), path).nodes]
    assert sorted(labels) == [("Class",), ("Class",), ("Class",), ("ClassExpression",)]
    fp.load([path], tmp_path / "kb.fp")
    with fp.open(tmp_path / "kb.fp") as kb:
        assert kb.ask("How many classes are there?").text == "There are 3 classes."
        assert kb.ask("Which classes are subclasses of Equipment?").text == "Fan."


def test_a_question_about_a_turtle_file(tmp_path):
    path = tmp_path / "city.ttl.gz"
    path.write_bytes(gzip.compress(TURTLE.encode()))
    fp.load([path], tmp_path / "city.fp")
    with fp.open(tmp_path / "city.fp") as kb:
        assert kb.ask("Which river flows through Lyon?").text == "Rhône."


def test_terms_of_an_ontology_with_labels_in_another_language_keep_their_names(tmp_path, load, caplog):
    (tmp_path / "pizza.ttl").write_text(
        "@prefix : <http://a/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
        "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"
        ':CheeseTopping a owl:Class ; rdfs:label "CoberturaDeQueijo"@pt .\n'
        ':Gouda a owl:Class ; rdfs:label "Gouda cheese"@en, "Queijo Gouda"@pt ; rdfs:subClassOf :CheeseTopping .\n'
        ':T_0007 a owl:Class ; rdfs:label "Azeitona"@pt ; rdfs:seeAlso <http://a/what is this> .\n'
    )
    read = load(RdfLoader(), tmp_path / "pizza.ttl")
    names = [node.properties["name"] for node in read.nodes if node.labels == ("Class",)]
    assert names == ["CheeseTopping", "Gouda cheese", "Azeitona"]
    assert not caplog.records


@pytest.mark.parametrize(
    ("name", "text", "part"),
    [
        ("a.ttl", "this is not turtle", "a.ttl:1: is not valid Turtle: "),
        ("a.nt", "<a> <b> .", "is not valid N-Triples"),
        ("a.rdf", "<rdf", "is not valid RDF/XML"),
        ("a.ttl", "@prefix : <http://a/> .", "has no statements"),
        ("a.jsonld", "[", "is not JSON"),
        ("a.jsonld", '{"@context": "https://schema.org/", "@id": "a"}', "has its context at https://schema.org/"),
        ("a.jsonld", '[{"b": {"@context": [{}, "file:///etc/passwd"]}}]', "has its context at file:///etc/passwd"),
    ],
)
def test_what_is_no_rdf_or_reaches_elsewhere_is_refused(tmp_path, name, text, part):
    (tmp_path / name).write_text(text)
    with pytest.raises(SourceError) as caught:
        fp.load([tmp_path / name], tmp_path / "kb.fp")
    assert part in caught.value.message


def test_a_list_that_contains_itself_ends(tmp_path, load):
    (tmp_path / "a.nt").write_text(
        "_:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#first> <http://a/x> .\n"
        "_:a <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> _:a .\n"
        "<http://a/s> <http://a/p> _:a .\n"
    )
    assert [r.end for r in load(RdfLoader(), tmp_path / "a.nt").relationships] == ["http://a/x"]


def test_a_document_type_that_grows_without_end_is_refused(tmp_path):
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    (tmp_path / "a.rdf").write_text(
        f'<!DOCTYPE rdf [<!ENTITY e0 "aaaaaaaaaa">{entities}]>'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a="http://a/">'
        '<rdf:Description rdf:about="http://a/x"><a:p>&e11;</a:p></rdf:Description></rdf:RDF>'
    )
    with pytest.raises(SourceError, match="declares entities"):
        fp.load([tmp_path / "a.rdf"], tmp_path / "kb.fp")
    (tmp_path / "a.rdf").write_bytes((tmp_path / "a.rdf").read_text().encode("utf-16"))
    with pytest.raises(SourceError, match="encoding"):
        fp.load([tmp_path / "a.rdf"], tmp_path / "kb.fp")


def test_entities_that_are_short_for_an_address_are_read(tmp_path, load):
    (tmp_path / "a.owl").write_text(
        '<!DOCTYPE rdf [<!ENTITY a "http://a/">]>'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a="http://a/">'
        '<rdf:Description rdf:about="&a;x"><a:p>v</a:p></rdf:Description></rdf:RDF>'
    )
    assert [node.id for node in load(RdfLoader(), tmp_path / "a.owl").nodes] == ["http://a/x"]


def test_resources_are_numbered_in_the_order_of_the_file(tmp_path, load):
    names = [f"n{number * 7 % 40}" for number in range(40)]
    lines = [f'<http://e/{name}> a <http://e/Thing> ; <http://e/next> [ <http://e/of> "{name}" ] .' for name in names]
    (tmp_path / "many.ttl").write_text("\n".join(lines), encoding="utf-8")
    loaded = load(RdfLoader(), tmp_path / "many.ttl")
    assert [node.properties["name"] for node in loaded.nodes if "Thing" in node.labels] == names


def test_turtle_in_an_owl_file_is_read(tmp_path):
    path = tmp_path / "a.owl"
    path.write_text("@prefix : <http://e.org/> .\n:x a :T ; :n 1 .\n", encoding="utf-8")
    assert [record.labels for record in RdfLoader().read(path, LoadContext())] == [("T",)]


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?>\n<Ontology xmlns="http://www.w3.org/2002/07/owl#"><Declaration/></Ontology>',
        "Prefix(:=<http://e.org/>)\nOntology(<http://e.org/>)",
    ],
)
def test_other_syntaxes_of_owl_are_named_with_what_to_do(tmp_path, text):
    path = tmp_path / "a.owl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match="not RDF") as error:
        list(RdfLoader().read(path, LoadContext()))
    assert "robot" in error.value.hint.casefold()


WINES = """@prefix : <http://example.org/wine#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
"""
TERMS = """<http://example.org/wine> a owl:Ontology .
:Wine a owl:Class ; rdfs:label "wine" ; rdfs:subClassOf owl:Thing, [ a owl:Restriction ; owl:onProperty :madeBy ;
  owl:someValuesFrom :Winery ] .
:RedWine a owl:Class ; rdfs:subClassOf :Wine . :WhiteWine a owl:Class ; rdfs:subClassOf :Wine .
:Winery a owl:Class ; rdfs:subClassOf [ a owl:Class ; owl:unionOf (:Wine :Winery) ] .
:madeBy a owl:ObjectProperty ; rdfs:domain :Wine ; rdfs:range :Winery . :vintage a owl:DatatypeProperty .
"""
DATA = """:w1 a :RedWine, owl:NamedIndividual ; rdfs:label "Quinta Red" ; :madeBy :quinta ; :vintage "2015"^^xsd:gYear .
:w2 a :WhiteWine ; rdfs:label "Quinta White" ; :madeBy :quinta .
:w3 a :RedWine ; rdfs:label "Tinto" ; :madeBy :bodega . :quinta a :Winery . :bodega a :Winery .
"""


def test_the_terms_of_an_ontology_are_no_data_beside_individuals(tmp_path):
    path = tmp_path / "wine.ttl"
    path.write_text(WINES + TERMS + DATA)
    report = fp.load([path], tmp_path / "kb.fp")
    assert report.notes == ("wine.ttl: 7 terms of the ontology (classes, properties) are not data, and were left out",)
    with fp.open(tmp_path / "kb.fp") as kb:
        assert {label.name for label in kb.schema.labels} == {"Wine", "RedWine", "WhiteWine", "Winery"}
        assert kb.ask("How many wines are there?").rows == ((3,),)
        assert kb.ask("How many red wines are there?").rows == ((2,),)
        assert kb.ask("Which wines are made by quinta?").text == "2 wines: Quinta Red and Quinta White."
        assert kb.ask("What is the vintage of Quinta Red?").rows == ((2015,),)


def test_files_of_one_graph_are_joined(tmp_path):
    for name, text in (("terms", TERMS), ("data", DATA.splitlines()[0]), ("more", ":w1 :cork true .")):
        (tmp_path / f"{name}.ttl").write_text(WINES + text)
    context = LoadContext()
    paths = [tmp_path / f"{name}.ttl" for name in ("terms", "data", "more")]
    records = list(RdfLoader().read_together(paths, context))
    wine = next(record for record in records if isinstance(record, NodeRecord) and record.id.endswith("w1"))
    assert wine.labels == ("RedWine", "Wine")
    assert wine.properties.items() >= {"name": "Quinta Red", "vintage": 2015, "cork": True}.items()
    assert (context.files[wine.file].path.name, wine.line) == ("data.ttl", 1)
    assert {record.labels for record in records if isinstance(record, NodeRecord)} == {wine.labels, ("Resource",)}
    assert not context.problems


def test_terms_that_individuals_refer_to_stay(tmp_path, load):
    path = tmp_path / "wine.ttl"
    path.write_text(WINES + TERMS + DATA + ":w1 :likes :WhiteWine .")
    nodes = {node.id.partition("#")[2]: node.labels for node in load(RdfLoader(), path).nodes}
    assert sorted(nodes) == ["WhiteWine", "bodega", "quinta", "w1", "w2", "w3"]


def test_a_class_called_class_makes_no_classes_of_its_individuals(tmp_path, load):
    path = tmp_path / "heat.ttl"
    path.write_text(
        WINES + ":Class a owl:Class . :Quantity a owl:Class ; rdfs:subClassOf :Measurable . :heat a :Quantity . "
        ":Measurable a owl:Class ; rdfs:subClassOf :Class ."
    )
    labels = {node.id.partition("#")[2]: node.labels for node in load(RdfLoader(), path).nodes}
    assert labels["heat"] == ("Measurable", "Quantity")
    assert labels["Measurable"] == ("Class",)


def test_shapes_are_no_data_beside_what_they_describe(tmp_path, load):
    shapes = (
        "@prefix sh: <http://www.w3.org/ns/shacl#> . :WineShape a sh:NodeShape ; sh:targetClass :Wine . "
        ":Wine a sh:NodeShape ; sh:property [ sh:path :vintage ; sh:or ([ sh:maxCount 1 ] [ sh:minCount 2 ]) ] . "
    )
    path = tmp_path / "wine.ttl"
    path.write_text(WINES + shapes)
    assert {"NodeShape"} < {label for node in load(RdfLoader(), path).nodes for label in node.labels}
    path.write_text(WINES + shapes + TERMS)
    report = fp.load([path], tmp_path / "kb.fp")
    assert report.notes == ("wine.ttl: shapes of SHACL, which say how data are checked, were left out (4 nodes)",)
    with fp.open(tmp_path / "kb.fp") as kb:
        assert "NodeShape" not in kb.schema.label_by_name
        assert kb.ask("How many classes are there?").rows == ((4,),)


PEOPLE = """
@prefix s: <http://schema.org/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix v: <http://www.w3.org/2006/vcard/ns#> .
@prefix p: <http://example.org/people/> .
p:p1 a s:Person ; s:givenName "Ida" ; s:familyName "Holm" ; s:jobTitle "baker" ; s:birth [ s:town "York" ] .
p:p2 a s:Person ; foaf:firstName "Jon" ; foaf:lastName "Berg" ; s:jobTitle "sailor" .
p:p3 a s:Person ; v:given-name "Lea" ; s:knows p:p1 .
p:p4 a s:Person ; s:givenName "Otto" ; s:familyName "Dahl" ; s:name "Captain Dahl" .
<http://example.org/people/old-mill.ttl> a s:Place .
"""


def test_people_are_called_by_their_given_and_family_names(tmp_path, load):
    path = tmp_path / "people.ttl"
    path.write_text(PEOPLE)
    assert [node.properties["name"] for node in load(RdfLoader(), path).nodes if "name" in node.properties] == [
        "Ida Holm",
        "Jon Berg",
        "Lea",
        "Captain Dahl",
        "old-mill",
    ]
    fp.load([path], tmp_path / "people.fp")
    with fp.open(tmp_path / "people.fp") as kb:
        assert kb.ask("What is the job title of Jon Berg?").text == "The job title of Jon Berg is sailor."
        assert kb.ask("Who is a baker?").text == "Ida Holm."
        assert kb.ask("How many births were in York?").text == "There is 1 birth."
        assert "“Where”" not in kb.ask("Where does Ida Holm live?").text


def together(folder, **files):
    paths = [folder / f"{name}.ttl" for name in files]
    for path, text in zip(paths, files.values(), strict=True):
        path.write_text("@prefix : <http://example.org/> . " + text)
    context = LoadContext()
    records = list(RdfLoader().read_together(paths, context))
    nodes = {r.id: r for r in records if isinstance(r, NodeRecord)}
    named = {node.id: str(node.properties["name"]) for node in nodes.values()}
    ends = {(named[r.start], r.type, named[r.end]) for r in records if not isinstance(r, NodeRecord)}
    return sorted((named[id_], node.labels) for id_, node in nodes.items()), ends, context


def test_files_may_name_one_another_without_their_ending(tmp_path):
    nodes, ends, context = together(
        tmp_path,
        ash="<> a :Tree ; :shades <birch>, <birch#bark> .",
        birch="<> a :Tree ; :shades <ash>, <oak.ttl> . <#bark> a :Bark .",
        oak="<> a :Tree ; :height 9 .",
    )
    assert nodes == [("ash", ("Tree",)), ("bark", ("Bark",)), ("birch", ("Tree",)), ("oak", ("Tree",))]
    assert ends == {
        ("ash", "SHADES", "birch"),
        ("ash", "SHADES", "bark"),
        ("birch", "SHADES", "ash"),
        ("birch", "SHADES", "oak"),
    }
    assert context.notes == ["2 files are named by others without their ending, as on the web"]


def test_a_name_that_says_something_of_its_own_is_another_resource(tmp_path):
    nodes, _, context = together(tmp_path, ash="<> a :Tree . <ash> a :Street .", birch="<> a :Tree ; :shades <ash> .")
    assert [name for name, _ in nodes] == ["ash", "ash", "birch"]
    assert not context.notes
