"""A workspace's graph in another process: it follows every write, and the graph that is saved meanwhile."""

from __future__ import annotations

import threading
import time

from fingerpost.core.errors import WorkspaceError
from fingerpost.core.limits import Limits
from fingerpost.core.sharing import Sharing, sharing
from fingerpost.engine.workspaces import Forget, NodeFact, RelationFact, Workspace, WorkspaceBase
from fingerpost.engine.workspaces.replica import Replica
from fingerpost.query_languages.cypher.gate import verify
from fingerpost.stores.support.worker_pool import shared_pool

COUNT = "MATCH (n) RETURN count(n) AS n"


def counted(replica):
    return replica.answer(COUNT, {}, Limits(), width=1)[1]


def test_it_follows_what_is_written(tmp_path):
    with Workspace.create(tmp_path / "w") as workspace:
        replica = Replica.open(tmp_path / "w")
        assert counted(replica) == ((0,),)
        workspace.write([NodeFact("a"), NodeFact("b"), RelationFact("a", "r", "b")])
        assert counted(replica) == ((2,),)
        workspace.checkpoint()
        workspace.write([NodeFact("c")])
        assert counted(replica) == ((3,),)
        workspace.write([NodeFact("d")])
        workspace.checkpoint()
        workspace.write([Forget("a")])
        assert counted(replica) == ((3,),)
        assert counted(Replica.open(tmp_path / "w")) == ((3,),)


def test_who_reads_does_not_wait_for_a_write(tmp_path):
    with Workspace.create(tmp_path / "w") as workspace:
        workspace.write([NodeFact("a")])
        seen = workspace.view()
        found = []
        with workspace._lock:
            reader = threading.Thread(
                target=lambda: found.extend((workspace.view(), workspace.changes(0, 1), workspace.changed))
            )
            reader.start()
            reader.join(10)
            assert found[0] is seen
            assert len(found) == 3
        workspace.write([NodeFact("b")])
        assert workspace.view().version == workspace.version == seen.version + 1
        assert seen.store.run(verify(COUNT, dialect="kglite")).rows == ((1,),)


class Over(Exception):
    """The time of who waits is over."""


def test_who_waits_for_a_write_looks_at_the_time(tmp_path):
    def over():
        raise Over

    ended = []

    def write():
        try:
            workspace.write([NodeFact("b")], wait=over)
        except Over:
            ended.append(workspace.version)

    with Workspace.create(tmp_path / "w") as workspace:
        workspace.write([NodeFact("a")])
        with workspace._lock:
            writer = threading.Thread(target=write)
            writer.start()
            writer.join(10)
            assert ended == [1]
        assert workspace.write([NodeFact("b")], wait=over).version == 2


def test_an_import_ends_where_its_workspace_is_closed(tmp_path):
    begun, ended = threading.Event(), []

    def look():
        begun.set()
        time.sleep(0.001)

    def write():
        try:
            workspace.write([NodeFact(f"n{number}") for number in range(20_000)], whole=True, look=look)
        except WorkspaceError as error:
            ended.append(error.code)

    workspace = Workspace.create(tmp_path / "w")
    workspace.write([NodeFact("a")])
    writer = threading.Thread(target=write)
    writer.start()
    begun.wait(10)
    started = time.monotonic()
    workspace.close()
    assert time.monotonic() - started < 5
    writer.join(10)
    assert ended == ["workspace.closed"]
    with Workspace(tmp_path / "w", write=False) as again:
        assert again.view().schema.node_count == 1


def test_a_long_query_of_a_shared_process_sees_the_writes_before_it(tmp_path):
    long = "MATCH (a)-[:r]->(b)-[:r]->(c)-[:r]->(d) WHERE a.label + d.label <> '' RETURN count(*) AS n"
    names = [f"n{number}" for number in range(60)]
    with Workspace.create(tmp_path / "w") as workspace, WorkspaceBase(workspace) as base:
        workspace.write([NodeFact(name) for name in names])
        for step in (7, 11):
            workspace.write([RelationFact(a, "r", names[i * step % 60]) for i, a in enumerate(names)])
            query = base.verify(long)
            here = base.store.run(query)
            with sharing(Sharing(1)):
                assert base.store.run(query).rows == here.rows
    shared_pool().close()
