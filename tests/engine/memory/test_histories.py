"""Random histories of adding, changing, forgetting, merging and separating: only what is there at the end counts."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

import fingerpost as fp
from fingerpost.core.settings import Settings
from fingerpost.engine import Memory

LONG = bool(os.environ.get("LONG_TESTS"))
HISTORIES = 10_000 if LONG else 200
PARTS = (
    "The Gateway depends on the Auth Service.",
    "The Auth Service (AS) depends on Redis.",
    "The Application Server (AS) depends on Kafka.",
    "AS is owned by the Platform Team.",
    "The Gateway does not depend on the Auth Service.",
    "The Gateway may depend on Redis.",
    "EdgeProxy was renamed to the Gateway.",
    "INC-001 affected AS on 3 March 2026.",
    "Dana Cruz approved ADR-001.",
    "D. Cruz approved ADR-001.",
    "The canteen serves soup.",
    "| Service | Owner |\n|---|---|\n| Gateway | Dana Cruz |",
)
NAMES = ("Gateway", "EdgeProxy", "Auth Service", "AS", "Application Server", "Dana Cruz", "D. Cruz", "Redis")
KEYS = ("a", "b", "ADR-001", "d")
PLAIN = Settings(embeddings="static")
"""Embedding sentences took half of the time, and what is stored of them is not compared."""


def state(memory: Memory) -> tuple[object, ...]:
    """All that is stored: documents, passages, facts, decisions, and the graph."""
    workspace, store = memory._writer.workspace, memory.store
    graph: tuple[object, ...] = ()
    if workspace is not None:
        names = sorted(name for fact in store.facts() for name in (fact.subject, fact.object))
        nodes, edges = workspace.around(sorted({*names, *(name.lower() for name in NAMES)}))
        graph = (
            sorted((n.element_id, sorted(map(str, n.properties.items()))) for n in nodes.values()),
            sorted((r.start, r.type, r.end, sorted(map(str, r.properties.items()))) for r in edges),
        )
    return store.documents(), store.passages(), store.facts(), store.decisions(), store.identities(), graph


def lived(memory: Memory, chance: random.Random, here: dict[str, str], decided: dict[tuple[str, str], str]) -> None:
    for _ in range(chance.randint(3, 7)):
        act = chance.random()
        if act < 0.5:
            key = chance.choice(KEYS)
            here[key] = "\n\n".join(chance.sample(PARTS, chance.randint(1, 3)))
            memory.add_text(here[key], key=key)
        elif act < 0.7 and here:
            key = chance.choice(sorted(here))
            del here[key]
            assert memory.forget(key)
        elif act < 0.9:
            pair = tuple(sorted(chance.sample(NAMES, 2)))
            decided[pair] = chance.choice(["merge", "separate"])
            getattr(memory, decided[pair])(*pair)
        elif decided:
            pair = chance.choice(sorted(decided))
            del decided[pair]
            assert memory.unmerge(*reversed(pair))


def emptied(memory: Memory) -> None:
    for key in memory.documents():
        memory.forget(key)
    for decision in memory.decisions():
        memory.unmerge(decision.first, decision.second)


@pytest.fixture
def memories(tmp_path: Path):
    place = Path("/dev/shm") if os.access("/dev/shm", os.W_OK) else tmp_path
    import tempfile

    with (
        tempfile.TemporaryDirectory(dir=place) as folder,
        fp.memory(Path(folder, "lived.fp"), PLAIN) as ours,
        fp.memory(Path(folder, "fresh.fp"), PLAIN) as fresh,
    ):
        yield ours, fresh


def test_after_any_history_the_state_is_that_of_what_is_there(memories):
    ours, fresh = memories
    chance = random.Random(2026)
    here: dict[str, str] = {}
    decided: dict[tuple[str, str], str] = {}
    for number in range(HISTORIES):
        lived(ours, chance, here, decided)
        emptied(fresh)
        assert state(fresh)[:-1] == ([], [], [], [], {}), f"history {number}"
        assert state(fresh)[-1] in ((), ([], [])), f"history {number}"
        steps = [("add", key) for key in here] + [("decide", pair) for pair in decided]
        chance.shuffle(steps)
        for what, about in steps:
            if what == "add":
                fresh.add_text(here[about], key=about)
            else:
                getattr(fresh, decided[about])(*about)
        assert state(ours) == state(fresh), f"history {number}"


def test_merge_then_unmerge_restores(memories):
    memory, _ = memories
    for number, part in enumerate(PARTS):
        memory.add_text(part, key=str(number))
    before = state(memory)
    for first in NAMES:
        for second in NAMES:
            if first < second:
                for decide in (memory.merge, memory.separate):
                    decide(first, second)
                    assert memory.unmerge(first, second)
                    assert state(memory) == before


def test_an_alias_counts_wherever_it_is_said(tmp_path):
    with fp.memory(tmp_path / "kb.fp") as memory:
        memory.add_text("AS depends on Redis.", key="first")
        memory.add_text("The Auth Service (AS) is down.", key="second")
        answer = memory.ask("What depends on Redis?")
        assert answer.text.startswith("Auth Service.")
        memory.forget("second")
        assert memory.ask("What depends on Redis?").text.startswith("AS.")
        memory.add_text("The Auth Service (AS) is down. The Application Server (AS) is up.", key="third")
        assert memory.ask("What depends on Redis?").text.startswith("AS."), "one of two things"
        memory.separate("AS", "Application Server")
        memory.merge("AS", "Auth Service")
        assert memory.ask("What depends on Redis?").text.startswith("Auth Service.")


@pytest.mark.parametrize("names", [("C++", "C#"), ("Пётр", "Павел"), ("東京", "京都"), ("ADR-001", "ADR-01")])
def test_names_that_differ_stay_apart(tmp_path, names):
    with fp.memory(tmp_path / "kb.fp") as memory:
        for name in names:
            memory.add_text(f"{name} replaced Fortran 77.", key=name)
        rows = fp.open(memory.folder).query("MATCH (n)-[:SUPERSEDES]->() RETURN n.id, n.name").rows
    assert len({row[0] for row in rows}) == 2
    assert {row[1] for row in rows} == set(names)
