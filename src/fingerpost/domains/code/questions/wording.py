"""How answers about code are worded: names with file and line, complete or counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from fingerpost.core.answer import Status
from fingerpost.core.cells import Cell, Path
from fingerpost.domains.code.questions.request import Asked, Kind, Request
from fingerpost.domains.code.questions.topics import first_sentences
from fingerpost.plans import counted
from fingerpost.stores import Result

MOST_LINES: Final = 100
_UNITS: Final = {
    "lines": "lines",
    "complexity": "cyclomatic complexity",
    "parameterCount": "parameters",
    "callerCount": "callers",
    "callCount": "calls",
    "localCount": "local variables",
    "returnCount": "return statements",
    "calleeCount": "functions called",
    "loopCount": "loops",
    "loopDepth": "loops within each other",
    "fieldCount": "fields",
    "methodCount": "methods",
    "functionCount": "functions",
}
_UNKNOWN_CALLS: Final = "Calls through pointers, and others whose target is not known, are not followed."
_Rows = Sequence[Mapping[str, Cell]]


def worded(request: Request, result: Result) -> tuple[str, Status]:
    """The text of an answer, and its status."""
    text, status = _worded(request, result)
    if request.lacking and request.asked is not Asked.EXPLAIN:
        text += f"\nThe code has nothing named {' or '.join(request.lacking)}."
    return text, status


def _worded(request: Request, result: Result) -> tuple[str, Status]:
    rows = [dict(zip(result.columns, row, strict=True)) for row in result.rows]
    if request.asked is Asked.COUNT:
        return f"{counted(_number(rows), request.noun)}.", Status.ANSWERED
    if request.asked is Asked.YES_NO:
        far = any(one.kind in (Kind.REACHES, Kind.REACHED_FROM) for one in request.conditions)
        return ("Yes." if _number(rows) else f"No. {_UNKNOWN_CALLS}" if far else "No."), Status.ANSWERED
    if request.asked is Asked.CAN_REACH:
        return f"Yes.\n{_chain(rows)}" if rows else f"No. {_UNKNOWN_CALLS}", Status.ANSWERED
    if request.asked in (Asked.USERS, Asked.EXISTS) and not rows:
        return "No.", Status.ANSWERED
    if not rows:
        return _none(request), Status.EMPTY
    if request.asked is Asked.EXISTS:
        return f"Yes: {_list(request, rows, result)}", Status.ANSWERED
    if request.asked is Asked.USERS:
        return f"Yes, in {_list(request, rows, result)}", Status.ANSWERED
    if request.asked is Asked.EXPLAIN:
        return _explained(request, rows), Status.ANSWERED
    if request.asked is Asked.FLOW:
        return _flows(request, rows), Status.ANSWERED
    if request.asked is Asked.RECURSION:
        return "\n".join(map(_recursion, rows)), Status.ANSWERED
    if request.asked is Asked.AVERAGE:
        return f"On average {rows[0]['average']:.4g} {_UNITS[request.measure]}.", Status.ANSWERED
    if request.asked is Asked.TOTAL:
        return f"The functions of {request.of} have {rows[0]['total']} {_UNITS[request.measure]}.", Status.ANSWERED
    if request.asked is Asked.PATH:
        return _chain(rows), Status.ANSWERED
    if request.asked is Asked.PER_FILE:
        return "\n".join(f"{row['filename']}: {row['functions']}" for row in rows), Status.ANSWERED
    if request.asked is Asked.VALUE:
        return _values(request, rows), Status.ANSWERED
    if request.asked is Asked.CARD:
        return "\n".join(map(_card, rows)), Status.ANSWERED
    return _list(request, rows, result), Status.ANSWERED


def _number(rows: _Rows) -> int:
    return int(str(rows[0]["count"])) if rows else 0


def _flows(request: Request, rows: _Rows) -> str:
    source = f"the parameter {request.of} of {request.ends[0]}" if request.of else request.ends[0]
    lines = [f"Data from {source} reaches {request.ends[1]} in {counted(len(rows), 'place')}:"]
    lines += [f"- {row['source']} → {row['sink']} ({row['argument']})" for row in rows[:MOST_LINES]]
    if len(rows) > MOST_LINES:
        lines.append(f"Only the first {MOST_LINES} of {len(rows)} are shown.")
    return "\n".join(lines)


def _recursion(row: Mapping[str, Cell]) -> str:
    if row["recursive"]:
        return f"Yes: {row['name']} calls itself ({row['location']})."
    if row["indirectlyRecursive"]:
        return f"Yes: {row['name']} reaches itself through other functions ({row['location']})."
    return f"No: {row['name']} does not call itself, directly or indirectly ({row['location']})."


def _none(request: Request) -> str:
    if request.asked is Asked.FLOW:
        return f"No data from {request.ends[0]} was found to reach {request.ends[1]}, through two calls at most."
    if request.asked is Asked.PATH:
        return f"No chain of calls leads from {request.ends[0]} to {request.ends[1]}. {_UNKNOWN_CALLS}"
    if request.of:
        whose = f"{request.of} has no {request.noun}"
        return f"{whose} of that kind." if request.conditions else f"{whose}."
    return f"No {request.noun} matches."


def _chain(rows: _Rows) -> str:
    chain = rows[0]["chain"]
    nodes = chain.nodes if isinstance(chain, Path) else ()
    return "\n".join(
        [" → ".join(str(node.properties.get("name", node.element_id)) for node in nodes), *map(_at, nodes)]
    )


def _at(node: object) -> str:
    properties: Mapping[str, Cell] = getattr(node, "properties", {})
    place = properties.get("location")
    if place is None and properties.get("filename") and properties.get("lineNumber"):
        place = f"{properties['filename']}:{properties['lineNumber']}"
    return f"- {properties.get('name')}" + (f" ({place})" if place else "")


def _values(request: Request, rows: _Rows) -> str:
    lines = []
    for row in [row for row in rows if row[request.measure] is not None] or rows:
        value, name, place = row[request.measure], row["name"], row.get("location")
        if request.measure == "lineNumberEnd" and place:
            file, _, begin = str(place).rpartition(":")
            lines.append(f"{name}: lines {begin} to {value} of {file}")
            continue
        shown = [(request.measure, value), *((one, row[one]) for one in request.also)]
        said = ", ".join(_measured(one, cell) if one in _UNITS else f"{cell}" for one, cell in shown)
        lines.append(f"{name}: {said}" + (f" ({place})" if place and place != value else ""))
    return "\n".join(lines)


def _measured(measure: str, value: Cell) -> str:
    """A measure with its unit: `1 caller`, `2 functions called`."""
    unit = _UNITS[measure]
    if value == 1:
        unit = "function called" if measure == "calleeCount" else unit.removesuffix("s")
    return f"{value} {unit}"


def _explained(request: Request, rows: _Rows) -> str:
    """The functions that a topic is about, best first, each with what its comment says."""
    places = request.conditions[0].values
    lines = [f"About {request.of}, by names{', comments' if 'comment' in rows[0] else ''} and tags of the code:"]
    for row in sorted(rows, key=lambda row: places.index(str(row["location"]))):
        said = first_sentences(str(row.get("comment") or ""))
        lines.append(f"- {row['name']} ({row['location']})" + (f": {said}" if said else ""))
    if request.count:
        lines.append(f"{request.count} others are about it too.")
    if request.lacking:
        lines.append(f"Nothing in the code is named {' or '.join(request.lacking)}.")
    return "\n".join(lines)


def _card(row: Mapping[str, Cell]) -> str:
    """A function, with its signature, measures and calls; of one without a body, who calls it."""
    callers, callees = int(str(row["callerCount"] or 0)), int(str(row["calleeCount"] or 0))
    if row["lines"] is None:
        kind = "an external function" if row["isExternal"] else "a macro or a declaration"
        return f"{row['name']} is {kind}:\n  called by {counted(callers, 'function')}"
    lines = [f"{row['name']} is a function of {counted(int(str(row['lines'])), 'line')} ({row['location']}):"]
    if row.get("comment"):
        lines.append(f"  {first_sentences(str(row['comment']), 400)}")
    if row["signature"]:
        lines.append(f"  signature: {row['signature']}")
    lines.append(f"  cyclomatic complexity: {row['complexity']}")
    if row["recursive"]:
        lines.append("  recursive")
    lines.append(f"  called by {counted(callers, 'function')}, calls {counted(callees, 'function')}")
    return "\n".join(lines)


def _list(request: Request, rows: _Rows, result: Result) -> str:
    total = result.total if result.cut and result.total is not None else len(rows)
    more = "more than " if result.cut and result.total is None else ""
    lines = [f"{more}{counted(total, request.noun)}:"]
    for row in rows[:MOST_LINES]:
        about = [str(row["location"])] if row.get("location") and request.show != "location" else []
        about[:0] = [str(row[one]) for one in request.also if row.get(one) is not None]
        if row.get("function"):
            about.append(f"in {row['function']}")
        if "number" in row:
            noun = request.part.noun if request.part else "definition"
            about.insert(0, counted(int(str(row["number"])), noun))
        elif request.asked is Asked.MOST:
            about.insert(0, _measured(request.measure, row[request.measure]))
        lines.append(f"- {row[request.show]}" + (f" ({', '.join(about)})" if about else ""))
    if len(rows) > MOST_LINES or result.cut:
        lines.append(f"Only the first {min(len(rows), MOST_LINES)} of {more}{total} are shown.")
    return "\n".join(lines)
