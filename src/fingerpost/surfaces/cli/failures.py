"""Errors on standard error: the message, its reasons if there are several, and a hint."""

from __future__ import annotations

import json
import os
import sys
import traceback
from typing import Any

import typer

from fingerpost.core.errors import FingerpostError
from fingerpost.surfaces.cli.screen import styled, visible

_USAGE: type[Exception] = typer.BadParameter.__mro__[2]
"""The base class of typer's usage errors; no public module exports it in every version."""

DEBUG = "FINGERPOST_DEBUG"


def report(error: Exception, *, as_json: bool = False) -> int:
    """Write an error to standard error and return its exit code."""
    known, code = _known(error)
    if known.code == "internal" and os.environ.get(DEBUG):
        traceback.print_exception(error)
    write_error(known, as_json=as_json)
    return code


def write_error(error: FingerpostError, *, as_json: bool = False) -> None:
    """Write an error to standard error: its JSON form, or `error: message [code]` and `hint: ...`."""
    if as_json:
        sys.stderr.write(json.dumps(error.to_json(), default=str) + "\n")
        return
    first, *more = visible(error.message).split("\n")
    sys.stderr.write("\n".join([f"{styled('error:', 'red', sys.stderr)} {first} [{error.code}]", *more]) + "\n")
    if error.hint:
        sys.stderr.write(f"{styled('hint:', 'cyan', sys.stderr)} {visible(error.hint)}\n")


def _known(error: Exception) -> tuple[FingerpostError, int]:
    """Any error as a `FingerpostError`, with its exit code."""
    if isinstance(error, FingerpostError):
        return error, error.exit_code
    if isinstance(error, _USAGE):
        return _usage(error)
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        return FingerpostError(f"{where}{error.strerror or error}", code="system"), FingerpostError.exit_code
    message = f"internal error: {type(error).__name__}: {error}"
    hint = f"please report it, with the output of {DEBUG}=1"
    return FingerpostError(message, code="internal", hint=hint), FingerpostError.exit_code


def _usage(error: Any) -> tuple[FingerpostError, int]:
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "fingerpost"
    message = error.format_message().rstrip(".")
    return FingerpostError(message, code="usage", hint=f"see: {command} --help"), error.exit_code
