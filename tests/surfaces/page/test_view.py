"""`fingerpost view`: the graph of a knowledge base with the elements of answers marked, and floor plans."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
import xml.etree.ElementTree as ET

import pytest

pytest.importorskip("uvicorn", reason="needs the extra http")
pytest.importorskip("ifcopenshell", reason='needs ifcopenshell: pip install "fingerpost[ifc]"')

from chromium import browsing
from command_line import cli

import fingerpost as fp
from fingerpost.samples import HOUSE_FILE, copy_sample
from fingerpost.surfaces.page import BaseSource, Viewer, draws_models, is_complete

pytestmark = pytest.mark.skipif(not is_complete(), reason="needs cytoscape.js: npm could not fetch it")
SVG = "{http://www.w3.org/2000/svg}"
EXTERNAL = "Which doors are external?"
_COLOURED = """() => {
  const [held] = document.querySelectorAll('#scene canvas'), flat = document.createElement('canvas').getContext('2d');
  Object.assign(flat.canvas, {width: held.width, height: held.height});
  flat.drawImage(held, 0, 0);
  const data = flat.getImageData(0, 0, held.width, held.height).data;
  let found = 0;
  for (let at = 0; at < data.length; at += 4) found += data[at] > 180 && data[at + 2] < 60;
  return found;
}"""
"""How many dots of the model are orange."""


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("view")
    hostile = copy_sample(HOUSE_FILE, folder)
    text = hostile.read_text("ascii")
    hostile.write_text(text.replace("'Utility Room'", "'<script>Utility & co'"), "ascii")
    fp.load([hostile], folder / "house.fp", geometry=True)
    return folder / "house.fp"


@pytest.fixture(scope="module")
def source(place):
    with fp.open(place) as kb:
        yield BaseSource(kb)


def test_the_page_marks_what_an_answer_is_about(source, tmp_path):
    if not draws_models():
        pytest.skip("needs three.js: npm could not fetch it")
    viewer = Viewer()
    try:
        with browsing(tmp_path / "profile") as page:
            page.open(viewer.show(source))
            page.until("!document.getElementById('plans').hidden")
            page.run(f"document.getElementById('question').value = {json.dumps(EXTERNAL)}")
            page.run("document.getElementById('asking').requestSubmit()")
            page.until("window.graph.nodes('.marked').length", 2)
            page.until("document.querySelectorAll('#plan .marked').length", 2)
            assert "Front Door and Terrace Door" in page.run("document.getElementById('answer').textContent")
            assert (
                page.run("document.getElementById('storey').selectedOptions[0].textContent")
                == "Ground Floor (2 marked)"
            )
            page.run("document.querySelector('#plan .Space').dispatchEvent(new MouseEvent('click', {bubbles: true}))")
            page.until("!document.getElementById('details').hidden")
            assert page.run("document.querySelectorAll('#plan .picked').length") == 1
            assert "plan" not in page.run("document.getElementById('properties').textContent").split()
            page.run("document.getElementById('solid').click()")
            page.until("window.solids ? window.solids.marked : 0", 2)
            assert page.run("window.solids.elements") == 48
            page.until(f"({_COLOURED})() > 100")
            page.screenshot(tmp_path / "view.png")
            assert page.run("document.querySelectorAll('#plan script').length") == 0
            assert page.errors == []
        assert (tmp_path / "view.png").stat().st_size > 20_000
    finally:
        viewer.stop()


def test_shapes_are_those_of_the_files_that_were_loaded(source, place, tmp_path):
    model = source.solid_model()
    assert {one.id for one in model.solids} <= set(source.topology().vertices)
    assert sorted({one.label for one in model.solids if one.label in ("Wall", "Door", "Space")}) == [
        "Door",
        "Space",
        "Wall",
    ]
    assert all(len(one.points) % 12 == len(one.triangles) % 12 == 0 for one in model.solids)
    copied = tmp_path / "moved.fp"
    shutil.copytree(place, copied)
    file = place.with_name("house.ifc")
    file.rename(tmp_path / "house.ifc")
    try:
        with fp.open(copied) as kb, pytest.raises(fp.FingerpostError, match="cannot be read any more"):
            BaseSource(kb).solid_model()
    finally:
        (tmp_path / "house.ifc").rename(file)


def test_a_plan_is_valid_whatever_rooms_are_called(source):
    source.ask("Which rooms are larger than 15 m2?")
    plans = source.plans()
    assert [plan.name for plan in plans] == ["Ground Floor", "First Floor", "Roof"]
    ground = ET.fromstring(plans[0].svg)
    marked = [one for one in ground.iter(f"{SVG}path") if "marked" in one.get("class", "")]
    assert {one.findtext(f"{SVG}title") for one in marked} == {"Space Living Room", "Space Kitchen", "Space Hall"}
    assert set(plans[0].marked) == {one.get("data-id") for one in marked}
    assert "G04 <script>Utility & co" in "".join(ground.itertext())
    low, top, width, _ = map(float, ground.get("viewBox").split())
    assert 10 < width < 13
    assert low < 0
    assert top < -8


def test_plans_are_a_format_of_answers(place, tmp_path):
    sheet = ET.fromstring(cli("ask", place, EXTERNAL, "--out", "plan").out)
    names = [one.text for one in sheet.iter(f"{SVG}text") if one.text]
    assert EXTERNAL in names
    assert "Ground Floor" in names
    assert "First Floor" not in names
    assert sum("marked" in one.get("class", "") for one in sheet.iter(f"{SVG}path")) == 2


def test_the_command_serves_until_it_is_ended(place):
    command = [sys.executable, "-m", "fingerpost", "view", str(place), EXTERNAL, "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"})
    try:
        assert "Front Door" in process.stdout.readline()
        url = re.search(r"http://\S+", process.stdout.readline())[0]
        with urllib.request.urlopen(f"{url}/graph") as reply:
            graph = json.load(reply)
        assert graph["asks"]
        assert len(graph["marked"]) == 2
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.communicate()


def test_without_shapes_there_is_no_plan(house_path):
    done = cli("ask", house_path, EXTERNAL, "--out", "plan")
    assert done.code == 2
    assert "--geometry" in done.err
