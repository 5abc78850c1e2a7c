"""Chains of calls where there are too many to follow one by one: each layer calls the whole next one."""

from __future__ import annotations

from itertools import product

import pytest

import fingerpost
from fingerpost.engine import KnowledgeBase

_LAYERS, _WIDTH = 16, 8
_KEYS = {
    "labelV": "labelV",
    "labelE": "labelE",
    "node__METHOD__NAME": "NAME",
    "full": "FULL_NAME",
    "file": "FILENAME",
    "meant": "METHOD_FULL_NAME",
    "line": "LINE_NUMBER",
    "end": "LINE_NUMBER_END",
    "language": "LANGUAGE",
}


def _calls() -> list[tuple[str, str]]:
    """`step_0_0` to `step_15_7`, each called by the whole layer before; `ring_a` and `ring_b` call each other, and
    the first calls the steps."""
    steps = [
        (f"step_{layer}_{one}", f"step_{layer + 1}_{other}")
        for layer, one, other in product(range(_LAYERS - 1), range(_WIDTH), range(_WIDTH))
    ]
    return [*steps, ("ring_a", "ring_b"), ("ring_b", "ring_a"), ("ring_a", "step_0_0"), ("lonely", "lonely")]


def _export() -> str:
    elements: list[str] = []

    def node(label: str, **values: object) -> int:
        named = {key.replace("name", "node__METHOD__NAME"): value for key, value in values.items()}
        data = "".join(f'<data key="{key}">{value}</data>' for key, value in named.items())
        elements.append(f'<node id="{len(elements)}"><data key="labelV">{label}</data>{data}</node>')
        return len(elements) - 1

    node("META_DATA", language="NEWC")
    node("FILE", name="layers.c")
    calls = _calls()
    methods: dict[str, int] = {}
    blocks: dict[str, int] = {}
    edges: list[tuple[int, int, str]] = []
    for at, name in enumerate(dict.fromkeys(one for pair in calls for one in pair)):
        methods[name] = node("METHOD", name=name, full=name, file="layers.c", line=10 * at + 1, end=10 * at + 9)
        blocks[name] = node("BLOCK")
        statement = node("RETURN", line=10 * at + 8)
        edges += [(methods[name], blocks[name], "AST"), (blocks[name], statement, "AST")]
    for caller, called in calls:
        call = node("CALL", name=called, meant=called)
        edges += [(blocks[caller], call, "AST"), (call, methods[called], "CALL")]
    keys = "".join(
        f'<key id="{key}" for="node" attr.name="{name}" attr.type="{"int" if "LINE" in name else "string"}"/>'
        for key, name in _KEYS.items()
    )
    joined = "".join(f'<edge source="{a}" target="{b}"><data key="labelE">{c}</data></edge>' for a, b, c in edges)
    graph = f"<graph>{''.join(elements)}{joined}</graph>"
    return f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{keys}{graph}</graphml>'


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> KnowledgeBase:
    folder = tmp_path_factory.mktemp("layers")
    (folder / "layers.graphml").write_text(_export(), encoding="utf-8")
    fingerpost.load([folder / "layers.graphml"], folder / "layers.fp")
    return KnowledgeBase(folder / "layers.fp")


_STEPS = _LAYERS * _WIDTH


@pytest.mark.parametrize(
    ("question", "begins", "cited"),
    [
        ("Can step_0_0 reach step_15_7?", "Yes.\nstep_0_0 → step_1_", _LAYERS),
        ("Can step_15_7 be reached from ring_b?", "Yes.\nring_b → ring_a → step_0_0", _LAYERS + 2),
        ("Can step_15_7 reach step_0_0?", "No.", 0),
        ("Can lonely reach lonely?", "Yes.", 1),
        ("Which functions can reach step_15_7?", f"{_STEPS - _WIDTH + 2} functions:", 3),
        ("Which functions are reachable from ring_b?", f"{_STEPS - _WIDTH + 2} functions:", 3),
        ("How many functions can reach step_8_0?", f"{8 * _WIDTH + 2} functions.", 50),
        ("Which functions lie on the way from step_0_0 to step_15_7?", f"{_STEPS - 2 * _WIDTH} functions:", 3),
        ("Which functions are in a call cycle with ring_a?", "1 function:\n- ring_b", 1),
        ("Which functions are in a call cycle with step_1_0?", "No function matches.", 0),
        ("Is ring_a in a call cycle with ring_b?", "Yes.", 1),
        ("Are ring_b and ring_a mutually recursive?", "Yes.", 1),
        ("Is step_0_0 mutually recursive with step_1_0?", "No.", 0),
        ("Is ring_a part of a call cycle with step_0_0?", "No.", 0),
    ],
)
def test_chains_are_not_followed_one_by_one(layers: KnowledgeBase, question: str, begins: str, cited: int) -> None:
    answer = layers.ask(question)
    assert answer.text.startswith(begins)
    assert (len(answer.citations), answer.notes) == (cited, ())
