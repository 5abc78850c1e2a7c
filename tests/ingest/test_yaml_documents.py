"""YAML as graphs: records, anchors, scalars as YAML 1.2 has them, and hostile files."""

from __future__ import annotations

from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.errors import SourceError
from fingerpost.ingest.graphs.yaml_documents import DEPTH_LIMIT, YamlLoader
from fingerpost.ingest.records import LoadContext, NodeRecord

yaml = pytest.importorskip("yaml", reason="needs the extra yaml")

TALKS = """\
# the programme
rooms: &rooms
  - id: r1
    name: Main hall
    seats: 200
talks:
  - title: "Graphs: an introduction"
    room_id: r1
    starts: 09:30
    code: 0123
    length: 1.5e1
    country: NO
    online: true
    tags: [graphs, 'yes', ~]
    speaker:
      name: Ada
      email: ada@example.org
  - title: >-
      Two
      lines
    room_id: r1
    speaker: {name: Bob}
"""


def read(path: Path):
    context = LoadContext()
    records = list(YamlLoader().read(path, context))
    return [record for record in records if isinstance(record, NodeRecord)], records, context


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def test_nested_records_are_joined_and_asked(tmp_path):
    report = fp.load([written(tmp_path / "talks.yaml", TALKS)], tmp_path / "kb.fp")
    assert (report.nodes, report.relationships) == (5, 4)
    with fp.open(tmp_path / "kb.fp") as kb:
        answer = kb.ask("Which talks are in Main hall?")
        assert sorted(row[0].properties["title"] for row in answer.rows) == ["Graphs: an introduction", "Two lines"]


def test_scalars_are_those_of_yaml_1_2(tmp_path):
    nodes, _, _ = read(written(tmp_path / "talks.yml", TALKS))
    talk = next(node for node in nodes if node.labels == ("talks",))
    assert talk.properties == {
        "title": "Graphs: an introduction",
        "starts": "09:30",
        "code": "0123",
        "length": 15.0,
        "country": "NO",
        "online": True,
        "tags": ("graphs", "yes"),
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- {a: 1}\n- {a: 2}\n", [{"a": 1}, {"a": 2}]),
        ("a: 1\n---\na: 2\n...\n", [{"a": 1}, {"a": 2}]),
        ("- &b {x: 1, y: 2}\n- <<: *b\n  y: 3\n", [{"x": 1, "y": 2}, {"y": 3, "x": 1}]),
        ("- &n {a: !!str 1}\n- {a: !mine x, b: *n}\n", [{"a": "1"}, {"a": "x"}, {"a": "1"}]),
        ("- {1: a, null: b, true: c, [x]: d}\n", [{"1": "a", "null": "b", "true": "c", "['x']": "d"}]),
    ],
)
def test_forms_of_documents(tmp_path, text, expected):
    nodes, _, _ = read(written(tmp_path / "x.yaml", text))
    assert [node.properties for node in nodes] == expected


BOMB = "a: &a [x,x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{new}: &{new} [{','.join([f'*{old}'] * 10)}]\n" for old, new in zip("abcdefghi", "bcdefghij", strict=True)
)


@pytest.mark.parametrize(
    ("text", "said", "code"),
    [
        (BOMB, "stands for more than", "source.archive"),
        ("a: &a [*a]\n", ":1: refers to itself", "source.format"),
        ("a: *b\n", ":1: ", "source.format"),
        ("a: " + "[" * (DEPTH_LIMIT + 5), "deep", "source.format"),
        ("[" * 200_000, "nest", "source.format"),
        ("a: [1, 2\nb: 3\n", ":2: is not valid YAML", "source.format"),
        ("just a text\n", "holds no mapping", "source.format"),
        ("- !!python/object/apply:os.system ['true']\n", "holds no mapping", "source.format"),
    ],
)
def test_hostile_and_broken_files_are_refused(tmp_path, text, said, code):
    with pytest.raises(SourceError) as caught:
        fp.load([written(tmp_path / "x.yaml", text)], tmp_path / "kb.fp")
    assert said in caught.value.message
    assert caught.value.code == code
