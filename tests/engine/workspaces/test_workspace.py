"""What a workspace takes, refuses, and shows to readers."""

from __future__ import annotations

import datetime as dt
import threading

import pytest
from engine.workspaces.conftest import fact

import fingerpost as fp
from fingerpost.core.errors import KnowledgeBaseError, LimitExceeded, WorkspaceError
from fingerpost.engine.workspaces import (
    Forget,
    ForgetRelations,
    NodeFact,
    Outcome,
    RelationFact,
    Workspace,
    WorkspaceBase,
    WorkspaceSettings,
)

TEAM = [
    *fact("Ann", "works_at", "Acme", "Person", "Company", since=2001),
    *fact("Bob", "works_at", "Acme", "Person"),
    *fact("Ann", "knows", "Bob"),
]


def names(base, cypher="MATCH (n) RETURN n.label ORDER BY n.label"):
    return [row[0] for row in base.query(cypher).rows]


def test_a_batch_says_what_each_write_did(workspace):
    report = workspace.write(TEAM)
    assert report.version == 1
    created, existed = Outcome.CREATED, Outcome.EXISTED
    assert report.outcomes == (created, created, created, created, existed, created, existed, existed, created)
    again = workspace.write(TEAM)
    assert set(again.outcomes) == {existed}
    assert again.version == 1, "nothing was changed, so nothing was written"


def test_questions_are_answered_at_once_and_cite_the_write(workspace):
    base = WorkspaceBase(workspace)
    workspace.write(TEAM)
    answer = base.ask("Who works at Acme?")
    assert answer.text == "2 people: Ann and Bob."
    assert {str(citation.source.position) for citation in answer.citations} == {"write 1"}
    workspace.write(fact("Cid", "works_at", "Acme", "Person"))
    assert "Cid" in base.ask("Who works at Acme?").text
    workspace.write([Forget("Bob")])
    assert "Bob" not in base.ask("Who works at Acme?").text


def test_an_untyped_mention_keeps_the_type_and_a_typed_one_replaces_it(workspace):
    base = WorkspaceBase(workspace)
    workspace.write(TEAM)
    workspace.write([NodeFact("Ann")])
    assert base.query("MATCH (n:Person {label: 'Ann'}) RETURN n.type").rows == (("Person",),)
    report = workspace.write([NodeFact("Ann", "Employee")])
    assert report.retyped == (("Ann", "Person", "Employee"),)
    rows = base.query("MATCH (n:Employee)-[r]->(m) RETURN n.type, r.relation, m.label ORDER BY m.label").rows
    assert rows == (("Employee", "works_at", "Acme"), ("Employee", "knows", "Bob"))
    assert base.query("MATCH (n {label: 'Ann'})-[r:works_at]->() RETURN r.since").rows == ((2001,),)


def test_two_relations_between_a_pair_are_both_there(workspace):
    base = WorkspaceBase(workspace)
    workspace.write([*fact("A", "likes", "B"), *fact("A", "knows", "B"), *fact("A", "likes", "A")])
    assert base.query("MATCH (a)-[r]->(b) RETURN count(r)").rows == ((3,),)
    report = workspace.write([ForgetRelations("A", "B", "likes"), ForgetRelations("A", "B", "none")])
    assert report.outcomes == (Outcome.REMOVED, Outcome.ABSENT)
    assert sorted(names(base, "MATCH ()-[r]->() RETURN r.relation")) == ["knows", "likes"]
    assert workspace.write([ForgetRelations("A", "B")]).removed == (1,)
    assert workspace.write([Forget("A")]).removed == (1,)


def test_properties_are_set_changed_and_taken_away(workspace):
    base = WorkspaceBase(workspace)
    values = {"age": 3, "born": dt.date(2001, 2, 3), "tags": ("a", "b"), "tall": True, "name": "Annie", "id": "x"}
    workspace.write([NodeFact("Ann", "Person", values)])
    node = workspace.view().store.nodes(["Ann"])["Ann"]
    assert dict(node.properties) == {"label": "Ann", "type": "Person", **values}
    report = workspace.write([NodeFact("Ann", None, {"age": None, "born": dt.date(2002, 1, 1)})])
    assert report.outcomes == (Outcome.CHANGED,)
    assert base.query("MATCH (n:Person) RETURN n.born").rows == ((dt.date(2002, 1, 1),),)
    assert "age" not in workspace.view().schema.label_by_name["Person"].by_name


@pytest.mark.parametrize(
    ("write", "code"),
    [
        (NodeFact(""), "workspace.name"),
        (NodeFact("a\x00b"), "workspace.name"),
        (NodeFact("\ud800"), "workspace.name"),
        (NodeFact("x" * 1_001), "workspace.name"),
        (NodeFact("a", "`\\u0060"), "workspace.name"),
        (NodeFact("a", " "), "workspace.name"),
        (NodeFact("a", None, {"type": "x"}), "workspace.name"),
        (NodeFact("a", None, {"label": "x"}), "workspace.name"),
        (RelationFact("a", "b", "c", {"relation": "x"}), "workspace.name"),
        (RelationFact("a", "r", "nobody"), "workspace.name"),
        (NodeFact("a", None, {"x": {"a": 1}}), "workspace.value"),
        (NodeFact("a", None, {"x": 2**63}), "workspace.value"),
        (NodeFact("a", None, {"x": float("nan")}), "workspace.value"),
        (NodeFact("a", None, {"x": "y" * 1_000}), "workspace.value"),
        (NodeFact("a", None, {"x": ((1,),)}), "workspace.value"),
    ],
)
def test_what_a_graph_cannot_hold_is_refused_and_nothing_of_the_batch_is_kept(tmp_path, write, code):
    with Workspace.create(tmp_path / "w", settings=WorkspaceSettings(text=500)) as workspace:
        with pytest.raises(WorkspaceError) as refused:
            workspace.write([NodeFact("first"), write])
        assert (refused.value.code, refused.value.details["write"]) == (code, 1)
        assert workspace.version == 0
        assert workspace.view().schema.node_count == 0


def test_quotas_are_refused_with_a_code(tmp_path):
    settings = WorkspaceSettings(nodes=2, relationships=1, batch=2)
    with Workspace.create(tmp_path / "w", settings=settings) as workspace:
        workspace.write(fact("a", "r", "b"))
        for batch in ([NodeFact("c")], [RelationFact("b", "r", "a")], [NodeFact("a")] * 7):
            with pytest.raises(WorkspaceError) as refused:
                workspace.write(batch)
            assert refused.value.code == "workspace.quota"
        assert workspace.write([Forget("b"), NodeFact("c")]).outcomes == (Outcome.REMOVED, Outcome.CREATED)


def test_a_version_that_was_overtaken_is_told(workspace):
    workspace.write(TEAM, expected=0)
    with pytest.raises(WorkspaceError) as refused:
        workspace.write([Forget("Ann")], expected=0)
    assert refused.value.code == "workspace.version"


def test_it_is_opened_like_any_base_and_follows_what_is_written(workspace):
    workspace.write(TEAM)
    with fp.open(workspace.folder) as base:
        assert base.ask("How many people are there?").rows == ((2,),)
        workspace.write(fact("Cid", "works_at", "Acme", "Person"))
        assert base.ask("How many people are there?").rows == ((3,),)
        workspace.checkpoint()
        workspace.write([Forget("Cid")])
        assert base.query("MATCH (p:Person) RETURN count(p)").rows == ((2,),)
        with pytest.raises(WorkspaceError, match="opened for reading"):
            base.workspace.write([Forget("Ann")])


def test_one_process_writes(workspace):
    with pytest.raises(WorkspaceError) as refused:
        Workspace(workspace.folder)
    assert refused.value.code == "workspace.locked"


def test_it_is_the_same_after_closing_with_and_without_a_checkpoint(workspace):
    workspace.write(TEAM)
    folder, schema = workspace.folder, workspace.view().schema
    workspace.close()
    for _ in range(2):
        with Workspace(folder) as again:
            assert again.view().schema == schema
            assert again.version == 1
            again.checkpoint()
    with pytest.raises(WorkspaceError) as refused:
        workspace.write(TEAM)
    assert refused.value.code == "workspace.closed"


def test_a_folder_that_holds_something_else_is_refused(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(KnowledgeBaseError) as refused:
        Workspace.create(tmp_path)
    assert refused.value.code == "kb.exists"
    with pytest.raises(KnowledgeBaseError) as refused:
        Workspace(tmp_path / "none")
    assert refused.value.code == "kb.missing"


def test_readers_never_see_half_a_batch_and_no_write_is_lost(workspace):
    base = WorkspaceBase(workspace)
    workspace.write([NodeFact("left", "Side", {"n": 0}), NodeFact("right", "Side", {"n": 0})])
    wrong, done = [], threading.Event()

    def read():
        while not done.is_set():
            rows = base.query("MATCH (s:Side) RETURN s.n").rows
            if len(rows) != 2 or rows[0] != rows[1]:
                wrong.append(rows)

    def write(writer):
        for number in range(15):
            both = {"n": writer * 1_000 + number}
            sides = [NodeFact("left", None, both), NodeFact("right", None, both)]
            workspace.write([*sides, NodeFact(f"{writer}/{number}")])

    readers = [threading.Thread(target=read) for _ in range(2)]
    writers = [threading.Thread(target=write, args=(writer,)) for writer in range(1, 4)]
    for thread in (*readers, *writers):
        thread.start()
    for thread in writers:
        thread.join()
    done.set()
    for thread in readers:
        thread.join()
    assert wrong == []
    assert workspace.version == 46
    assert base.query("MATCH (n:entity) RETURN count(n)").rows == ((45,),)


def test_a_failed_commit_leaves_everything_as_it_was(workspace, monkeypatch):
    base = WorkspaceBase(workspace)
    workspace.write(TEAM)
    before = workspace.view()

    def full(*_):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as broken:
        broken.setattr(workspace._journal, "append", full)
        with pytest.raises(OSError, match="No space"):
            workspace.write(fact("Cid", "works_at", "Acme", "Person"))
    assert workspace.view().schema == before.schema
    assert names(base) == ["Acme", "Ann", "Bob"]
    workspace.write(fact("Cid", "works_at", "Acme", "Person"))
    assert names(base) == ["Acme", "Ann", "Bob", "Cid"]


def test_a_write_can_be_ended_at_any_moment_and_leaves_nothing(workspace):
    workspace.write(fact("Ann", "knows", "Bob"))
    writes = [write for n in range(3) for write in fact(f"a{n}", "knows", f"b{n}", age=n)]
    looks = []
    workspace.write([NodeFact("Bob", "Person")], look=lambda: looks.append(1))
    assert looks
    for last in range(1, 100):
        looks.clear()

        def look(last=last):
            looks.append(1)
            if len(looks) == last:
                raise LimitExceeded("over", code="limit.time")

        try:
            workspace.write(writes, look=look)
        except LimitExceeded:
            assert (workspace.version, workspace.view().schema.node_count) == (2, 2)
            assert names(WorkspaceBase(workspace)) == ["Ann", "Bob"]
        else:
            break
    assert last > 20
    assert workspace.view().schema.node_count == 8
    workspace.close()
    with Workspace(workspace.folder) as again:
        assert (again.version, again.view().schema.node_count) == (3, 8)


def test_a_long_manifest_is_not_that_of_a_workspace(tmp_path):
    from fingerpost.engine.workspaces import is_workspace

    Workspace.create(tmp_path / "w", "n" * 200).close()
    assert is_workspace(tmp_path / "w")
    (tmp_path / "manifest.json").write_text('{"format": "fingerpost-workspace", "x": "' + "y" * 20_000 + '"}')
    assert not is_workspace(tmp_path)
