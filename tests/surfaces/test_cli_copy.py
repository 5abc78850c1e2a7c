"""`fingerpost copy` as it is met on the command line."""

from __future__ import annotations

from command_line import cli


def test_a_copy_tells_what_it_holds(library_path, tmp_path):
    into = tmp_path / "copy.fp"
    ran = cli("copy", library_path, into, "--json")
    assert ran.code == 0, ran.err
    assert ran.json["nodes"] > 0
    assert len(ran.json["digest"]) == 32
    again = cli("copy", into, tmp_path / "third.fp", "--json")
    assert again.json["digest"] == ran.json["digest"]
    assert f"the same as {library_path}" in cli("copy", library_path, into).out


def test_a_database_that_no_store_is_installed_for(library_path):
    ran = cli("copy", library_path, "nonsense://host")
    assert ran.code == 9
    assert "there is no store nonsense" in ran.err
    assert "store.unknown" in ran.err


def test_a_password_in_a_url_is_not_shown(library_path):
    ran = cli("copy", library_path, "nonsense://anna:s3cret@host")
    assert "s3cret" not in ran.out + ran.err
