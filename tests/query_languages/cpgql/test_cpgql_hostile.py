"""Attempts to run code on a Joern server: four hundred combinations of a payload and a place, and none gets through."""

from __future__ import annotations

from itertools import product

import pytest

from fingerpost.core.errors import QueryRejected
from fingerpost.query_languages import language

CPGQL = language("cpgql")

PAYLOADS = (
    'sys.process.stringToProcess("id").!',
    '"id".!',
    "import scala.sys.process._",
    'scala.io.Source.fromFile("/etc/passwd").mkString',
    'java.lang.Runtime.getRuntime.exec("id")',
    'Runtime.getRuntime().exec(Array("sh", "-c", "id"))',
    'new java.io.File("/tmp/x").delete()',
    'new ProcessBuilder("id").start',
    'Class.forName("java.lang.Runtime")',
    'getClass.forName("java.lang.Runtime").getMethods',
    's"${sys.exit(1)}"',
    'f"${1}"',
    'raw"${1}"',
    '"""a""" + sys.env',
    "sys.exit(1)",
    "throw new Exception",
    "while(true){}",
    "{ val x = 1; x }",
    "def f(x: Int): Int = f(x)",
    "val cpg = null",
    "var x = 1",
    "workspace.reset",
    'close("x")',
    'delete("cjson")',
    'importCode("/etc")',
    "run.ossdataflow",
    "save",
    "exit",
    ":quit",
    "1; sys.exit(1)",
    "\\u0022.l; sys.exit(1)",
    "`name`",
    "@annotation.tailrec",
    "_root_.scala.sys.exit(1)",
    "cpg.graph.removeNode(1)",
    "cpg.graph.applyDiff(b => b)",
    'cpg.method.newTagNode("x").store',
    "/* */ sys.env",
    "(x: Any) => x.toString",
    "match { case _ => 1 }",
)

PLACES = (
    "{0}",
    "cpg.method.l; {0}",
    "cpg.method.l\n{0}",
    "cpg.method.{0}.l",
    "cpg.method.name({0}).l",
    "cpg.method.filter({0}).l",
    "cpg.method.map(x => {0}).l",
    "cpg.method.where(_.call.name({0})).l",
    'cpg.method.name("a" + {0}).l',
    "cpg.call.argument.reachableBy({0}).l",
)


@pytest.mark.parametrize("place", PLACES)
def test_nothing_gets_through(place: str) -> None:
    through = []
    for payload in PAYLOADS:
        try:
            through.append(CPGQL.verify(place.format(payload) if "{0}" in place else place).text)
        except QueryRejected:
            continue
    assert through == []


def test_there_are_four_hundred() -> None:
    assert len(set(product(PAYLOADS, PLACES))) == 400


@pytest.mark.parametrize("payload", PAYLOADS)
def test_in_a_text_it_is_only_a_text(payload: str) -> None:
    escaped = payload.replace("\\", "\\\\").replace('"', '\\"')
    verified = CPGQL.verify(f'cpg.call.codeExact("{escaped}").l')
    assert verified.text == f'cpg.call.codeExact("{escaped}").take(10000).toJson'


@pytest.mark.parametrize(
    "query",
    [
        "cpg.method.ｎame.l",
        "cpg.method.name.l\u2028sys.exit(1)",
        "cpg\u200b.method.l",
        "cpg.method.name(“main”).l",
        "cpg.method\0.l",
        'cpg.method.name("a\nb").l',
        'cpg.method.name("\\u0022").l',
        "cpg.method.getClass.l",
        "cpg.method.toString",
        "cpg.method.hashCode",
        "cpg.method.foreach(x => x).l",
        "cpg.method.map(_.getClass).l",
        "cpg.method.map(_.graph).l",
        "cpg.method.asInstanceOf.l",
        "cpg.method.tap(_.name).l",
        "cpg.method.sideEffect(_.name).l",
        "cpg.close",
        "cpg.graph.close",
        "cpg.method.head.setCode.l",
    ],
)
def test_odd_signs_and_steps_outside_the_list(query: str) -> None:
    with pytest.raises(QueryRejected):
        CPGQL.verify(query)
