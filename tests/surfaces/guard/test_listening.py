"""The socket that services listen on."""

from __future__ import annotations

import socket

import pytest

pytest.importorskip("uvicorn", reason="needs the extra http")

from fingerpost.surfaces.guard.listening import _listening


def test_responses_do_not_wait_for_acknowledgements():
    with _listening("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
