"""LangChain and LlamaIndex, with the real libraries: retrievers, tools, and their documents brought in."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import fingerpost as fp

pytest.importorskip("wordllama", reason="needs the extra documents")

TEXTS = {
    "gateway": "The Gateway depends on the Auth Service. It was built in 2019.",
    "auth": "The Auth Service depends on Redis. It checks passwords.",
    "lunch": "The canteen serves soup on Fridays.",
}
QUESTION = "What does the Gateway need?"


@pytest.fixture
def memory(tmp_path):
    with fp.memory(tmp_path / "kb.fp") as memory:
        for key, text in TEXTS.items():
            memory.add_text(text, key=key)
        yield memory


def kinds(found):
    return [one.metadata["source_type"] for one in found]


def test_langchain(memory, monkeypatch):
    pytest.importorskip("langchain_core", reason="needs the extra langchain")
    from fingerpost.langchain import MemoryRetriever, ask_tool

    retriever = MemoryRetriever(memory=memory, count=2)
    assert kinds(retriever.invoke(QUESTION)) == ["vector", "vector"]
    monkeypatch.setenv("GRAPH_RAG_ENABLED", "true")
    found = retriever.invoke(QUESTION)
    assert sorted(kinds(found)) == ["graph", "vector"]
    for one in found:
        if one.metadata["source_type"] == "vector":
            source = TEXTS[one.metadata["source"]]
            assert source[one.metadata["start"] : one.metadata["end"]] == one.page_content
    answer = ask_tool(memory).invoke({"question": "What does the Gateway depend on?"})
    assert answer.startswith("Auth Service.")
    assert "[gateway] line 1, characters 0-40" in answer


def test_llama_index(memory):
    pytest.importorskip("llama_index.core", reason="needs the extra llama-index")
    from fingerpost.llama_index import MemoryRetriever, ask_tool

    found = MemoryRetriever(memory, 4, graph=True).retrieve(QUESTION)
    assert {"graph", "vector"} == {one.node.metadata["source_type"] for one in found}
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    answer = str(ask_tool(memory).call(question="What does the Gateway depend on?"))
    assert answer.startswith("Auth Service.")


def test_documents_of_a_host_are_brought_in_and_go_on_where_they_were(memory):
    from fingerpost.surfaces.hosts import backfill

    def documents(count):
        for number in range(count):
            yield SimpleNamespace(page_content=f"Note {number}.", metadata={"source": f"n{number}", "title": "Note"})

    assert backfill(memory, documents(2)).created == 2
    report = backfill(memory, documents(4))
    assert (report.created, report.unchanged) == (2, 2)
    assert "n3" in memory.documents()
    for wrong in (SimpleNamespace(metadata={"source": "a"}), SimpleNamespace(text="a", metadata={})):
        with pytest.raises(ValueError, match="document 0 has no"):
            backfill(memory, [wrong])
