"""The entry point of the console script: runs the command line and turns whatever ends it into an exit code."""

from __future__ import annotations

import gc
import sys

INTERRUPTED = 130
_ALLOCATIONS = 100_000
"""How many more objects there are when the collector looks again: what is imported stays, and looking through it with
every 700 took a tenth of the time of a command."""


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and give its exit code. `arguments` are those of the process unless given."""
    gc.set_threshold(_ALLOCATIONS, *gc.get_threshold()[1:])
    given = sys.argv[1:] if arguments is None else arguments
    try:
        return _guarded(given)
    except KeyboardInterrupt:  # outside of any command: while modules are imported, or while an error is printed
        return INTERRUPTED


def _guarded(arguments: list[str]) -> int:
    # Imported here so that Ctrl-C while they are loaded ends as quietly as Ctrl-C anywhere else.
    from fingerpost.surfaces.cli.app import app
    from fingerpost.surfaces.cli.failures import report
    from fingerpost.surfaces.cli.screen import finish, prepare_streams

    prepare_streams()
    try:
        code = app(arguments, prog_name="fingerpost", standalone_mode=False)
    except Exception as error:
        code = report(error, as_json=_wants_json(arguments))
    return finish(code if isinstance(code, int) else 0)


def _wants_json(arguments: list[str]) -> bool:
    """Whether errors are wanted as JSON. Looked up in the words given, as a usage error comes before any parsing."""
    options = arguments[: arguments.index("--")] if "--" in arguments else arguments
    return "--json" in options


if __name__ == "__main__":
    sys.exit(run())
