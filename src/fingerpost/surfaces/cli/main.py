"""The entry point of the console script: runs the command line and returns an exit code, whatever happens."""

from __future__ import annotations

import gc
import os
import sys

INTERRUPTED = 130
_ALLOCATIONS = 300_000
"""Allocations between garbage collections. With the default of 700, collecting took a tenth of the time of a command,
although most objects are imported modules and stay. A question leaves some 100,000 objects."""


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit code. `arguments` defaults to those of the process."""
    gc.set_threshold(_ALLOCATIONS, *gc.get_threshold()[1:])
    given = sys.argv[1:] if arguments is None else arguments
    if "serve" not in given:  # looking for plugins of pydantic reads a file of every package that is installed
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        return _guarded(given)
    except KeyboardInterrupt:  # outside of any command: during imports, or while an error is printed
        return INTERRUPTED
    finally:
        if arguments is None:
            gc.freeze()  # the process ends, and need not look through all that was imported


def _guarded(arguments: list[str]) -> int:
    # Imported here so that Ctrl-C during the imports is caught, too.
    from fingerpost.surfaces.cli.app import built
    from fingerpost.surfaces.cli.failures import report
    from fingerpost.surfaces.cli.screen import finish, prepare_streams

    prepare_streams()
    try:
        command = built(next(iter(arguments), ""))
        code = command.main(arguments, prog_name="fingerpost", standalone_mode=False)
    except Exception as error:
        code = report(error, as_json=_wants_json(arguments))
    return finish(code if isinstance(code, int) else 0)


def _wants_json(arguments: list[str]) -> bool:
    """Whether to print errors as JSON. Found without parsing, because a usage error may come before it."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


if __name__ == "__main__":
    sys.exit(run())
