"""`fingerpost check`: what was loaded, checked against a file of rules."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fingerpost.core.errors import QuestionError, SourceError
from fingerpost.surfaces.cli.options import AsJson, Place
from fingerpost.surfaces.cli.screen import Screen

if TYPE_CHECKING:
    from fingerpost.engine import CheckedSpecification, RuleReport

_SHOWN = 10
_FAILED = 1


def check(
    kb: Place,
    rules: Annotated[
        Path | None, typer.Argument(metavar="RULES", help="An IDS file (buildingSMART).", show_default=False)
    ] = None,
    require: Annotated[
        str | None,
        typer.Option("--require", metavar="TEXT", help='A requirement in words: "every door has a fire rating".'),
    ] = None,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Write the requirement as an IDS file (.ids), too.")
    ] = None,
    as_json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the failed requirements as issues (.bcf).")
    ] = None,
) -> None:
    """Check building models against an IDS file or a requirement.

    Every element that fails is cited. Exits with 0 if all is met, else with 1.
    """
    from fingerpost.engine import RuleChecker
    from fingerpost.surfaces.cli.opening import opened

    if out is not None and out.suffix != ".bcf":
        raise typer.BadParameter("its suffix is .bcf", param_hint="--out")
    if (rules is None) == (require is None) or (write is not None and require is None):
        raise typer.BadParameter("either RULES or --require, and --write with the latter", param_hint="RULES")
    screen = Screen()
    with opened(kb) as base, tempfile.TemporaryDirectory(prefix="fingerpost-") as folder:
        reader = base.context.reader
        if not isinstance(reader, RuleChecker):
            raise QuestionError("this graph cannot be checked: IDS is for building models", code="question.unknown")
        if require is not None:
            rules = write or Path(folder) / "requirement.ids"
            _write(rules, reader.rules_of(require).encode())
        assert rules is not None
        report = reader.check_rules(rules)
        if out is not None:
            _write(out, reader.issues(report))
    if as_json:
        screen.document(report.to_dict())
    else:
        _show(screen, report)
    raise typer.Exit(0 if report.passed else _FAILED)


def _write(file: Path, data: bytes) -> None:
    try:
        file.write_bytes(data)
    except OSError as error:
        raise SourceError(f"{file} cannot be written: {error.strerror or error}", code="source.unwritable") from error


def _show(screen: Screen, report: RuleReport) -> None:
    screen.say(report.title, style="bold")
    for one in report.specifications:
        said = f"skipped: {one.skipped}" if one.skipped else "passed" if one.passed else "failed"
        screen.say(f"{one.file}: {one.name}: {said} ({one.applicable} applicable)")
        if one.problem:
            screen.say(f"  {one.problem}")
        _show_failures(screen, one)
    screen.say("passed" if report.passed else "failed", style="green" if report.passed else "red")


def _show_failures(screen: Screen, one: CheckedSpecification) -> None:
    for requirement in one.requirements:
        if requirement.failures:
            screen.say(f"  {requirement.text}: {requirement.passed} pass, {len(requirement.failures)} fail")
        for failure in requirement.failures[:_SHOWN]:
            screen.say(f"    {failure.element}: {failure.reason}")
        left = len(requirement.failures) - _SHOWN
        if left > 0:
            screen.say(f"    and {left} more; --json has all", style="dim")
