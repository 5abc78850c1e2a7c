"""Generic weights: stand-in graphs of a schema and golds alone, and what is learned over several graphs."""

from __future__ import annotations

import json
from pathlib import Path

import fingerpost
from fingerpost.evals.learning_weights import Choice
from scripts.tables.learn_generic import BY_HAND, wholes
from scripts.tables.learn_pairs import stand_ins

SCHEMAS = {
    "harbour": {
        "entities": [
            {"label": "Ship", "properties": {"length": "float", "flag": "str"}},
            {"label": "Berth", "properties": {}},
        ],
        "relations": [
            {"label": "moorsAt", "subj_label": "Ship", "obj_label": "Berth", "properties": {"since": "date"}}
        ],
    }
}
LISTED = {
    "mill": {
        "structured_schema": str(
            {
                "node_props": {"Mill": [{"property": "name", "type": "STRING"}]},
                "rel_props": {},
                "relationships": [{"start": "Mill", "type": "FEEDS", "end": "Pond"}],
            }
        )
    }
}
PAIRS = [
    ("harbour", "Which ships fly the flag of Kiribati?", "MATCH (s:Ship {flag: 'Kiribati'}) RETURN s"),
    ("harbour", "Who moors?", "MATCH (s:Ship) WHERE s.flag IN ['Malta', 'Palau'] OR s.length > 3 RETURN s"),
]


def _data(folder: Path) -> Path:
    pairs = folder / "pairs"
    pairs.mkdir(parents=True)
    (pairs / "cypherbench_schemas.json").write_text(json.dumps(SCHEMAS))
    (pairs / "neo4j_labs_schemas.json").write_text(json.dumps(LISTED))
    lines = [json.dumps({"db": db, "question": question, "cypher": cypher}) for db, question, cypher in PAIRS]
    (pairs / "cypherbench_train.jsonl").write_text("\n".join(lines))
    (pairs / "neo4j_labs.jsonl").write_text("")
    return folder


def test_a_graph_stands_in_for_one_that_is_not_to_be_had(tmp_path: Path) -> None:
    found = {name: (folder, asked) for name, folder, asked in stand_ins(_data(tmp_path / "data"), tmp_path / "made")}
    assert [example.question for example in found["harbour"][1]] == [question for _, question, _ in PAIRS]
    with fingerpost.open(found["harbour"][0]) as kb:
        assert set(kb.schema.label_by_name["Ship"].by_name) == {"name", "length", "flag"}
        (pair,) = kb.schema.relationship_by_type["moorsAt"].endpoints
        assert (pair.start, pair.end) == ("Ship", "Berth")
        rows = kb.query("MATCH (s:Ship) WHERE s.flag IN ['Kiribati', 'Malta', 'Palau'] RETURN s.flag").rows
        assert sorted(flag for (flag,) in rows) == ["Kiribati", "Malta", "Palau"]
        assert kb.parser.parse(PAIRS[0][1]).candidates[0].state.filters[0].value == "Kiribati"
    with fingerpost.open(found["mill"][0]) as kb:
        assert set(kb.schema.label_by_name) == {"Mill", "Pond"}


def _choice(sign: float) -> Choice:
    """Two candidates that score the same by hand; the one without a bare node is right where the sign is positive."""
    return Choice(({BY_HAND: 1.0, "bare end": 1.0}, {BY_HAND: 1.0}), (sign < 0, sign > 0))


def test_wholes_are_learned_from_all_graphs_but_those_left_out() -> None:
    choices = {"one": [_choice(1.0)] * 40, "other": [_choice(-1.0)] * 40}
    assert wholes(choices, ["other"])["bare end"] < 0 < wholes(choices, ["one"])["bare end"]
    assert BY_HAND not in wholes(choices)
