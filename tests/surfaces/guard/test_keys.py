"""Keys: shown once, kept as hashes, gone when removed; and addresses that need them."""

from __future__ import annotations

import pytest
from command_line import cli

from fingerpost.core.errors import SettingsError
from fingerpost.core.http_settings import HttpSettings
from fingerpost.surfaces.guard import Guard, KeyFile


def test_a_key_is_shown_once_and_kept_as_a_hash(tmp_path):
    path = tmp_path / "keys"
    key = cli("keys", "add", "ann", "--file", str(path)).out.strip()
    assert key.startswith("fp_")
    assert len(key) > 40
    assert key not in path.read_text()
    assert path.stat().st_mode & 0o077 == 0, "only its owner may read it"
    assert KeyFile(path).name_of(key) == "ann"
    assert KeyFile(path).name_of(key + "x") is None
    assert cli("keys", "list", "--file", str(path)).out == "ann\n"
    assert cli("keys", "remove", "ann", "--file", str(path)).code == 0
    assert cli("keys", "list", "--file", str(path)).out == ""
    assert cli("keys", "list").code == 2, "no file is named"


def test_a_key_may_teach_if_it_was_made_so(tmp_path):
    keys = KeyFile(tmp_path / "keys")
    keys.add("ann")
    bob = cli("keys", "add", "bob", "--teach", "--file", str(keys.path)).out.strip()
    keys.add("cid")
    assert KeyFile(keys.path).name_of(bob) == "bob"
    assert [keys.may_teach(name) for name in ("ann", "bob", "cid", "none")] == [False, True, False, False]
    assert cli("keys", "list", "--file", str(keys.path)).out == "ann\nbob (may teach)\ncid\n"
    keys.remove("bob")
    keys.add("bob")
    assert not keys.may_teach("bob"), "the right goes with the key"


def test_a_removed_key_stops_working_without_a_restart(tmp_path):
    keys = KeyFile(tmp_path / "keys")
    ann, bob = keys.add("ann"), keys.add("bob")
    serving = KeyFile(keys.path)
    assert [serving.name_of(ann), serving.name_of(bob)] == ["ann", "bob"]
    keys.remove("ann")
    assert [serving.name_of(ann), serving.name_of(bob)] == [None, "bob"]


@pytest.mark.parametrize("name", ["", "Ann", "a/b", "..", "a" * 61, "-a", "ann\n"])
def test_names_that_are_no_names_of_keys(tmp_path, name):
    with pytest.raises(SettingsError) as caught:
        KeyFile(tmp_path / "keys").add(name)
    assert caught.value.code == "keys.name"


def test_a_name_is_used_once_and_must_exist_to_be_removed(tmp_path):
    keys = KeyFile(tmp_path / "keys")
    keys.add("ann")
    for change in (lambda: keys.add("ann"), lambda: keys.remove("bob")):
        with pytest.raises(SettingsError) as caught:
            change()
        assert caught.value.code == "keys.name"


@pytest.mark.parametrize("text", ["ann fp_plain\n", "ann sha256:0\n", f"a sha256:{'0' * 64}\na sha256:{'1' * 64}\n"])
def test_a_damaged_file_of_keys_names_the_line(tmp_path, text):
    path = tmp_path / "keys"
    path.write_text(text)
    with pytest.raises(SettingsError) as caught:
        KeyFile(path).load()
    assert caught.value.code == "keys.invalid"
    assert caught.value.details["line"] == text.count("\n")


async def _nothing(scope, receive, send):
    raise AssertionError("not asked")


@pytest.mark.parametrize(
    ("listening", "given", "code"),
    [
        ("192.168.1.1", {}, "http.keys"),
        ("example.org", {}, "http.keys"),
        ("0.0.0.0", {}, "http.hosts"),
        ("0.0.0.0", {"hosts": ("graphs.example.org",)}, "http.keys"),
        ("127.0.0.1", {"keys": "/nowhere/keys"}, "keys.missing"),
    ],
)
def test_a_server_that_would_be_open_does_not_start(listening, given, code):
    with pytest.raises(SettingsError) as caught:
        Guard(_nothing, HttpSettings(**given), listening)
    assert caught.value.code == code
