"""Exports of chats and mailboxes: every message is kept, with its writer and time."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from fingerpost.ingest import Skipped, are_documents, facts_of, passages_of, read_documents
from fingerpost.ingest.documents.chats import messages_of

WHATSAPP = """13/03/2026, 10:00 - Ann: The Gateway depends on Redis.
13/03/2026, 10:05 - Bob: Good to know.
It was Kafka before.
14/03/2026, 9:12 - Ann: Thanks
"""
IPHONE = "[3/14/26, 10:00:01 PM] Ann: Hello\n[3/14/26, 10:00:02 PM] Bob: Hello\n"
SLACK = [
    {"type": "message", "user": "U1", "user_profile": {"real_name": "Ann Lee"}, "text": "Ask <@U2|bob>", "ts": "0.1"},
    {"type": "message", "user": "U2", "text": "INC-004 affected the Gateway.", "ts": "1772532000.000100"},
    {"type": "message", "subtype": "channel_join", "user": "U3", "text": "has joined", "ts": "1772532001.0"},
]
TELEGRAM = {
    "name": "Operations",
    "type": "private_group",
    "messages": [
        {"id": 1, "type": "service", "date": "2026-03-01T09:00:00", "actor": "Ann", "text": ""},
        {"id": 2, "type": "message", "date": "2026-03-01T09:01:00", "from": "Ann", "text": ["See ", {"text": "ADR-1"}]},
    ],
}
DISCORD = {
    "guild": {"name": "Team"},
    "channel": {"name": "alerts"},
    "messages": [{"timestamp": "2026-03-01T09:01:00+00:00", "author": {"name": "ann"}, "content": "It is down."}],
}
AGENT = [
    {"role": "user", "content": "Where is it?"},
    {"role": "assistant", "content": [{"type": "text", "text": "On node-7."}]},
]
MBOX = """From ann@example.org Tue Mar  3 10:00:00 2026
From: Ann <ann@example.org>
Message-ID: <one@example.org>
Subject: Fire
Date: Tue, 03 Mar 2026 10:00:00 +0100

Beams need two hours.
>From here on they need three.

From bob@example.org Tue Mar  3 11:00:00 2026
From: Bob <bob@example.org>
Subject: Doors

Doors open outwards.
"""


def read(path: Path):
    skipped = Skipped()
    return list(read_documents(path, skipped)), skipped.problems


def shown(document) -> list[str]:
    return [document.text[block.start : block.end] for block in document.blocks]


def test_whatsapp(tmp_path):
    (tmp_path / "chat.txt").write_text(WHATSAPP)
    (document,), problems = read(tmp_path / "chat.txt")
    assert (document.kind, document.time, problems) == ("chat", "2026-03-14T09:12:00", [])
    assert shown(document)[1] == "13/03/2026, 10:05 - Bob: Good to know.\nIt was Kafka before."
    (fact,) = facts_of(document)
    assert (fact.subject.text, fact.object.text) == ("Gateway", "Redis")
    assert passages_of(document)


def test_notices_of_whatsapp_are_nobodys_words(tmp_path):
    encrypted = "13/03/2026, 09:58 - Messages and calls are end-to-end encrypted. Tap to learn more.\n"
    (tmp_path / "chat.txt").write_text(encrypted + WHATSAPP + "14/03/2026, 9:13 - Bob added Cy\n")
    (document,), _ = read(tmp_path / "chat.txt")
    assert (document.kind, len(document.blocks)) == ("chat", 3)
    assert shown(document)[2] == "14/03/2026, 9:12 - Ann: Thanks"


def test_whatsapp_of_a_telephone_that_writes_the_month_first(tmp_path):
    (tmp_path / "chat.txt").write_text(IPHONE)
    (document,), _ = read(tmp_path / "chat.txt")
    assert (document.time, len(document.blocks)) == ("2026-03-14T22:00:02", 2)


@pytest.mark.parametrize(
    ("data", "title", "time", "first"),
    [
        (SLACK, "chat", "2026-03-03T10:00:00.000100+00:00", "Ann Lee (1970-01-01T00:00:00.100000+00:00): Ask bob"),
        (TELEGRAM, "Operations", "2026-03-01T09:01:00", "Ann (2026-03-01T09:01:00): See ADR-1"),
        (DISCORD, "alerts", "2026-03-01T09:01:00+00:00", "ann (2026-03-01T09:01:00+00:00): It is down."),
        (AGENT, "chat", None, "user: Where is it?"),
    ],
)
def test_exports_in_json(tmp_path, data, title, time, first):
    file = tmp_path / "chat.json"
    file.write_text(json.dumps(data))
    assert are_documents([file])
    (document,), problems = read(file)
    assert (document.title, document.time, problems) == (title, time, [])
    assert shown(document)[0] == first


def test_graphs_and_tables_in_json_are_no_chats(tmp_path):
    file = tmp_path / "graph.json"
    for data in ({"nodes": [{"id": 1, "name": "a", "text": "b"}]}, [{"name": "a", "age": 3}], [{"text": "b"}], "text"):
        file.write_text(json.dumps(data))
        assert not are_documents([file])


def test_a_mailbox_is_one_document_a_message(tmp_path):
    file = tmp_path / "team.mbox"
    file.write_text(MBOX)
    assert are_documents([file])
    documents, problems = read(file)
    assert [(d.key.partition("#")[2], d.title) for d in documents] == [("one@example.org", "Fire"), ("2", "Doors")]
    assert "\nFrom here on they need three." in documents[0].text
    assert problems == []


@pytest.mark.parametrize(("name", "data"), [("bad.mbox", b"no mail"), ("bad.json", b'{"text": '), ("x.json", b"[]")])
def test_what_is_none_is_noted(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    documents, [(_, code, _)] = read(tmp_path / name)
    assert (documents, code) == ([], "source.format")


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["text", "ts", "user", "messages", "author", "x"]), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(JSON)
def test_no_json_breaks_the_reader(data):
    for message in messages_of(data):
        assert message.name
        assert message.text
