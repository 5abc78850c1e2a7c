"""Kill a writer at moments drawn at random: nothing that was acknowledged may be lost, no batch may be there by half.

python -m scripts.fuzz.kill_workspace --moments 100
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from fingerpost.engine import Forget, NodeFact, RelationFact, Workspace, WorkspaceBase, Write
from scripts.fuzz.kill import command, killed

_CHECKPOINT = 7
"""Batches after which the writer saves the graph, so that it is killed while it does so, too."""


def batch(number: int) -> list[Write]:
    """A batch that adds, changes and removes: afterwards the graph says which batch was the last."""
    writes: list[Write] = [NodeFact("counter", "Counter", {"at": number})]
    for part in range(3):
        name = f"node {number}/{part}"
        writes += [NodeFact(name, "Part", {"batch": number}), RelationFact("counter", "counted", name)]
    return [*writes, Forget(f"node {number - 5}/0")]


def write(folder: Path) -> None:
    """Write batches for ever; each is acknowledged on standard output."""
    with Workspace(folder) as workspace:
        number = workspace.version
        while True:
            number += 1
            workspace.write(batch(number))
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()
            if number % _CHECKPOINT == 0:
                workspace.checkpoint()


def check(folder: Path, acknowledged: int) -> int:
    """Compare the graph with what was acknowledged; the batch that it is at.

    Raises:
        AssertionError: something is lost, or there by half.
    """
    with Workspace(folder) as workspace:
        base = WorkspaceBase(workspace)
        ((at,),) = base.query("MATCH (c:Counter) RETURN c.at").rows
        assert at == workspace.version, (at, workspace.version)
        assert acknowledged <= at <= acknowledged + 1, (acknowledged, at)
        expected = 3 * at - max(0, at - 5)
        assert base.query("MATCH (p:Part) RETURN count(p)").rows == ((expected,),)
        assert base.query("MATCH (:Counter)-[r:counted]->(:Part) RETURN count(r)").rows == ((expected,),)
        view = workspace.view()
        outline = view.store.outline()
        assert {label.name: label.count for label in view.schema.labels} == outline.labels
        part = view.schema.label_by_name["Part"]
        assert part.by_name["label"].distinct == part.by_name["label"].present == expected
        found = base.index.lookup([f"node {at} 2"])
        assert [value for _, value in found[f"node {at} 2"]] == [f"node {at}/2"], found
        base.close()
    return int(at)


def run(moments: int, seed: int, longest: float = 0.3) -> int:
    """Kill so many writers of one workspace; how many batches they wrote."""
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "w"
        Workspace.create(folder).close()
        at = 0
        for _ in range(moments):
            written = killed("scripts.fuzz.kill_workspace", folder, chance.uniform(0, longest))
            at = check(folder, int(written[-1]))
    return at


if __name__ == "__main__":
    command(__doc__, write, run, "batches")
