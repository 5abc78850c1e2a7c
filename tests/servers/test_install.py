"""Installing a server, with stand-ins for Maven, Java and apt-get: once, whole, and with the reason where it fails."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.servers import debian, jars
from scripts.servers.__main__ import main
from scripts.servers.jars import NEO4J, Unavailable, library

ROOT = Path(__file__).resolve().parents[2]
JAVA = "echo 'openjdk version \"17.0.2\" 2022-01-18' >&2"
MAVEN = f"""
echo called >> "$XDG_CACHE_HOME/calls"
for word; do case $word in -DoutputDirectory=*) out=${{word#*=}};; esac; done
mkdir -p "$out"; sleep 0.3
touch "$out/neo4j-kernel-{NEO4J}.jar" "$out/hadoop-common-3.5.0.jar"
"""


@pytest.fixture
def tools(tmp_path, monkeypatch):
    """Puts stand-ins where the tools would be, and nothing else but the shell's own."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "mkdir", "touch", "sleep", "env"):
        found = subprocess.run(["which", name], capture_output=True, text=True, check=True).stdout.strip()
        (folder / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("JAVA_HOME", raising=False)
    (tmp_path / "cache").mkdir()

    def put(**scripts: str) -> None:
        for name, text in scripts.items():
            path = folder / name.replace("_", "-")
            path.write_text(f"#!{folder}/sh\n{text}\n")
            path.chmod(0o755)

    return put


def calls(tmp_path: Path) -> int:
    return (tmp_path / "cache" / "calls").read_text().count("called")


def test_jars_are_fetched_once(tools, tmp_path):
    tools(java=JAVA, mvn=MAVEN)
    kept = library()
    assert kept == tmp_path / "cache" / "fingerpost" / "servers" / f"neo4j-{NEO4J}"
    assert library() == kept
    assert calls(tmp_path) == 1


def test_many_that_ask_at_once_fetch_once(tools, tmp_path):
    tools(java=JAVA, mvn=MAVEN)
    ask = [sys.executable, "-c", "from jars import library; print(library())"]
    beside = ROOT / "scripts" / "servers"  # without what the package imports besides
    asked = [subprocess.Popen(ask, cwd=beside, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    said = {one.communicate(timeout=60)[0] for one in asked}
    assert len(said) == 1
    assert calls(tmp_path) == 1


def test_apoc_goes_without_hadoop_and_both_are_kept_apart(tools):
    tools(java=JAVA, mvn=MAVEN)
    plain, apoc = library(), library(apoc=True)
    assert plain != apoc
    assert list(plain.glob("hadoop-*"))
    assert not list(apoc.glob("hadoop-*"))


def test_a_failure_is_told_and_kept_until_it_works(tools):
    tools(java=JAVA, mvn="echo '[INFO] fetching'; echo '[ERROR] no route to the registry'; exit 1")
    with pytest.raises(Unavailable, match="not fetched yet"):
        library(fetch=False)
    with pytest.raises(Unavailable, match="no route to the registry"):
        library()
    with pytest.raises(Unavailable, match=r"no route to the registry.*make servers"):
        library(fetch=False)
    tools(mvn=MAVEN)
    assert library() == library(fetch=False)
    assert not list(jars.cache().glob("*.why"))


def test_a_fetch_that_is_cut_leaves_no_half(tools):
    tools(java=JAVA, mvn=MAVEN.replace("neo4j-kernel", "neo4j-other"))
    with pytest.raises(Unavailable, match="without Neo4j's jars"):
        library()
    assert [path.name for path in jars.cache().iterdir() if path.is_dir()] == []


def test_a_fetch_that_takes_too_long_is_ended(tools, monkeypatch):
    tools(java=JAVA, mvn="exec sleep 60")
    monkeypatch.setattr(jars, "_FETCH_S", 0.2)
    with pytest.raises(Unavailable, match="had not fetched"):
        library()


@pytest.mark.parametrize(
    ("java", "said"),
    [(None, "not installed"), ("echo 'openjdk version \"11.0.2\"' >&2", "older than 17"), ("exit 1", "older than 17")],
)
def test_java_is_looked_at_first(tools, java, said):
    tools(mvn=MAVEN, **({"java": java} if java else {}))
    with pytest.raises(Unavailable, match=said):
        library(fetch=False)


def test_what_is_there_is_not_installed_again(tools):
    tools(java=JAVA, mvn=MAVEN, apt_get="exit 1")
    assert debian.install_tools() == []


def test_postgresql_comes_from_debian_where_there_is_none(tools, tmp_path, monkeypatch):
    monkeypatch.setattr(debian, "POSTGRESQL", tmp_path / "postgresql")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    tools(apt_get="exit 0", apt_cache="echo Version: 1")
    assert debian.install_postgresql() == ["postgresql"]
    (tmp_path / "postgresql" / "15" / "bin").mkdir(parents=True)
    (tmp_path / "postgresql" / "15" / "bin" / "initdb").touch()
    assert debian.install_postgresql() == []


def test_missing_tools_come_from_debian(tools, tmp_path, monkeypatch):
    log = tmp_path / "apt"
    tools(
        apt_get=f'echo "$DEBIAN_FRONTEND $*" >> {log}', apt_cache="test $2 = openjdk-17-jre-headless || echo Version: 1"
    )
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.delenv("DEBIAN_FRONTEND", raising=False)
    assert debian.install_tools() == ["default-jre-headless", "maven"]
    update, install = log.read_text().splitlines()
    assert update.split() == ["update", "--quiet"]
    assert install.startswith("noninteractive install --yes")
    assert install.endswith("default-jre-headless maven")


def test_without_root_sudo_must_not_ask(tools, tmp_path, monkeypatch):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    tools(java=JAVA, apt_get="exit 0", apt_cache="echo Version: 1", sudo="exit 1")
    with pytest.raises(Unavailable, match="needs root"):
        debian.install_tools()
    tools(sudo='test "$1" = -n || exit 1; shift; exec "$@"', true="exit 0")
    assert debian.install_tools() == ["maven"]


@pytest.mark.parametrize("apt", [None, "echo 'E: no such package' >&2; exit 100", "sleep 60"])
def test_the_command_warns_and_never_fails(tools, monkeypatch, capsys, apt):
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(debian, "_LIMIT_S", 0.3)
    tools(initdb="", **({"apt_get": apt, "apt_cache": "exit 0"} if apt else {}))
    assert main(["install"]) == 0
    said = capsys.readouterr().out
    assert said.count("WARNING") == 5
    assert "its tests will be skipped: java is not installed" in said


def test_the_command_fetches_all(tools, capsys):
    tools(java=JAVA, mvn=MAVEN, chromium="", initdb="")
    assert main(["install"]) == 0
    assert capsys.readouterr().out.count("fetching") == 3
    assert main(["install"]) == 0
    assert capsys.readouterr().out == ""


SUITE = """
import time, pytest

@pytest.mark.parametrize("n", range(6))
def test_grouped(n, neo4j_servers): time.sleep(0.1)

@pytest.mark.parametrize("n", range(3))
@pytest.mark.xdist_group("apart")
def test_apart(n, neo4j_servers): time.sleep(0.1)

@pytest.mark.parametrize("n", range(9))
def test_alone(n): time.sleep(0.1)

def test_shared(neo4j_server): pass

def test_apoc(neo4j_apoc): pass
"""


def test_tests_with_a_server_run_on_one_worker_and_without_one_are_skipped_and_counted(tools, tmp_path):
    (tmp_path / "conftest.py").write_text('pytest_plugins = ["servers.fixtures"]\n')
    (tmp_path / "test_suite.py").write_text(SUITE)
    ask = [sys.executable, "-m", "pytest", "-p", "xdist", "-p", "no:cacheprovider", "-n", "2", "--dist", "loadgroup"]
    ended = subprocess.run(
        [*ask, "-v", str(tmp_path)],
        cwd=tmp_path,
        env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "tests")]),
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        },
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    said = ended.stdout
    assert ended.returncode == 0, said + ended.stderr
    ran = re.findall(r"\[(gw\d)\].* PASSED \S*::test_(\w+)\[", said)
    workers = {kind: {worker for worker, of in ran if of == kind} for _, kind in ran}
    assert len(ran) == 18
    assert len(workers["grouped"]) == len(workers["apart"]) == 1
    assert len(workers["alone"]) > 1
    assert "WARNING: 2 tests skipped that need a Neo4j server: java is not installed" in said
    assert "2 skipped" in said
