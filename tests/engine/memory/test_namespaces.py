"""Namespaces: users, sessions and groups in one place, of which none sees or changes what another has."""

from __future__ import annotations

import random
import threading

import pytest

import fingerpost as fp
from fingerpost.core.errors import KnowledgeBaseError, QuestionError, WorkspaceError
from fingerpost.core.settings import Settings
from fingerpost.engine import audit

pytest.importorskip("wordllama", reason="needs the extra documents")

STATIC = Settings(embeddings="static")
TEXTS = {
    "": "The Gateway depends on the Auth Service. The canteen serves soup on Mondays.",
    "user/ada": "The Gateway depends on the Ledger. Ada's locker has the number 417.",
    "user/Ada": "The Gateway depends on Redis.",
    "session/42": "The Gateway depends on Kafka. The Ledger Board (LB) meets in Oslo.",
}
ANSWERS = {"": "Auth Service.", "user/ada": "Ledger.", "user/Ada": "Redis.", "session/42": "Kafka."}


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    place = tmp_path_factory.mktemp("namespaces") / "team.fp"
    for namespace, text in TEXTS.items():
        with fp.memory(place, STATIC, namespace=namespace) as memory:
            memory.add_text(text, key="note", title="Gateway")
    return place


@pytest.mark.parametrize("namespace", TEXTS)
def test_each_answers_from_its_own_documents_alone(place, namespace):
    with fp.memory(place, STATIC, namespace=namespace) as memory:
        assert memory.documents() == ["note"]
        assert memory.ask("What does the Gateway depend on?").text.splitlines()[0] == ANSWERS[namespace]
        (found,) = memory.search("What does the Gateway depend on, and where is the locker?", 5)
        assert found.passage.quote == TEXTS[namespace]
        seen = memory.retrieve("What does the Gateway depend on?").context
        others = {name.rstrip(".") for key, name in ANSWERS.items() if key != namespace}
        assert not [name for name in others if f"DEPENDS_ON system:{name.lower()}" in seen]
        assert [event.key for event in memory.history()] == ["note"]
        assert audit(place, namespace).passed


def test_entities_have_the_namespace_in_their_id(place):
    with fp.open(place, namespace="user/ada") as base:
        rows = base.query("MATCH (a)-[:DEPENDS_ON]->(b) RETURN a.id, b.id").rows
        assert rows == (("system:gateway:user/ada", "entity:ledger:user/ada"),)
        assert base.template("dependency_chain", system_id="system:gateway:user/ada").rows[0][2] == "Ledger"
    with fp.open(place) as base:
        assert base.query("MATCH (a)-[:DEPENDS_ON]->() RETURN a.id").rows == (("system:gateway",),)


def test_other_names_and_decisions_stay_in_their_namespace(place):
    with fp.memory(place, STATIC, namespace="session/42") as memory:
        memory.merge("Gateway", "EdgeProxy")
        assert memory.ask("What does EdgeProxy depend on?").text.startswith("Kafka.")
        assert memory.ask("Where does the LB meet?").status == "answered"
    with fp.memory(place, STATIC, namespace="user/ada") as memory:
        assert memory.decisions() == []
        assert memory.ask("What does EdgeProxy depend on?").status == "unanswerable"
        assert memory.ask("Where does the LB meet?").status == "unanswerable"


def test_one_open_base_asks_in_several(place):
    with fp.open(place) as base:
        for _ in range(2):
            for namespace, answer in ANSWERS.items():
                with base.within(namespace) as own:
                    assert own.ask("What does the Gateway depend on?").text.startswith(answer)
        for bad, code in (("user/eve", "unknown"), (" ", "invalid"), ("a\n", "invalid"), ("x" * 101, "invalid")):
            with pytest.raises(QuestionError) as caught, base.within(bad):
                pass
            assert caught.value.code == f"namespace.{code}"
            assert "ada" not in caught.value.message, "names of others are not told"


def test_a_namespace_is_listed_and_forgotten_with_all_that_is_in_it(tmp_path):
    place = tmp_path / "m.fp"
    with fp.memory(place, STATIC) as memory:
        assert memory.namespaces() == []
        with fp.memory(place, STATIC, namespace="user/ada") as ada:
            ada.add_text("The password of the Gateway is xylophone-quartz.", key="secret")
            assert memory.namespaces() == ada.namespaces() == ["user/ada"]
            with fp.open(place) as base, base.within("user/ada") as reader:
                assert reader.ask("What is the password of the Gateway?").status == "answered"
                ada.add_text("The Gateway depends on the Ledger.", key="fact")
                with pytest.raises(WorkspaceError):
                    memory.forget_namespace("user/ada")
                ada.close()
                assert memory.forget_namespace("user/ada")
                assert reader.ask("What is the password of the Gateway?").status == "unanswerable"
        assert memory.namespaces() == []
        assert not memory.forget_namespace("user/ada")
    assert not [file for file in place.rglob("*") if file.is_file() and b"quartz" in file.read_bytes()]
    with fp.open(place) as base:
        with pytest.raises(QuestionError, match="no namespace"), base.within("user/ada"):
            pass
        with fp.memory(place, STATIC, namespace="user/ada") as ada:
            ada.add_text("The Gateway depends on Redis.", key="new")
        with base.within("user/ada") as own:
            assert own.ask("What does the Gateway depend on?").text.startswith("Redis.")


def test_a_graph_is_shared_and_the_documents_beside_it_are_not(tmp_path):
    (tmp_path / "pumps.csv").write_text("name,building\nP-1,North\nP-2,North\n")
    (tmp_path / "own.md").write_text("# Upkeep\n\nP-2 was overhauled by Ada Low in May 2026.\n")
    place = tmp_path / "site.fp"
    fp.load([tmp_path / "pumps.csv"], place)
    fp.load([tmp_path / "own.md"], place, namespace="user/ada", settings=STATIC)
    with fp.open(place, STATIC) as base:
        assert base.documents is None
        with base.within("user/ada") as own:
            assert own.ask("Who overhauled P-2?").text.startswith("P-2 was overhauled by Ada Low")
            assert own.ask("How many pumps are there?").text.startswith("There are 2 pumps")
        assert base.ask("Who overhauled P-2?").status != "answered"
    with fp.open(place, STATIC, namespace="user/ada") as own:
        assert own.ask("Who overhauled P-2?").status == "answered"
    with pytest.raises(QuestionError, match="no namespace"):
        fp.open(place, STATIC, namespace="user/bob")
    with fp.memory(place, STATIC) as memory:
        memory.add_text("P-1 was overhauled by Bob Ray.", key="b")
    with fp.open(place, STATIC) as base:
        assert base.ask("Who overhauled P-1?").text.startswith("P-1 was overhauled by Bob Ray.")


def test_what_has_no_documents_has_no_namespaces(library_path):
    with pytest.raises(QuestionError) as caught:
        fp.open(library_path, namespace="user/ada")
    assert caught.value.code == "namespace.unknown"


def test_namespaces_move_beside_a_graph_with_their_documents(tmp_path):
    place = tmp_path / "site.fp"
    for namespace in ("", "user/ada"):
        with fp.memory(place, STATIC, namespace=namespace) as memory:
            memory.add_text(f"The locker of {namespace or 'all'} has the number 7.", key="locker")
    (tmp_path / "pumps.csv").write_text("name,building\nP-1,North\n")
    fp.load([tmp_path / "pumps.csv"], place)
    fp.copy(place, tmp_path / "copy.fp")
    for folder in (place, tmp_path / "copy.fp"):
        with fp.memory(folder, STATIC, namespace="user/ada") as memory:
            assert memory.namespaces() == ["user/ada"]
            assert memory.search("locker", 1)[0].passage.quote == "The locker of user/ada has the number 7."


NAMES = [
    "a",
    "A",
    "a/b",
    "a%2fb",
    ".",
    "..",
    "../../x",
    "nul",
    "Ünï",
    "ünï",
    "東京",
    "a b",
    "-",
    "~",
    "%",
    "a.",
    "C:\\x",
]


def test_no_two_names_share_a_folder_and_none_leaves_its_place(tmp_path):
    place = tmp_path / "m.fp"
    for name in NAMES:
        with fp.memory(place, STATIC, namespace=name) as memory:
            memory.add_text(f"This is {name}.", key=name)
    with fp.memory(place, STATIC) as memory:
        assert memory.namespaces() == sorted(NAMES)
        assert memory.documents() == []
    assert sorted(one.name for one in tmp_path.iterdir()) == ["m.fp"]
    folders = [one.name for one in (place / "namespaces").iterdir()]
    assert len({one.lower() for one in folders}) == len(NAMES), "some file systems do not tell case apart"


def test_random_histories_in_several_namespaces_do_not_touch_one_another(tmp_path):
    chance = random.Random(3)
    texts = ["The Gateway depends on Redis.", "EdgeProxy was renamed to the Gateway.", "The Auth Service (AS) is up."]
    memories = {name: fp.memory(tmp_path / "m.fp", STATIC, namespace=name) for name in ("", "a", "b")}
    held = {name: {} for name in memories}
    try:
        for _ in range(60):
            name, key = chance.choice(sorted(memories)), chance.choice("xyz")
            if chance.random() < 0.3:
                memories[name].forget(key)
                held[name].pop(key, None)
            else:
                held[name][key] = f"{chance.choice(texts)} Of {name or 'none'}."
                memories[name].add_text(held[name][key], key=key)
        for name, memory in memories.items():
            assert {one.key: one.text for one in memory.store.documents()} == held[name]
    finally:
        for memory in memories.values():
            memory.close()


def test_many_make_one_namespace_at_the_same_time(tmp_path):
    fp.memory(tmp_path / "m.fp", STATIC).close()
    errors = []

    def make(number):
        try:
            with fp.memory(tmp_path / "m.fp", STATIC, namespace="group/ops") as memory:
                memory.add_text(f"Note {number}.", key=str(number))
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=make, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    with fp.memory(tmp_path / "m.fp", STATIC, namespace="group/ops") as memory:
        assert memory.documents() == sorted(map(str, range(6)))


def test_a_past_moment_of_a_namespace(tmp_path):
    with fp.memory(tmp_path / "m.fp", STATIC, namespace="a") as memory:
        memory.add_text("The Gateway depends on Redis.", key="g")
        then = memory.history()[-1].at
        memory.add_text("The Gateway depends on Kafka.", key="g")
        with memory.as_of(then) as past:
            assert past.namespace == "a"
            assert past.ask("What does the Gateway depend on?").text.startswith("Redis.")


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("A")
    with pytest.raises(KnowledgeBaseError):
        fp.memory(tmp_path / "notes", namespace="a")
    assert [one.name for one in (tmp_path / "notes").iterdir()] == ["a.md"]
