"""What a server of version 4.0.379 printed, and what is made of it; URLs; the queue."""

from __future__ import annotations

import json
import threading
import time

import pytest

from fingerpost.core.access import Access
from fingerpost.core.errors import LimitExceeded, StoreError
from fingerpost.core.limits import Limits
from fingerpost.stores import JoernClient
from fingerpost.stores.joern.output import printed_of_cut, rows_of, value_of
from fingerpost.stores.joern.place import JoernPlace
from fingerpost.stores.joern.store import JoernStore
from fingerpost.stores.joern.turns import Turns

YELLOW = "\x1b[33mval\x1b[0m \x1b[36mres1\x1b[0m: \x1b[32mString\x1b[0m = "
OPENED = "val res0: Option[io.shiftleft.codepropertygraph.generated.Cpg] = Some(value = Cpg[Graph[816 nodes]])\n"


@pytest.mark.parametrize(
    ("stdout", "value"),
    [
        (YELLOW + '"[\\"a\\"]"\n', ["a"]),
        (YELLOW + '"""["\\"%i\\"","\\n"]"""\n', ['"%i"', "\n"]),
        ("val res2: Int = 158\n", 158),
        ("val res2: Boolean = false\n", False),
        ('val res2: String = "[\\"java.lang.Exception: x\\"]"', ["java.lang.Exception: x"]),
        ('val res2: String = """["-- [E006] Not Found Error: ---\\nval res9: Int = 3"]"""',
         ["-- [E006] Not Found Error: ---\nval res9: Int = 3"]),
    ],
)  # fmt: skip
def test_values(stdout: str, value: object) -> None:
    assert value_of(stdout, "cpg") == value


@pytest.mark.parametrize(
    ("stdout", "message"),
    [
        ("\x1b[31m\x1b[31m-- [E008] Not Found Error: ----\x1b[0m\n1 |cpg.nope\n1 error found\n", r"compile.*\(E008\)"),
        ("\x1b[31m-- [E007] Type Mismatch Error: ----\x1b[0m\n1 error found\n", r"compile.*\(E007\)"),
        ("-- [E086] Syntax Error: -----\n1 error found\n", r"compile.*\(E086\)"),
        ('java.lang.NumberFormatException: For input string: "a"\n  at java.base/x\n  ... 30 elided\n', "For input"),
        ("java.lang.StackOverflowError\n  at rs$line$33$.f(rs$line$33:1)\n", "StackOverflowError"),
        ("io.joern.console.Error: No projects loaded\n", "No projects loaded"),
        ("", "without a value"),
        ("val res2: List[Int] = List(1)\n", "without a value"),
        ('val res2: String = "not JSON"', "cannot be read"),
    ],
)
def test_errors(stdout: str, message: str) -> None:
    with pytest.raises(StoreError, match=message) as error:
        value_of(stdout, "cpg")
    assert error.value.details.get("compiler", "") in message


@pytest.mark.parametrize("quoted", [True, False])
def test_the_whole_items_of_an_answer_that_is_cut(quoted: bool) -> None:
    rows = [{"_1": 'a "b"', "_2": 1}, {"_1": "ü\n\\", "_2": 2}, {"_1": "c", "_2": 3}]
    text = json.dumps(rows)
    value = json.dumps(text) if quoted else f'"""{text}"""'
    data = json.dumps({"success": True, "uuid": "x", "stdout": f"\x1b[33mval\x1b[0m res1: String = {value}"}).encode()
    for length in range(data.index(b"String = ") + 10, len(data)):
        said = printed_of_cut(data[:length])
        assert said is not None
        found = value_of(said, "cpg", cut=True)
        assert found == rows[: len(found)]
    assert len(found) == 3
    assert printed_of_cut(b'{"success":true') is None


def test_a_graph_that_was_not_opened_is_an_error() -> None:
    assert value_of(OPENED + "val res1: Int = 3", "cpg", opened="shelf") == 3
    with pytest.raises(StoreError, match="no graph shelf"):
        value_of("val res0: Option[io.Cpg] = None\nval res1: Int = 3", "cpg", opened="shelf")


def test_rows() -> None:
    assert rows_of([{"a": 1}, {"b": 2}], ("_1", "_2")) == [("a", 1), ("b", 2)]
    assert rows_of([{"_1": 1, "_2": 2, "_3": 3}], ("_1", "_2", "_3")) == [(1, 2, 3)]
    assert rows_of(3, ("value",)) == [(3,)]


def test_urls() -> None:
    place = JoernPlace.read("joern://u:a%20b@[::1]:99?cpg=x.c-1")
    assert (place.host, place.port, place.graph, place.user, place.password) == ("::1", 99, "x.c-1", "u", "a b")
    assert "a b" not in repr(place)
    assert JoernPlace.read("joern://h", Access(user="x", database="g")).graph == "g"
    for url in ("http://h", "joern://", "joern://h:x", 'joern://h?cpg=a"b', "joern://h?cpg=a%0Ab"):
        with pytest.raises(StoreError):
            JoernPlace.read(url)


def test_turns_are_given_in_order_and_in_time() -> None:
    turns, order = Turns(), []
    with turns.turn(time.monotonic() + 10, 10_000):
        with pytest.raises(LimitExceeded), turns.turn(time.monotonic() + 0.01, 10):
            pass

        def wait(number: int) -> None:
            with turns.turn(time.monotonic() + 10, 10_000):
                order.append(number)

        threads = [threading.Thread(target=wait, args=(number,)) for number in range(3)]
        for number, thread in enumerate(threads):
            thread.start()
            while len(turns._waiting) < number + 1:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == [0, 1, 2]


def test_one_who_asks_much_does_not_keep_others_waiting() -> None:
    turns, order = Turns(), []

    def ask(owner: str) -> None:
        with turns.turn(time.monotonic() + 10, 10_000, owner):
            order.append(owner)

    threads = [threading.Thread(target=ask, args=(owner,)) for owner in "aaaab"]
    with turns.turn(time.monotonic() + 10, 10_000, "a"):
        for number, thread in enumerate(threads):
            thread.start()
            while len(turns._waiting) < number + 1:
                time.sleep(0.001)
    for thread in threads:
        thread.join()
    assert order == ["b", "a", "a", "a", "a"]


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("-- [E006] Not Found Error: ---", "joern.unknown-name"),
        ("-- [E008] Not Found Error: ---", "joern.unknown-step"),
        ("-- [E007] Type Mismatch Error: ---", "joern.type-mismatch"),
        ("-- [E086] Syntax Error: ---", "joern.parameters"),
        ("-- [E040] Syntax Error: ---", "joern.syntax"),
        ("-- [E134] Type Error: ---", "joern.type"),
        ("-- [E049] Reference Error: ---", "joern.ambiguous"),
        ("-- [E999] Staging Error: ---", "joern.compile"),
        ("-- Error: ---", "joern.compile"),
        ("2 errors found", "joern.compile"),
        ("java.lang.StackOverflowError", "joern.exception"),
        ("io.joern.console.Error: No projects loaded", "joern.exception"),
        ("", "store.failed"),
    ],
)
def test_codes_of_errors(said: str, code: str) -> None:
    with pytest.raises(StoreError) as error:
        value_of(f"{said}\n", "cpg")
    assert error.value.code == code


def test_a_server_that_was_just_started_has_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """It compiles its first query in half a minute where the machine is busy: more than a question may take."""
    waited: list[int] = []

    def value(self: JoernClient, text: str, limits: Limits | None = None) -> int:
        waited.append((limits or Limits()).time_ms)
        return 1

    monkeypatch.setattr(JoernClient, "value", value)
    JoernStore.open("joern://user:word@localhost:8080")
    assert min(waited) >= 60_000
