"""`python -m fingerpost`: the command line."""

from __future__ import annotations

from fingerpost.surfaces.cli.main import run

if __name__ == "__main__":
    raise SystemExit(run())
