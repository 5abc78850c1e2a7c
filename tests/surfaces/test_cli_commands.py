"""The command line as a whole: its commands, help, version, completion, start-up, and usage errors."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from command_line import MODULE, cli, environment, in_process_of_its_own

from fingerpost import __version__
from fingerpost.core import errors
from fingerpost.surfaces.cli.app import EXIT_CODES, app

HERE = Path(__file__).parent
COVERED = {
    "mcp": "mcp/test_stdio.py",
    "serve": "http/test_serve.py",
    "load": "test_cli_load.py",
    "copy": "test_cli_copy.py",
    "learn": "test_cli_learn.py",
    "teach": "test_cli_teach.py",
    "ask": "test_cli_ask.py",
    "audit": "test_cli_audit.py",
    "documents": "test_cli_documents.py",
    "bench": "test_cli_bench.py",
    "bench memory": "test_cli_bench.py",
    "resolve": "test_cli_resolve.py",
    "template": "test_cli_template.py",
    "evidence": "test_cli_evidence.py",
    "schema": "test_cli_query.py",
    "sample": "test_cli_sample.py",
    "stats": "test_cli_sample.py",
    "query": "test_cli_query.py",
    "verify": "test_cli_verify.py",
    "doctor": "test_cli_doctor.py",
    "demo": "test_cli_demo.py",
    "eval": "test_cli_eval.py",
    "eval roundtrip": "test_cli_eval.py",
    "eval questions": "test_cli_eval.py",
    "eval ab": "test_versus.py",
    "eval answers": "test_cli_eval.py",
    "why": "test_cli_why.py",
    "code": "test_cli_code.py",
    "code approve": "test_cli_code.py",
    "code examples": "test_cli_code.py",
    "code state": "test_cli_code.py",
    "code export": "test_cli_code.py",
    "code import": "test_cli_code.py",
    "keys": "guard/test_keys.py",
    "keys add": "guard/test_keys.py",
    "keys list": "guard/test_keys.py",
    "keys remove": "guard/test_keys.py",
    "check": "test_cli_check.py",
    "network": "../domains/regulations/test_laws_filters.py",
    "view": "page/test_view.py",
    "pack": "test_cli_pack.py",
    "pack init": "test_cli_pack.py",
    "pack check": "test_cli_pack.py",
}
"""Every command, and the file that tests it."""


def _commands(group: Any, prefix: str = "") -> Iterator[str]:
    for name, command in group.commands.items():
        yield prefix + name
        if hasattr(command, "commands"):
            yield from _commands(command, f"{prefix}{name} ")


def test_every_command_is_covered() -> None:
    assert set(_commands(typer.main.get_command(app))) == set(COVERED)


@pytest.mark.parametrize(("command", "file"), COVERED.items())
def test_the_file_named_runs_the_command(command: str, file: str) -> None:
    words = ", ".join(f'"{word}"' for word in command.split())
    assert f"({words}" in (HERE / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("command", ["", *COVERED])
def test_help_goes_to_stdout(command: str) -> None:
    ran = cli(*command.split(), "--help")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(f"Usage: fingerpost {command}".rstrip())


@pytest.mark.parametrize("command", ["", "eval"])
def test_no_command_shows_the_help(command: str) -> None:
    ran = cli(*command.split())
    assert (ran.code, ran.err) == (0, "")
    assert "Commands:" in ran.out


def test_version() -> None:
    assert cli("--version").out == f"fingerpost {__version__}\n"


def test_the_console_script_is_the_same() -> None:
    script = Path(sys.executable).parent / "fingerpost"
    if not script.exists():
        pytest.skip("the console script is not installed beside this Python")
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == f"fingerpost {__version__}\n"


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "words",
    [
        "why nowhere.fp x --gold x",
        "copy nowhere.fp other.fp",
        "learn nowhere.fp x",
        "pack init nowhere.fp",
        "ask nowhere.fp x",
    ],
)
def test_a_process_ends_as_a_run_in_this_one(words: str) -> None:
    assert in_process_of_its_own(*words.split()) == cli(*words.split())


def test_help_lists_the_exit_code_of_every_error() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    codes = {kind.exit_code for kind in kinds if issubclass(kind, errors.FingerpostError)}
    listed = {int(line.split()[0]) for line in EXIT_CODES.splitlines() if line.strip()[:1].isdigit()}
    assert codes <= listed
    assert "130  interrupted" in cli("--help").out


def test_help_starts_fast() -> None:
    """In processor time: workers share the machine."""
    before = os.times()
    subprocess.run([*MODULE, "--help"], capture_output=True, check=True)
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    assert spent < 0.6, spent


@pytest.mark.parametrize("arguments", [["--help"], ["ask", "--help"], ["--version"], ["doctor", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys; from fingerpost.surfaces.cli.main import run; run(sys.argv[1:]); "
        "heavy = {'pydantic', 'kglite', 'rich', 'rapidfuzz', 'ifcopenshell', 'fingerpost.engine', 'fingerpost.api'}; "
        "print(sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    # typer itself takes pydantic to read the arguments of a command, where it finds it.
    assert done.stderr in ("[]\n", "['pydantic']\n" if len(arguments) > 1 else "")


def test_loading_imports_only_what_it_needs(tmp_path: Path) -> None:
    """Most of the time of a small load is imports: other formats, spelling and packs have no part in one of tables."""
    (tmp_path / "towns").mkdir()
    (tmp_path / "towns" / "towns.csv").write_text("id,name\n1,Ghent\n", encoding="utf-8")
    code = (
        "import sys; from fingerpost.surfaces.cli.main import run; run(sys.argv[1:]); "
        "needless = ('asyncio', 'networkx', 'rapidfuzz', 'fingerpost.domains.regulations', 'fingerpost.ingest.dumps', "
        "'fingerpost.ingest.exchange', 'fingerpost.linking.pack', 'fingerpost.questions'); "
        "print(*(m for m in sys.modules if m.startswith(needless)), file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "load", str(tmp_path / "towns"), "--into", str(tmp_path / "towns.fp")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "1 node" in done.stdout
    assert done.stderr == "\n"


def test_asking_imports_only_what_it_needs(library_path: Path) -> None:
    """Half of the time of a question is imports: loading, databases and workspaces have no part in it."""
    code = (
        "import sys; from fingerpost.surfaces.cli.main import run; run(sys.argv[1:]); "
        "needless = ('asyncio', 'rich', 'networkx', 'fingerpost.ingest.', 'fingerpost.engine.filling', "
        "'fingerpost.engine.remote', 'fingerpost.engine.workspaces.workspace', 'fingerpost.stores.bolt'); "
        "print(*(m for m in sys.modules if m.startswith(needless)), file=sys.stderr)"
    )
    command = [sys.executable, "-c", code, "ask", str(library_path), "Who wrote Emma?"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert (done.stdout.splitlines()[0], done.stderr) == ("Jane Austen.", "\n")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("fingerpost ", {"load", "ask", "schema", "query", "verify", "doctor", "demo", "eval", "why"}),
        ("fingerpost d", {"doctor", "demo"}),
        ("fingerpost eval ", {"roundtrip", "questions"}),
        ("fingerpost load x --kind ", {"csv", "graphml", "ifc", "jsonl", "node-link"}),
    ],
)
def test_completion_completes(words: str, expected: set[str]) -> None:
    place = len(words.split()) - (0 if words.endswith(" ") else 1)
    extra = {"_FINGERPOST_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(place)}
    done = subprocess.run(MODULE, capture_output=True, text=True, env=environment(**extra), check=False)
    assert expected <= set(done.stdout.split()), done.stderr
    assert done.stderr == ""


def test_completion_can_be_shown() -> None:
    extra = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    ran = in_process_of_its_own("--show-completion", "bash", **extra)
    assert ran.code == 0
    assert "_FINGERPOST_COMPLETE" in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        ["nothing"],
        ["--nothing"],
        ["ask"],
        ["ask", "kb", "--nothing"],
        ["ask", "kb", "--choose", "zero", "x"],
        ["ask", "kb", "--choose", "0", "x"],
        ["ask", "kb", "--choose", "1"],
        ["load"],
        ["load", "x"],
        ["query", "kb"],
        ["query", "kb", "RETURN 1", "--param", "x"],
        ["query", "kb", "RETURN 1", "--param", "=1"],
        ["verify"],
        ["verify", "RETURN 1", "--kb", "a", "--schema", "b"],
        ["eval", "roundtrip"],
        ["eval", "questions", "--graph", "x"],
        ["eval", "questions", "--graph", "x", "--questions", "y", "--folds", "5"],
        ["eval", "questions", "--graph", "x", "--questions", "y", "--folds", "5", "--fold", "5"],
        ["why", "kb", "x"],
    ],
)
def test_usage_errors(arguments: list[str]) -> None:
    ran = cli(*arguments)
    assert (ran.code, ran.out) == (2, "")
    first, second = ran.err.splitlines()
    assert first.startswith("error: ")
    assert first.endswith(" [usage]")
    assert second.startswith("hint: see: fingerpost")


def test_usage_errors_as_json() -> None:
    ran = cli("ask", "--json")
    assert (ran.code, ran.out) == (2, "")
    assert ran.error["code"] == "usage"
    assert ran.error["hint"] == "see: fingerpost ask --help"


def test_after_two_dashes_json_is_a_word() -> None:
    ran = cli("ask", "/nowhere", "--", "--json")
    assert ran.err.startswith("error: there is no knowledge base")
