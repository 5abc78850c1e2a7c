"""The container files in examples/docker: linted, and with options and settings that there are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import typer.main
import yaml

from fingerpost.core.http_settings import HttpSettings
from fingerpost.core.settings import DatabaseSettings, Settings
from fingerpost.surfaces.cli.app import app

FOLDER = Path(__file__).parents[2] / "examples" / "docker"
DOCKERFILE = (FOLDER / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))
SERVICE = COMPOSE["services"]["fingerpost"]


def test_the_dockerfile_passes_a_linter():
    linter = Path(sys.executable).with_name("hadolint")
    ran = subprocess.run([linter, "--no-color", FOLDER / "Dockerfile"], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "")


def test_the_settings_of_the_service_exist():
    known = {*Settings.variables().values(), *DatabaseSettings.variables().values(), *HttpSettings.variables().values()}
    known |= {
        alias for group in (Settings, DatabaseSettings) for aliases in group.aliases.values() for alias in aliases
    }
    assert set(SERVICE["environment"]) <= known
    assert set(re.findall(r"FINGERPOST_\w+", DOCKERFILE)) <= {*known, "FINGERPOST_WITHOUT_PAGE"}


def test_the_commands_are_those_of_the_command_line():
    serve = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
    commands = [SERVICE["command"], re.search(r'CMD (\["serve".*\])', DOCKERFILE)[1]]
    for command in commands:
        arguments = yaml.safe_load(command) if isinstance(command, str) else command
        serve.make_context("serve", arguments[1:], resilient_parsing=False)


def test_the_extras_that_are_installed_exist():
    project = (FOLDER.parents[1] / "pyproject.toml").read_text(encoding="utf-8")
    for extra in re.search(r'"\.\[(.+)\]"', DOCKERFILE)[1].split(","):
        assert f"\n{extra} = [" in project, extra


def test_every_file_that_the_build_copies_is_there():
    root = FOLDER.parents[1]
    copied = [
        name for line in re.findall(r"^COPY (?!--from)(.+)$", DOCKERFILE, re.MULTILINE) for name in line.split()[:-1]
    ]
    assert copied
    assert all((root / name).exists() for name in copied)


def test_secrets_volumes_and_services_are_declared():
    assert set(SERVICE["secrets"]) <= set(COMPOSE["secrets"])
    mounted = {volume.split(":")[0] for service in COMPOSE["services"].values() for volume in service["volumes"]}
    assert mounted == set(COMPOSE["volumes"])
    assert set(SERVICE["depends_on"]) <= set(COMPOSE["services"])
