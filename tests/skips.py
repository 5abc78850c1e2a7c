"""Tests that are skipped: counted by reason, and an error under `--strict-skips` where the reason is none of these."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from typing import Any

import pytest

from fingerpost.stores.protocol import Capabilities

_CAPABILITIES = "|".join(field.name for field in dataclasses.fields(Capabilities))
_KNOWN = {
    "the store cannot do this": rf"(?:{_CAPABILITIES}|dialect): ",
    "the case is not for this kind of place": r"(?:reading|place): ",
    "needs development data": r"needs the development data ",
    "needs a Neo4j server": r"needs a Neo4j server: ",
    "needs a PostgreSQL server": r"needs a PostgreSQL server: ",
    "needs a Joern server": r"needs a Joern server: ",
    "needs a browser": r"needs a browser: ",
    "needs three.js": r"needs three\.js: ",
    "needs cytoscape.js": r"needs cytoscape\.js: ",
    "needs npm": r"needs npm: ",
    "needs a long run": r"needs a long run: ",
}
"""Reasons that are no mistake: a store may lack what it says that it lacks, and a machine data and servers."""
_KINDS = [(name, re.compile(reason)) for name, reason in _KNOWN.items()]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the option."""
    parser.addoption("--strict-skips", action="store_true", help="fail where a test is skipped for an unknown reason")


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Says how many tests were skipped, and why."""
    known, unknown = _sorted(terminalreporter)
    for name, count in sorted(known.items()):
        terminalreporter.write_line(f"{count} skipped: {name}")
    strict = terminalreporter.config.getoption("strict_skips")
    for place, reason in unknown:
        terminalreporter.write_line(f"{'ERROR' if strict else 'skipped'}: {place}: {reason}", red=strict)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fails a run that passed but for skips that nobody expects."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or not session.config.getoption("strict_skips") or session.exitstatus != pytest.ExitCode.OK:
        return
    if _sorted(reporter)[1]:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _sorted(reporter: Any) -> tuple[Counter[str], list[tuple[str, str]]]:
    """How many are skipped for each known reason, and the places of the others with theirs."""
    known: Counter[str] = Counter()
    unknown = []
    for report in reporter.stats.get("skipped", ()):
        path, line, said = report.longrepr if isinstance(report.longrepr, tuple) else ("", 0, str(report.longrepr))
        reason = said.removeprefix("Skipped: ")
        name = next((name for name, pattern in _KINDS if pattern.match(reason)), None)
        if name is None:
            unknown.append((f"{path}:{line}", reason))
        else:
            known[name] += 1
    return known, unknown
