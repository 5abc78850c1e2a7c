"""Writes the manual page of the command line, docs/fingerpost.1, from the commands themselves.

python -m scripts.man            write it
python -m scripts.man --check    say whether it is up to date (exit status 1 if not)

The wheel installs it in share/man/man1, where `man fingerpost` finds it.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import typer

from fingerpost.core.version import __version__
from fingerpost.surfaces.cli.app import EXIT_CODES, app

PAGE = Path(__file__).resolve().parents[1] / "docs" / "fingerpost.1"
_SEE_ALSO = "The documentation has one page for each task, and examples: docs/README.md in the source distribution."
_EXAMPLES = (
    "fingerpost demo --keep demo",
    "fingerpost load demo/library --into library.fp",
    'fingerpost ask library.fp "Who borrowed Emma?"',
    "fingerpost ask library.fp",
    "fingerpost schema library.fp",
)
_COMPLETION = ("install_completion", "show_completion")
"""Options that typer adds and describes; their help names the shell that this runs in."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the page, or compare it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    text = page()
    if not parser.parse_args(arguments).check:
        PAGE.write_text(text, encoding="utf-8")
        return 0
    if PAGE.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE} is not up to date: run python -m scripts.man", file=sys.stderr)
    return 1


def page() -> str:
    """The manual page in the language of man(7)."""
    command: Any = typer.main.get_command(app)
    lines = [
        f'.TH FINGERPOST 1 "" "fingerpost {__version__}" "User Commands"',
        ".SH NAME",
        r"fingerpost \- ask a graph questions in plain English and get verified, cited answers",
        ".SH SYNOPSIS",
        r".B fingerpost",
        r"\fICOMMAND\fR [\fIOPTION\fR...] [\fIARGUMENT\fR...]",
        ".SH DESCRIPTION",
        *_paragraphs(command.help),
        ".SH OPTIONS",
        *_options(command),
        ".SH COMMANDS",
    ]
    for words, each in _commands("fingerpost", command):
        lines += _command(words, each)
    lines += [".SH EXIT STATUS", *_exit_codes(), ".SH EXAMPLES", ".nf", *map(_escaped, _EXAMPLES), ".fi"]
    lines += [".SH SEE ALSO", _escaped(_SEE_ALSO)]
    return "\n".join(lines) + "\n"


def _commands(before: str, group: Any) -> Iterator[tuple[str, Any]]:
    """The commands below a group with the words that run them."""
    for name, command in group.commands.items():
        if getattr(command, "hidden", False):
            continue
        words = f"{before} {name}"
        if hasattr(command, "commands"):
            yield from _commands(words, command)
        else:
            yield words, command


def _command(words: str, command: Any) -> Iterator[str]:
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    yield f".SS {_escaped(words)}"
    yield " ".join([rf"\fB{_escaped(words)}\fR", r"[\fIOPTION\fR...]", *map(_placed, arguments)])
    yield from _paragraphs(command.help)
    for argument in arguments:
        yield from (".TP", rf"\fI{_escaped(_metavar(argument))}\fR", _escaped(_help(argument)))
    yield from _options(command)


def _placed(argument: Any) -> str:
    name = rf"\fI{_escaped(_metavar(argument))}\fR"
    return name if argument.required else f"[{name}]"


def _options(command: Any) -> Iterator[str]:
    for option in command.params:
        if option.param_type_name != "option" or option.hidden:
            continue
        names = ", ".join(rf"\fB{_escaped(name)}\fR" for name in (*option.opts, *option.secondary_opts))
        value = "" if option.is_flag or option.count else rf" \fI{_escaped(_metavar(option))}\fR"
        yield from (".TP", names + value, _escaped(_help(option)))


def _metavar(parameter: Any) -> str:
    shown = str(parameter.metavar or parameter.name)
    return shown if parameter.metavar else shown.upper()


def _help(parameter: Any) -> str:
    if parameter.name in _COMPLETION:
        return f"{'Install' if parameter.name == _COMPLETION[0] else 'Show'} completion for the shell, and exit."
    text = " ".join((parameter.help or "").split())
    default = parameter.default
    if getattr(parameter, "show_default", False) and isinstance(default, str | int | float) and default is not False:
        text += f" Default: {default}." if default != "" else ""
    return text


def _paragraphs(text: str | None) -> Iterator[str]:
    """Paragraphs of a help text; one that begins with a form feed character keeps its lines."""
    for part in re.split(r"\n\s*\n", (text or "").strip()):
        yield ".PP"
        kept = part.startswith("\b")
        lines = part.strip("\b\n").splitlines()
        yield from ((".nf", *map(_escaped, lines), ".fi") if kept else (_escaped(" ".join(map(str.strip, lines))),))


def _exit_codes() -> Iterator[str]:
    for line in EXIT_CODES.splitlines()[2:]:
        code, _, meaning = line.strip().partition(" ")
        yield from (".TP", rf"\fB{code}\fR", _escaped(meaning.strip()))


def _escaped(text: str) -> str:
    """Text in which nothing is read as a command: backslashes, hyphens that are typed, and dots that begin a line."""
    written = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{written}" if written.startswith((".", "'")) else written


if __name__ == "__main__":
    raise SystemExit(main())
