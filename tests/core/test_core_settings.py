"""Settings come from the environment, are bounded, and a wrong one is named."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from fingerpost.core.errors import SettingsError
from fingerpost.core.http_settings import HttpSettings
from fingerpost.core.limits import Limits
from fingerpost.core.memory_settings import MemorySettings
from fingerpost.core.model_settings import ModelSettings
from fingerpost.core.settings import DatabaseSettings, Settings
from fingerpost.core.view_settings import ViewSettings
from fingerpost.engine.workspaces import WorkspaceSettings

FIELDS = {name: field for name, field in Settings.model_fields.items() if name in Settings.variables()}


def _bound(name, kind):
    return next((getattr(limit, kind) for limit in FIELDS[name].metadata if hasattr(limit, kind)), None)


NAMES = ("allowed_functions", "allowed_procedures")
TEXTS = (
    "model",
    "name_pipeline",
    "pack",
    "learned",
    "cache_folder",
    "log_file",
)
CHOICES = ("embeddings",)
SWITCHES = tuple(name for name, field in FIELDS.items() if field.annotation is bool)
OTHERS = (*NAMES, *TEXTS, *SWITCHES, *CHOICES)
BOUNDS = {name: (_bound(name, "ge"), _bound(name, "le")) for name in FIELDS if name not in OTHERS}


def test_there_are_not_too_many_and_each_is_bounded_and_described():
    groups = (Settings, DatabaseSettings, ModelSettings, MemorySettings, HttpSettings, ViewSettings, WorkspaceSettings)
    assert all(len(group.model_fields) <= 30 for group in groups)
    assert all(field.description for group in groups for field in group.model_fields.values())
    assert all(lowest is not None for lowest, _ in BOUNDS.values())


@pytest.mark.parametrize("name", BOUNDS)
def test_each_is_read_from_the_environment(name, monkeypatch):
    lowest, highest = BOUNDS[name]
    assert getattr(Settings(), name) == FIELDS[name].default
    for value in (lowest, highest):
        if value is not None:
            monkeypatch.setenv(f"FINGERPOST_{name.upper()}", str(value))
            assert getattr(Settings(), name) == value
            assert getattr(Settings(**{name: lowest}), name) == lowest, "what is given in code stands above"


@pytest.mark.parametrize("name", BOUNDS)
def test_each_is_bounded(name, monkeypatch):
    lowest, highest = BOUNDS[name]
    for value in (lowest - 1, None if highest is None else highest + 1, "many", ""):
        if value is None:
            continue
        monkeypatch.setenv(f"FINGERPOST_{name.upper()}", str(value))
        with pytest.raises(SettingsError, match=f"FINGERPOST_{name.upper()}: Input should be") as wrong:
            Settings()
        assert wrong.value.code == "settings.invalid"
        assert wrong.value.details == {"settings": [name]}


@pytest.mark.parametrize("name", SWITCHES)
def test_switches_are_off_until_they_are_set(name, monkeypatch):
    assert FIELDS[name].default is False
    for text, value in (("true", True), ("1", True), ("0", False)):
        monkeypatch.setenv(f"FINGERPOST_{name.upper()}", text)
        assert getattr(Settings(), name) is value


@pytest.mark.parametrize("name", TEXTS)
def test_texts_are_not_set_at_first(name, monkeypatch):
    assert getattr(Settings(), name) is None
    monkeypatch.setenv(f"FINGERPOST_{name.upper()}", "somewhere")
    found = getattr(Settings(), name)
    assert "somewhere" in (
        found if isinstance(found, str) else str(getattr(found, "get_secret_value", found.__str__)())
    )


def test_secrets_are_not_shown(monkeypatch):
    monkeypatch.setenv("FINGERPOST_DATABASE_USER", "reader")
    monkeypatch.setenv("FINGERPOST_DATABASE_PASSWORD", "hidden-word")
    settings = Settings()
    access = settings.database.access
    assert access.user == "reader"
    assert access.password is not None
    assert access.password.get_secret_value() == "hidden-word"
    assert "hidden-word" not in f"{settings!r} {settings} {access!r} {access.model_dump_json()}"


def test_groups_have_variables_and_values_of_their_own(monkeypatch):
    monkeypatch.setenv("FINGERPOST_DATABASE_TOKEN", "hidden-word")
    given = Settings(database={"url": "neo4j://host", "wait_ms": 5}).database
    assert (given.url, given.wait_ms, given.token.get_secret_value()) == ("neo4j://host", 5, "hidden-word")
    monkeypatch.setenv("FINGERPOST_DATABASE_WAIT_MS", "0")
    with pytest.raises(SettingsError, match="FINGERPOST_DATABASE_WAIT_MS: Input should be"):
        Settings()


@pytest.mark.parametrize("name", NAMES)
def test_names_are_given_with_commas_or_as_they_are(name, monkeypatch):
    assert getattr(Settings(), name) == ()
    assert getattr(Settings(**{name: ["near"]}), name) == ("near",)
    monkeypatch.setenv(f"FINGERPOST_{name.upper()}", "apoc.text.join, near,")
    assert getattr(Settings(), name) == ("apoc.text.join", "near")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("pattern", ["apoc.*", "*", "a b", "db..labels", "x()", ".a", 5, [5]])
def test_a_pattern_is_no_name(name, pattern):
    with pytest.raises(SettingsError, match=f"FINGERPOST_{name.upper()}") as wrong:
        Settings(**{name: pattern})
    assert wrong.value.details == {"settings": [name]}


def test_not_a_number_is_no_threshold():
    with pytest.raises(SettingsError, match="FINGERPOST_ANSWER_THRESHOLD"):
        Settings(answer_threshold=float("nan"))


def test_every_wrong_setting_is_named_at_once():
    with pytest.raises(SettingsError, match=r"FINGERPOST_MAX_HOPS: .*; FINGERPOST_ROW_LIMT: Extra inputs") as wrong:
        Settings(row_limt=5, max_hops=99)
    assert wrong.value.details == {"settings": ["max_hops", "row_limt"]}


def test_other_variables_of_the_environment_do_not_matter(monkeypatch):
    monkeypatch.setenv("FINGERPOST_SOMETHING_ELSE", "1")
    monkeypatch.setenv("ROW_LIMIT", "7")
    assert Settings() == Settings(row_limit=10_000)


def test_settings_cannot_be_changed():
    with pytest.raises(ValidationError, match="frozen"):
        Settings().row_limit = 1


def test_the_limits_of_a_run():
    settings = Settings(time_limit_ms=5, row_limit=6, work_limit=7, memory_limit_mb=16)
    assert settings.limits == Limits(time_ms=5, rows=6, work_units=7, memory_mb=16)
    assert Settings().limits == Limits()
    with pytest.raises(ValidationError):
        Limits(time_ms=0)


def test_a_group_is_given_as_a_whole_in_part_or_by_the_environment(monkeypatch):
    assert Settings.groups() == {"database": DatabaseSettings, "memory": MemorySettings, "models": ModelSettings}
    monkeypatch.setenv("FINGERPOST_MODEL_SECONDS", "7")
    assert Settings().models.seconds == 7
    assert Settings(models={"words": True}).models.model_dump() == ModelSettings(words=True).model_dump()
    assert Settings(models=ModelSettings(seconds=3)).models.seconds == 3
    with pytest.raises(SettingsError, match="FINGERPOST_MODEL_BELOW"):
        Settings(models={"below": 2})
    with pytest.raises(SettingsError, match="NO_SUCH"):
        Settings(models={"no_such": 2})
