"""Attack the gate's own time and memory: texts of many shapes, each at several sizes up to the longest that is read.

    python -m scripts.fuzz.gate_sizes [--dialects kglite,neo4j,ladybug,memgraph] [--shape NAME] [--show 20]

Each text is checked in a process of its own, without a schema and with that of the library. Ends with 1 where one took
more than a second of processor time or 200 MiB, or ended in anything but a verified query or a refusal.
"""

from __future__ import annotations

import argparse
import os
import pickle
import resource
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import fingerpost as fp
from fingerpost.core.errors import QueryRejected, UnsupportedConstruct
from fingerpost.core.schema import GraphSchema
from fingerpost.query_languages.cypher.dialects import DIALECTS
from fingerpost.query_languages.cypher.gate import MAX_TEXT, verify
from fingerpost.samples import LIBRARY_FOLDER, copy_sample

MOST_S = 1.0
MOST_MIB = 200
SIZES = (MAX_TEXT, 60_000, 35_000, 20_000, 10_000, 5_000, 2_500, 1_250)
"""A text that is too large is refused at once: the longest that is not may be the dearest."""

REPEATED: Mapping[str, tuple[str, str, str, str]] = {
    "unwinds": ("", "UNWIND [1] AS x# ", "", " RETURN 1 AS n"),
    "unwinds same range": ("", "UNWIND range(1,2) AS x# ", "", " RETURN 1 AS n"),
    "unwind one name": ("", "UNWIND [1,2] AS x ", "", " RETURN x"),
    "withs": ("WITH 1 AS x ", "WITH x AS x ", "", "RETURN x"),
    "withs grow": ("WITH 1 AS x0 ", "WITH *,1 AS y# ", "", "RETURN x0"),
    "withs star": ("WITH 1 AS x ", "WITH * ", "", "RETURN *"),
    "withs sum": ("WITH 1 AS x ", "WITH x+x AS x ", "", "RETURN x"),
    "withs text": ("WITH 'a' AS x ", "WITH x+x AS x ", "", "RETURN x"),
    "withs list": ("WITH [1] AS x ", "WITH [x,x] AS x ", "", "RETURN 1 AS n"),
    "withs where": ("MATCH (a) ", "WITH a WHERE a.k>1 ", "", "RETURN a"),
    "matches": ("", "MATCH (a#) ", "", "RETURN 1 AS n"),
    "matches same": ("", "MATCH (a)-->(b) ", "", "RETURN a"),
    "matches chain": ("MATCH (a0) ", "MATCH (a#)-->(a%) ", "", "RETURN a0"),
    "optional": ("MATCH (a0) ", "OPTIONAL MATCH (a#)-->(a%) ", "", "RETURN a0"),
    "patterns": ("MATCH ", "(a#)", ",", " RETURN 1 AS n"),
    "patterns rel": ("MATCH ", "(a#)-->(b#)", ",", " RETURN 1 AS n"),
    "patterns rel same": ("MATCH ", "(a)-->(b)", ",", " RETURN a"),
    "patterns anon": ("MATCH ", "()-->()", ",", " RETURN 1 AS n"),
    "path": ("MATCH ()", "-->()", "", " RETURN 1 AS n"),
    "path named": ("MATCH (a)", "-[r#]->(a#)", "", " RETURN 1 AS n"),
    "path var": ("MATCH (a)", "-[*1..2]->()", "", " RETURN a"),
    "path var30": ("MATCH p=(a)", "-[*..30]->()", "", " RETURN p"),
    "path types": ("MATCH (a)-[:", "T#", "|", "]->() RETURN a"),
    "labels": ("MATCH (a", ":L#", "", ") RETURN a"),
    "labels or": ("MATCH (a:", "L#", "|", ") RETURN a"),
    "props": ("MATCH (a {", "k#:1", ",", "}) RETURN a"),
    "unions": ("", "RETURN 1 AS n", " UNION ", ""),
    "unions match": ("", "MATCH (a) RETURN a", " UNION ALL ", ""),
    "columns": ("MATCH (a) RETURN ", "a AS c#", ",", ""),
    "columns prop": ("MATCH (a) RETURN ", "a.k# AS c#", ",", ""),
    "columns same": ("MATCH (a) RETURN ", "a.k", ",", ""),
    "columns agg": ("MATCH (a) RETURN ", "count(a) AS c#", ",", ""),
    "columns agg mix": ("MATCH (a) RETURN a.k AS k, ", "count(a.k)+1 AS c#", ",", ""),
    "columns grouped": ("MATCH (a) RETURN ", "a.k AS c#", ",", ", count(*)+a.k AS n"),
    "order by": ("MATCH (a) RETURN a ORDER BY ", "a.k", ",", ""),
    "parens50": ("RETURN ", "(" * 45 + "1" + ")" * 45, "+", " AS n"),
    "lists nest40": ("RETURN [", "[" * 40 + "1" + "]" * 40, ",", "] AS n"),
    "list long": ("RETURN [", "1", ",", "] AS n"),
    "list long strings": ("RETURN [", "'a'", ",", "] AS n"),
    "list of vars": ("WITH 1 AS x RETURN [", "x", ",", "] AS n"),
    "list of calls": ("WITH 1 AS x RETURN [", "abs(x)", ",", "] AS n"),
    "in list": ("MATCH (a) WHERE a.k IN [", "1", ",", "] RETURN a"),
    "maps": ("RETURN {", "k#:1", ",", "} AS n"),
    "ands": ("MATCH (a) WHERE ", "a.k=1", " AND ", " RETURN a"),
    "ands exists": ("MATCH (a) WHERE ", "EXISTS{(a)-->()}", " AND ", " RETURN a"),
    "ands pattern": ("MATCH (a) WHERE ", "(a)-->()", " AND ", " RETURN a"),
    "ors": ("MATCH (a) WHERE ", "a.k=1", " OR ", " RETURN a"),
    "xors": ("MATCH (a) WHERE ", "a.k=1", " XOR ", " RETURN a"),
    "sums": ("RETURN ", "1", "+", " AS n"),
    "sums var": ("WITH 1 AS x RETURN ", "x", "+", " AS n"),
    "sums text": ("RETURN ", "'a'", "+", " AS n"),
    "sums long text": ("RETURN ", "'" + "a" * 1_000 + "'", "+", " AS n"),
    "products": ("RETURN ", "9", "*", " AS n"),
    "powers": ("RETURN ", "9", "^", " AS n"),
    "comparisons": ("RETURN ", "1", "<", " AS n"),
    "concats": ("RETURN ", "'a'", "||", " AS n"),
    "case": ("MATCH (a) RETURN CASE", " WHEN a.k=# THEN #", "", " END AS n"),
    "case simple": ("MATCH (a) RETURN CASE a.k", " WHEN # THEN #", "", " END AS n"),
    "case nests": ("RETURN [", "CASE WHEN true THEN 1 ELSE " * 40 + "1" + " END" * 40, ",", "] AS n"),
    "comprehensions": ("RETURN ", "[x IN [1,2] | x]", "+", " AS n"),
    "comprehension nests": ("RETURN [", "[x IN [y IN [z IN [1,2] | z] | y] | x]", ",", "] AS n"),
    "comprehension inner": ("RETURN [", "[x IN [1] | [y IN [1] | [z IN [1] | z]]]", ",", "] AS n"),
    "reduces": ("RETURN ", "reduce(s=0,x IN [1,2]|s+x)", "+", " AS n"),
    "reduce long step": ("RETURN reduce(s=0,x IN [1,2]|s", "+x", "", ") AS n"),
    "reduce nest": (
        "RETURN [",
        "reduce(a=0,x IN [1,2]|a+reduce(b=0,y IN [1,2]|b+reduce(c=0,z IN [1,2]|c+z)))",
        ",",
        "] AS n",
    ),
    "quantifiers": ("RETURN ", "any(x IN [1] WHERE x=1)", " AND ", " AS n"),
    "functions nests": ("RETURN [", "abs(" * 50 + "1" + ")" * 50, ",", "] AS n"),
    "function args": ("RETURN coalesce(", "1", ",", ") AS n"),
    "exists nests": (
        "MATCH (a) WHERE ",
        "EXISTS { MATCH (a)-->(b) WHERE EXISTS { MATCH (b)-->(c) WHERE EXISTS { (c)-->(d) } } }",
        " AND ",
        " RETURN a",
    ),
    "counts": ("MATCH (a) RETURN ", "COUNT{(a)-->()} AS c#", ",", ""),
    "calls": ("MATCH (a) ", "CALL (a) { RETURN 1 AS x# } ", "", "RETURN a"),
    "collects": ("MATCH (a) ", "WITH collect(a) AS c# UNWIND c# AS a ", "", "RETURN a"),
    "collect doubled": ("MATCH (a) WITH collect(a) AS c ", "WITH c+c AS c ", "", "RETURN c"),
    "pattern comps": ("MATCH (a) RETURN ", "[(a)-->(b)|b]", "+", " AS n"),
    "map projections": ("MATCH (a) RETURN a {", ".k#", ",", "} AS n"),
    "properties chain": ("MATCH (a) RETURN a", ".k", "", " AS n"),
    "index chain": ("MATCH (a) RETURN a.k", "[0]", "", " AS n"),
    "slices": ("MATCH (a) RETURN a.k", "[0..]", "", " AS n"),
    "is null chain": ("MATCH (a) RETURN a.k", " IS NULL", "", " AS n"),
    "label tests": ("MATCH (a) WHERE ", "a:L#", " OR ", " RETURN a"),
    "label chain": ("MATCH (a) WHERE a", ":L#", "", " RETURN a"),
    "comments": ("RETURN ", "/**/", "", "1 AS n"),
    "comment opens": ("RETURN ", "/*", "", "1 AS n"),
    "numbers": ("RETURN [", "9" * 300, ",", "] AS n"),
    "regexes": ("MATCH (a) WHERE ", "a.k =~ '" + "(a|b)" * 190 + "'", " OR ", " RETURN a"),
    "parameters": ("RETURN [", "$p#", ",", "] AS n"),
    "arrows": ("MATCH (a)", "<--()-->()", "", " RETURN a"),
    "shortests": ("MATCH ", "p#=shortestPath((a)-[*..5]-(b))", ",", " RETURN p0"),
    "quantified many": ("MATCH (x)", "((a)-->(b)){1,2}()", "", " RETURN x"),
    "withs unknown": ("MATCH (a) ", "WITH a AS a# ", "", "RETURN a"),
    "unknown names": ("MATCH (a) RETURN ", "b# AS c#", ",", ""),
    "unknown labels": ("MATCH ", "(a#:Bok#)", ",", " RETURN 1 AS n"),
    "unknown props": ("MATCH (a:Book) RETURN ", "a.titl# AS c#", ",", ""),
    "unknown functions": ("RETURN ", "foo#(1) AS c#", ",", ""),
    "returns": ("", "RETURN 1 ", "", ""),
    "matches wrong dir": ("", "MATCH (m#:Member)<-[:BORROWED]-(b#:Book) ", "", "RETURN 1 AS n"),
    "where inline": ("MATCH ", "(a# WHERE a#.k=1)", ",", " RETURN 1 AS n"),
    "unwind dep": ("UNWIND [[1,2],[3]] AS x0 ", "UNWIND x# AS x% ", "", " RETURN 1 AS n"),
    "let chain": ("MATCH (a) WITH a.k AS k0, a ", "WITH k#+1 AS k%, a ", "", "RETURN a"),
    "let chain star": ("MATCH (a) WITH a.k AS k0, a ", "WITH *, k#+1 AS k% ", "", "RETURN a"),
    "rel props": ("MATCH (a)-[r {", "k#:1", ",", "}]->() RETURN a"),
    "distincts": ("MATCH (a) ", "WITH DISTINCT a ORDER BY a.k SKIP 1 LIMIT 5 ", "", "RETURN a"),
    "NOTs": ("MATCH (a) WHERE ", "NOT ", "", "true RETURN a"),
    "minus signs": ("RETURN ", "- ", "", "1 AS n"),
    "a text": ("RETURN '", "a", "", "' AS n"),
    "escapes": ("RETURN '", "\\'", "", "' AS n"),
    "escapes by number": ("RETURN '", "\\u0041", "", "' AS n"),
    "a quote that stays open": ("RETURN '", "\\'", "", ""),
    "a comment that stays open": ("RETURN 1 /*", "*", "", ""),
    "blanks": ("RETURN ", " ", "", "1 AS n"),
    "a name": ("RETURN 1 AS ", "a", "", ""),
    "a quoted name": ("RETURN 1 AS `", "``", "", "`"),
    "a label": ("MATCH (a:", "o", "", ") RETURN a"),
    "a number": ("RETURN ", "1", "", " AS n"),
    "a fraction": ("RETURN 1.", "1", "", " AS n"),
    "a number in base 16": ("RETURN 0x", "f", "", " AS n"),
    "an exponent": ("RETURN 1e", "9", "", " AS n"),
    "a regular expression": ("MATCH (a) WHERE a.k =~ '", "(a|b)", "", "' RETURN a"),
    "semicolons": ("RETURN 1 AS n", ";", "", ""),
    "dashes": ("MATCH (a)", "-", "", "(b) RETURN a"),
    "hops": ("MATCH (a)-[*1..", "9", "", "]-(b) RETURN a"),
    "a limit": ("RETURN 1 AS n LIMIT ", "9", "", ""),
    "open CASEs": ("RETURN ", "CASE WHEN (", "", ""),
    "open brackets": ("RETURN ", "[", "", ""),
    "open parentheses": ("MATCH ", "(", "", ""),
    "open braces": ("RETURN ", "{a:", "", ""),
    "open subqueries": ("MATCH (a) WHERE ", "EXISTS {MATCH (a) WHERE ", "", ""),
    "open calls": ("", "CALL {", "", ""),
    "typographic quotes": ("RETURN ", "\u201c", "", " AS n"),
    "backticks": ("", "```", "\n", ""),
    "SQL": ("SELECT ", "a BETWEEN 1 AND 2", " ", " FROM b"),
    "unclosed maps": ("MATCH ", "(a {k = 'x", " ", ""),
}
"""What stands before, what is repeated (`#` is its number, `%` the next one), between two of them, and after."""

NESTED: Mapping[str, tuple[str, str, str, str]] = {
    "parentheses": ("RETURN ", "(", "1", ") AS n"),
    "lists": ("RETURN ", "[", "1", "] AS n"),
    "maps": ("RETURN ", "{a:", "1", "} AS n"),
    "negated labels": ("MATCH (a:", "!", "L", ") RETURN a"),
    "calls": ("RETURN ", "abs(", "1", ") AS n"),
    "subqueries": ("MATCH (a) WHERE ", "EXISTS { MATCH (a)-->(b) WHERE ", "true", "} RETURN a"),
    "called subqueries": ("", "CALL { ", "RETURN 1 AS x ", "} RETURN x"),
    "groups in a pattern": ("MATCH ", "(", "(a)", "){1,2} RETURN a"),
    "comprehensions": ("RETURN ", "[x IN ", "[1]", "] AS n"),
}
"""What stands before, what opens, what is inside, and what closes: its first sign is repeated."""


@dataclass(frozen=True)
class Cost:
    """What checking one text took: how it ended, seconds of processor time, MiB beyond those before."""

    ended: str
    seconds: float
    mib: float

    @property
    def too_much(self) -> bool:
        return self.seconds > MOST_S or self.mib > MOST_MIB or self.ended.startswith("failed")


def texts(name: str, size: int) -> str:
    """The text of a shape, of at most so many characters."""
    if name in NESTED:
        before, opening, inside, after = NESTED[name]
        closing = after[0] if opening[-1] not in "!" else ""
        rest = after[1:] if closing else after
        count = (size - len(before + inside + rest)) // len(opening + closing)
        return before + opening * count + inside + closing * count + rest
    before, piece, between, after = REPEATED[name]
    written = [before]
    left = size - len(before) - len(after)
    number = 0
    while True:
        part = piece.replace("#", str(number)).replace("%", str(number + 1)) + between
        if len(part) > left:
            break
        written.append(part)
        left -= len(part)
        number += 1
    if between and number:
        written[-1] = written[-1][: -len(between)]
    return "".join(written) + after


def cost(text: str, schema: GraphSchema | None, dialect: str) -> Cost:
    """What checking a text takes, in a process that is forked for it."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        resource.setrlimit(resource.RLIMIT_CPU, (20, 21))
        os.write(writing, pickle.dumps(checked(text, schema, dialect)))
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as result:
        said = result.read()
    _, status = os.waitpid(pid, 0)
    found: Cost = pickle.loads(said) if said else Cost(f"failed: ended by {status}", 0, 0)
    return found


def checked(text: str, schema: GraphSchema | None, dialect: str) -> Cost:
    """What checking a text takes here; memory counts only beyond the most that this process ever had."""
    before, started = _most_mib(), time.process_time()
    try:
        verify(text, schema, dialect=dialect)
        ended = "let through"
    except QueryRejected as error:
        ended = f"refused {error.details['findings'][0]['code']}"
    except UnsupportedConstruct:
        ended = "cannot be said"
    except Exception as error:  # whatever it is, it is what is looked for here
        ended = f"failed: {error!r}"[:200]
    return Cost(ended, time.process_time() - started, _most_mib() - before)


def _most_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def costs(name: str, schemas: Sequence[GraphSchema | None], dialects: Sequence[str]) -> Iterator[tuple[str, Cost]]:
    """The costs of a shape: from the longest down to one that is let through, or is refused for what it says."""
    for schema in schemas:
        for dialect in dialects:
            for size in SIZES:
                found = cost(texts(name, size), schema, dialect)
                yield f"{size:>7,} {dialect:<9} {'with' if schema else 'no':>4} schema", found
                if found.ended not in ("refused B016", "refused B001", "refused B004"):
                    break


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the dearest, and return 1 where one was too dear."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dialects", default=",".join(DIALECTS))
    parser.add_argument("--shape", choices=[*REPEATED, *NESTED])
    parser.add_argument("--show", type=int, default=20)
    options = parser.parse_args(arguments)
    names = [options.shape] if options.shape else [*REPEATED, *NESTED]
    schemas = (None, _library())
    found = [(each, name, where) for name in names for where, each in costs(name, schemas, options.dialects.split(","))]
    found.sort(key=lambda one: (one[0].too_much, one[0].seconds), reverse=True)
    wrong = sum(each.too_much for each, _, _ in found)
    print(f"{len(found)} texts of {len(names)} shapes; too dear or failed: {wrong}")
    for each, name, where in found[: max(options.show, wrong)]:
        mark = "TOO DEAR" if each.too_much else ""
        print(f"{each.seconds:>7.2f} s {each.mib:>6.0f} MiB  {name:<26} {where}  {each.ended} {mark}")
    return int(bool(wrong))


def _library() -> GraphSchema:
    with tempfile.TemporaryDirectory(prefix="fingerpost-sizes-") as folder:
        place = Path(folder) / "library.fp"
        fp.load([copy_sample(LIBRARY_FOLDER, Path(folder))], into=place)
        with fp.open(place) as kb:
            return kb.schema


if __name__ == "__main__":
    raise SystemExit(main())
