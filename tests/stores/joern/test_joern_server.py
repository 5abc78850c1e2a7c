"""A real server: answers, limits, refusals, several clients, and the same answers as the embedded graph gives."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from scale import LONG

import fingerpost
from fingerpost.core.cells import Node
from fingerpost.core.errors import LimitExceeded, StoreError
from fingerpost.core.limits import Limits
from fingerpost.engine import KnowledgeBase
from fingerpost.query_languages import language
from fingerpost.samples import CODE_FILE, copy_sample
from fingerpost.stores import JoernClient, Result
from scripts.servers.joern import JoernServer

pytestmark = pytest.mark.xdist_group("joern")
CPGQL = language("cpgql")
PATIENT = Limits(time_ms=120_000)


def ask(client: JoernClient, query: str, limits: Limits = PATIENT) -> Result:
    return client.run(CPGQL.verify(query), limits)


def test_values_of_every_kind(joern: JoernClient) -> None:
    assert ask(joern, 'cpg.method.name("shelf_add").size').rows == ((1,),)
    assert ask(joern, 'cpg.call.name("nothing").isEmpty').rows == ((True,),)
    assert ask(joern, 'cpg.call.name("nothing").code.l').rows == ()
    assert ask(joern, 'cpg.method.name("shelf_add").map(m => (m.name, m.parameter.size)).l').rows == (("shelf_add", 3),)
    query = 'cpg.method.name("usage").map(m => (m.name, m.filename, m.numberOfLines)).l'
    assert ask(joern, query).rows == (("usage", "main.c", 4),)
    assert ("malloc", 3) in ask(joern, "cpg.call.groupCount(_.name)").rows
    ((node,),) = ask(joern, 'cpg.method.name("usage").l').rows
    assert isinstance(node, Node)
    assert (node.labels, node.properties["filename"]) == (("METHOD",), "main.c")


def test_rows_beyond_the_limit_are_counted(joern: JoernClient) -> None:
    result = ask(joern, 'cpg.method.name("shelf_.*").name.l', Limits(time_ms=120_000, rows=2))
    assert (len(result.rows), result.cut, result.total) == (2, True, 6)
    result = ask(joern, "cpg.call.flatMap(c => cpg.call.map(k => k.order)).l", Limits(time_ms=120_000, rows=20_000))
    assert (len(result.rows), result.cut, result.total) == (10_000, True, None)


def test_limits_of_time_and_memory(joern: JoernClient) -> None:
    with pytest.raises(LimitExceeded) as slow:
        ask(joern, "cpg.method.ast.ast.ast.size", Limits(time_ms=1))
    assert slow.value.code == "limit.time"
    assert ask(joern, "cpg.method.isExternal(false).size").rows


def test_refusals(joern_server: JoernServer, joern: JoernClient) -> None:
    wrong = JoernClient(f"joern://joern:wrong@127.0.0.1:{joern_server.port}")
    with pytest.raises(StoreError) as refused:
        ask(wrong, "cpg.method.size")
    assert refused.value.code == "store.access"
    with pytest.raises(StoreError, match="no graph nosuch"):
        ask(JoernClient(f"{joern_server.url}?cpg=nosuch"), "cpg.method.size")
    nobody = JoernClient("joern://127.0.0.1:1")
    with pytest.raises(StoreError) as absent:
        ask(nobody, "cpg.method.size")
    assert absent.value.code == "store.unavailable"


def test_results_of_clients_are_not_mixed_up(joern_server: JoernServer) -> None:
    names = ["copy_title", "find_item", "item_free", "shelf_new", "usage", "main"] * 3

    def one(name: str) -> bool:
        rows = ask(JoernClient(joern_server.url), f'cpg.method.nameExact("{name}").name.l').rows
        return rows == ((name,),)

    with ThreadPoolExecutor(6) as pool:
        assert all(pool.map(one, names))


SAME = {
    "Which functions call malloc?": 'cpg.call.name("malloc").method.name.dedup.l',
    "Which functions call malloc but not free?":
        'cpg.method.where(_.call.name("malloc")).whereNot(_.call.name("free")).name.l',
    "callers of item_free": 'cpg.method.name("item_free").caller.name.dedup.l',
    "Which functions call strcmp or memcpy?": 'cpg.call.name("strcmp", "memcpy").method.name.dedup.l',
    "Which functions are longer than 12 lines?":
        'cpg.method.isExternal(false).nameNot("<global>").filter(_.numberOfLines > 12).name.l',
    "Which functions have more than one parameter?":
        'cpg.method.isExternal(false).filter(_.parameter.size > 1).name.l',
    "Which functions contain a goto?": 'cpg.controlStructure.controlStructureType("GOTO").method.name.dedup.l',
    "Which functions contain loops?":
        'cpg.controlStructure.controlStructureType("FOR", "WHILE", "DO").method.name.dedup.l',
    "Which functions are defined in main.c?":
        'cpg.method.filenameExact("main.c").nameNot("<global>").isExternal(false).name.l',
    "What are the parameters of shelf_add?": 'cpg.method.name("shelf_add").parameter.name.l',
    "What fields does the struct item have?": 'cpg.typeDecl.nameExact("item").member.name.l',
    "Which functions return an int?": 'cpg.methodReturn.typeFullNameExact("int").method.isExternal(false).name.l',
    "Which functions can reach item_free?":
        'cpg.method.nameExact("item_free").repeat(_.caller)(_.emit.maxDepth(5)).name.dedup.l',
    "What does shelf_free call directly or indirectly?":
        'cpg.method.nameExact("shelf_free").repeat(_.callee)(_.emit.maxDepth(5)).nameNot("<operator.*").name.dedup.l',
    "Which headers does main.c include?": 'cpg.imports.where(_.file.nameExact("main.c")).importedEntity.l',
    "At which lines is printf called?": 'cpg.call.nameExact("printf").lineNumber.l',
}  # fmt: skip
"""Questions, and CPGQL that says the same."""


@pytest.fixture(scope="module")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeBase]:
    folder: Path = tmp_path_factory.mktemp("embedded")
    fingerpost.load([copy_sample(CODE_FILE, folder)], folder / "shelf.fp")
    with KnowledgeBase(folder / "shelf.fp") as kb:
        yield kb


@pytest.mark.sampled(5)
@pytest.mark.parametrize(("question", "query"), SAME.items())
def test_the_embedded_graph_gives_the_same(
    joern: JoernClient, embedded: KnowledgeBase, question: str, query: str
) -> None:
    here = {str(row[0]).rpartition(":")[2] for row in embedded.ask(question).rows}
    there = {str(row[0]) for row in ask(joern, query).rows}
    assert here == there - {
        "shelf_free" if "shelf_free call" in question else "",
        "item_free" if "reach" in question else "",
    }
    assert here


if LONG:

    def test_a_result_that_is_too_large_is_cut() -> None:
        """A server of its own, with the memory to make it."""
        codes = ", ".join(["k.method.code"] * 6)
        query = f"cpg.call.flatMap(c => cpg.call.map(k => ({codes}))).l"
        with JoernServer(Path(__file__).with_name("shelf.cpg.bin"), memory=2048) as server:
            client = JoernClient(server.url)
            whole = ask(client, query)
            cut = ask(client, query, Limits(time_ms=120_000, memory_mb=16))
        assert (len(whole.rows), whole.cut) == (10_000, True)  # no query is sent without a bound on its rows
        assert (cut.total, cut.cut) == (None, True)
        assert 0 < len(cut.rows) < len(whole.rows)
        assert cut.rows == whole.rows[: len(cut.rows)]


def test_a_server_that_hangs_or_is_killed(joern_server: JoernServer, joern: JoernClient) -> None:
    """The server that others ask, too: killed once, while it hangs, and started again by a client that may do that."""
    assert ask(joern, "cpg.method.size").rows
    joern_server.tell("Thread.sleep(5_000)")
    with pytest.raises(LimitExceeded) as slow:
        ask(joern, "cpg.method.size", Limits(time_ms=500))
    assert slow.value.code == "limit.time"
    with pytest.raises(StoreError, match="given up") as busy:
        ask(joern, "cpg.method.size", Limits(time_ms=500))
    assert busy.value.code == "joern.busy"
    with pytest.raises(StoreError) as told:  # others are told too
        ask(JoernClient(joern_server.url), "cpg.method.size", Limits(time_ms=500))
    assert "restart the server" in str(told.value.hint)
    assert ask(joern, "cpg.method.size").rows
    assert ask(joern, "cpg.method.size", Limits(time_ms=60_000)).rows

    starts: list[bool] = []

    def restart() -> None:
        """As a program does that started the server: the first time in vain."""
        joern_server.kill()
        starts.append(bool(starts))
        if starts[-1]:
            joern_server.restart()

    own = JoernClient(joern_server.url, restart=restart)
    joern_server.tell("Thread.sleep(600_000)")
    with pytest.raises(LimitExceeded):
        ask(own, "cpg.method.size", Limits(time_ms=500))
    with pytest.raises(StoreError) as gone:  # it hangs, and is killed
        ask(own, "cpg.method.size", Limits(time_ms=500))
    assert gone.value.code == "store.unavailable"
    with pytest.raises(StoreError) as gone:
        ask(joern, "cpg.method.size")
    assert gone.value.code == "store.unavailable"
    assert ask(own, 'cpg.method.name("shelf_add").size', Limits(time_ms=20_000)).rows == ((1,),)
    assert starts == [False, True]
    assert ask(joern, 'cpg.method.name("shelf_add").size').rows == ((1,),)
