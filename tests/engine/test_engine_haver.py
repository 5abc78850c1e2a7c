"""Who has something is not one of the things of that name: to count those is never sure."""

from __future__ import annotations

import json

import fingerpost as fp


def test_things_named_as_who_has_them_are_not_counted_as_sure(tmp_path):
    albums = ["Stone Choir", "Second Tide", "Low Water"]
    lines = [{"type": "node", "id": "a", "labels": ["Artist"], "properties": {"name": "Stone Choir"}}]
    for number, title in enumerate(albums):
        lines.append({"type": "node", "id": f"b{number}", "labels": ["Album"], "properties": {"title": title}})
        lines.append({"type": "relationship", "label": "MADE", "start": {"id": "a"}, "end": {"id": f"b{number}"}})
    source = tmp_path / "music.jsonl"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    fp.load([source], tmp_path / "music.fp")
    with fp.open(tmp_path / "music.fp") as kb:
        assert kb.ask("How many albums does Second Tide have?").confidence <= 0.5
        assert kb.ask("How many albums does Stone Choir have?").rows == ((3,),)
        assert kb.ask("How many albums did the artist Stone Choir make?").rows == ((3,),)
