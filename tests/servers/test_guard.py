"""What a server leaves behind when it is closed, and when the process that started it is killed: nothing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from scripts.servers.process import Place, free_port

ROOT = Path(__file__).resolve().parents[2]
SLEEPER = [sys.executable, "-c", "import time; time.sleep(600)"]
HOLDER = f"""
import os, sys, time
from scripts.servers.process import Place
place = Place("fingerpost-guard-")
place.launch({SLEEPER!r}, place.folder / "out", os.environ)
print(place.folder, place.pid, flush=True)
time.sleep(600)
"""


def runs(pid: int) -> bool:
    """Whether a process runs; one that ended and was not collected yet does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def gone(folder: Path, pid: int) -> bool:
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if not folder.exists() and not runs(pid):
            return True
        time.sleep(0.1)
    return False


def test_a_closed_place_is_gone():
    place = Place("fingerpost-guard-")
    place.launch(SLEEPER, place.folder / "out", os.environ)
    folder, pid = place.folder, place.pid
    assert pid is not None
    assert runs(pid)
    place.close()
    assert not folder.exists()
    assert not runs(pid)


def test_one_that_stands_still_is_stopped_in_good_order():
    place = Place("fingerpost-guard-")
    try:
        place.launch(SLEEPER, place.folder / "out", os.environ)
        pid = place.pid
        place.signal(signal.SIGSTOP)
        assert place.pid == pid
        started = time.monotonic()
        place.end(signal.SIGTERM, 20)
        assert time.monotonic() - started < 10
        assert place.pid is None
        assert not runs(pid)
    finally:
        place.close()


def test_a_process_that_ended_by_itself_makes_room_for_the_next():
    place = Place("fingerpost-guard-")
    try:
        place.launch([sys.executable, "-c", "pass"], place.folder / "out", os.environ)
        until = time.monotonic() + 20
        while place.pid is not None and time.monotonic() < until:
            time.sleep(0.02)
        assert place.pid is None
        place.launch(SLEEPER, place.folder / "out", os.environ)
        assert place.pid is not None
    finally:
        place.close()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_when_its_owner_is_killed_the_process_and_the_folder_go(how):
    owner = subprocess.Popen(
        [sys.executable, "-c", HOLDER], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    )
    with owner:
        assert owner.stdout is not None
        folder, pid = owner.stdout.readline().split()
        assert runs(int(pid))
        owner.send_signal(how)
    assert gone(Path(folder), int(pid))


def test_a_kill_of_the_whole_group_does_not_spare_the_server():
    owner = subprocess.Popen(
        [sys.executable, "-c", HOLDER], cwd=ROOT, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    with owner:
        assert owner.stdout is not None
        folder, pid = owner.stdout.readline().split()
        os.killpg(owner.pid, signal.SIGKILL)
    assert gone(Path(folder), int(pid))


def test_free_ports_can_be_bound():
    assert 15_000 <= free_port() < 32_000
