"""Terminals, pipes, colours, encodings and signals."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import MODULE, cli, environment, in_process_of_its_own

pty = pytest.importorskip("pty", reason="needs a POSIX terminal")

ESCAPE = "\x1b"


def terminal(
    *arguments: str | Path, feed: tuple[bytes, ...] = (), prompt: bytes = b"\n?", **extra: str
) -> tuple[int, str]:
    """Run on a terminal of its own; `feed` is typed piece by piece, each at a prompt."""
    pid, descriptor = pty.fork()
    if pid == 0:
        os.execve(sys.executable, [*MODULE, *map(str, arguments)], environment(COLUMNS="100", LINES="40", **extra))
    shown, pieces, deadline = b"", list(feed), time.monotonic() + 60
    while time.monotonic() < deadline:
        ready, _, _ = select.select([descriptor], [], [], 0.2)
        if ready:
            try:
                block = os.read(descriptor, 65536)
            except OSError:
                break
            if not block:
                break
            shown += block
        elif pieces and shown.rstrip().endswith(prompt):
            os.write(descriptor, pieces.pop(0))
    os.close(descriptor)
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status), shown.decode().replace("\r\n", "\n")


COMMANDS = [
    ("ask", "{kb}", "How many books does each branch hold?", "--explain"),
    ("query", "{kb}", "MATCH (b:Branch) RETURN b, b.seats"),
    ("schema", "{kb}"),
    ("doctor", "{kb}"),
    ("verify", "MATCH (n) RETURN n"),
]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_piped_output_has_no_escapes(library_path: Path, command: tuple[str, ...]) -> None:
    # A real pipe once; the streams of `cli` are no terminals either.
    run = in_process_of_its_own if command is COMMANDS[0] else cli
    ran = run(*(word.replace("{kb}", str(library_path)) for word in command))
    assert (ran.code, ran.err) == (0, "")
    assert ESCAPE not in ran.out
    assert "─" not in ran.out


@pytest.mark.parametrize("extra", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=lambda extra: next(iter(extra)))
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command[0])
def test_no_colour_means_no_escapes(library_path: Path, command: tuple[str, ...], extra: dict[str, str]) -> None:
    ran = cli(*(word.replace("{kb}", str(library_path)) for word in command), terminal=True, **extra)
    assert ran.code == 0
    assert ESCAPE not in ran.out


def test_no_colour_on_a_real_terminal(library_path: Path) -> None:
    code, shown = terminal("query", library_path, "MATCH (b:Branch) RETURN b, b.seats", NO_COLOR="1")
    assert code == 0
    assert ESCAPE not in shown


def test_a_terminal_gets_tables_and_colours(library_path: Path) -> None:
    asked = ("query", library_path, "MATCH (b:Branch) RETURN b, b.seats")
    code, shown = terminal(*asked)
    assert code == 0
    assert ESCAPE in shown
    assert "─────" in shown
    assert "3 rows, " in shown
    assert ESCAPE in cli(*asked, terminal=True).out
    ran = cli("ask", library_path, "How many books does each branch hold?", terminal=True)
    assert re.search(r"Market Square +20", re.sub(r"\x1b\[[0-9;]*m", "", ran.out))


def test_a_terminal_gets_a_progress_bar(tmp_path: Path, library_source: Path) -> None:
    code, shown = terminal("load", library_source, "--into", tmp_path / "kb.fp")
    assert code == 0
    assert "reading" in shown
    assert "89 nodes" in shown


def test_errors_on_a_terminal_are_coloured() -> None:
    ran = cli("ask", "/nowhere", "x", terminal=True)
    assert ran.code == 7
    assert ran.err.startswith(f"{ESCAPE}[31merror:{ESCAPE}[0m there is no knowledge base")


def test_a_session_on_a_terminal(library_path: Path, tmp_path: Path) -> None:
    """Commands, follow-ups, names that are completed, and long lists as tables."""
    typed = (b"help\n", b":schema book\n", b":schema film\n", b"Tell me about Emma\n", b":choose 1\n", b":explain\n")
    typed += (b"Which books cost more than 20?\n", b"only those in French\n", b":questions\n")
    typed += (b"How many publi\t\t are there?\n", b"Which films are there?\n", b"Which books are there?\n")
    typed += (b"List all books with price\n", b"What languages are there?\n", b"exit\n")
    code, shown = terminal("ask", library_path, feed=typed, XDG_STATE_HOME=str(tmp_path))
    assert code == 0
    assert "Ctrl-D to quit." in shown
    said = shown.split("\n? ")
    assert ":choose N" in said[1]
    assert "(Author)-[WROTE]->(Book)  34" in said[2]
    assert "the graph has no label or relationship type film" in said[3]
    assert "Choose one" in said[4]
    assert "Emma is a book:" in said[5]
    assert "Read as " not in said[5]
    assert "3 books" in said[7]
    assert "Read as " in said[7]
    assert "Les Misérables" in said[8]
    assert "Kristin" not in said[8].partition("Words")[0]
    assert "How many books are there?" in said[9]
    assert "There are 6 publishers." in said[10]
    assert "That is not in this graph" in said[11]
    lines = (r"979-9-0001-0002-5 +Emma", r"Emma +10\.5", r"Swedish *\r?\n")
    for answer, line in zip(said[12:], lines, strict=False):
        assert "─────" in answer
        assert re.search(line, re.sub(r"\x1b\[[0-9;]*m", "", answer))
    assert len(said) > len(typed)
    history = tmp_path / "fingerpost" / "history"
    assert "only those in French" in history.read_text()
    assert history.stat().st_mode & 0o077 == 0


def test_ctrl_c_at_the_prompt_and_nowhere_to_keep_a_history(library_path: Path) -> None:
    feed = (b"How many books are there?\n", b"\x03")
    code, shown = terminal("ask", library_path, feed=feed, XDG_STATE_HOME="/proc/nowhere")
    assert code == 130
    assert "34 books" in shown
    assert "Traceback" not in shown


def test_ctrl_d_at_the_prompt(library_path: Path) -> None:
    code, shown = terminal("ask", library_path, feed=(b"\x04",), XDG_STATE_HOME="/proc/nowhere")
    assert code == 0
    assert "Traceback" not in shown


def test_ctrl_c_while_it_waits(library_path: Path) -> None:
    process = subprocess.Popen(
        [*MODULE, "ask", library_path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    )
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(b"How many books are there?\n")
    process.stdin.flush()
    assert b"34 books" in process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (130, b"")


@pytest.mark.parametrize("rows", [3, 9_000], ids=["a little", "more than a pipe holds"])
def test_a_broken_pipe_is_silent(library_path: Path, rows: int) -> None:
    text = f"UNWIND range(1, {rows}) AS i RETURN 'some text that takes its place in the pipe ' + toString(i) AS x"
    with subprocess.Popen(
        [*MODULE, "query", library_path, text], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment()
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=60) == 141


def test_unicode_goes_in_and_out(library_path: Path) -> None:
    for question in ("Which books did Łukasz Wójcik borrow?", "Which books did Lukasz Wojcik borrow?"):
        assert "War with the Newts" in cli("ask", library_path, question).out.splitlines()[0]
    ran = in_process_of_its_own("ask", library_path, stdin="Who wrote Gösta Berling's Saga?\n")
    assert "Selma Lagerlöf" in ran.out


def test_an_encoding_that_lacks_characters(library_path: Path) -> None:
    ran = in_process_of_its_own(
        "ask", library_path, "Who wrote Gösta Berling's Saga?", PYTHONIOENCODING="ascii", PYTHONUTF8="0"
    )
    assert (ran.code, ran.err) == (0, "")
    assert "Selma Lagerl?f" in ran.out
    as_json = cli("ask", library_path, "Who wrote Kokoro?", "--json", encoding="ascii")
    assert "Natsume Sōseki" in as_json.json["text"]
    assert as_json.out.isascii()


def test_bytes_that_are_no_text(library_path: Path) -> None:
    argument = subprocess.run(
        [*MODULE, "ask", library_path, b"Who wrote caf\xe9?"], capture_output=True, env=environment(), check=False
    )
    piped = in_process_of_its_own("ask", library_path, stdin=b"Who wrote caf\xe9?\n")
    assert argument.returncode == piped.code == 3
    assert b"Traceback" not in argument.stderr


def test_what_a_graph_holds_does_not_steer_the_terminal(tmp_path: Path) -> None:
    source = tmp_path / "Person.csv"
    source.write_text('id:ID,name\n1,"\x1b[2Jgone\x07"\n', encoding="utf-8")
    assert cli("load", source, "--into", tmp_path / "kb.fp").code == 0
    for command, text in (("ask", "List all persons"), ("query", "MATCH (p) RETURN p")):
        ran = cli(command, tmp_path / "kb.fp", text)
        assert ran.code == 0
        assert "\\x1b[2Jgone\\x07" in ran.out
        assert ESCAPE not in ran.out


@pytest.mark.parametrize(("reply", "code"), [(b"y\n", 0), (b"n\n", 1)])
def test_on_a_terminal_tables_are_joined_after_a_question(tmp_path: Path, reply: bytes, code: int) -> None:
    (tmp_path / "towns.csv").write_text("town_id,name\n1,Lyon\n2,Nice\n")
    (tmp_path / "people.csv").write_text("person_id,town_id\n1,2\n")
    arguments = ("load", tmp_path / "towns.csv", tmp_path / "people.csv", "--into", tmp_path / "kb.fp")
    ended, shown = terminal(*arguments, feed=(reply,), prompt=b"[Y/n]:")
    assert ended == code
    assert "people.town_id refers to towns.town_id: TOWNS" in shown
    assert (tmp_path / "kb.fp").exists() == (code == 0)


def test_piped_lines_may_be_commands(library_path: Path) -> None:
    lines = "# what is there\n:schema Book\n:questions\nHow many books are there?\n:nonsense\nexit\nWho?\n"
    ran = cli("ask", library_path, stdin=lines)
    assert ran.code == 0
    assert "(Author)-[WROTE]->(Book)  34" in ran.out
    assert "There are 34 books." in ran.out
    assert "there is no command :nonsense; these are:\n:choose N" in ran.out
