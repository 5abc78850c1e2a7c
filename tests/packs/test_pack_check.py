"""Everything that is wrong with a pack is told at once, by line, with the name that was meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from fingerpost.core.errors import SettingsError
from fingerpost.engine.knowledge_base import KnowledgeBase
from fingerpost.engine.packs import check_pack
from fingerpost.linking.pack import PACK_FILE, pack_folder

WRONG = """
name = 3
colums = ["red"]
hidden = ["Book", 4]
ignore = ["?!"]
[lables]
Book = ["tome"]
[labels]
Book = ["a very long name for one thing that has words"]
Author = ["", "writer"]
[relations]
WROTE = { forward = ["wrote"], backwards = ["written by"] }
BORROWED = "borrow"
[values]
romance = { property = "name", value = 2025-01-01 }
[superlatives]
priciest = "greatest price"
thickest = ["most pages", 3]
[[example]]
question = "How many books are there?"
"""
TOLD = [
    (2, "name: a text belongs here, not a number"),
    (3, "colums is not a key of a pack; did you mean columns?"),
    (4, "hidden 2: a text belongs here, not a number"),
    (5, "ignore 1: there is no word in '?!'"),
    (6, "lables is not a key of a pack; did you mean labels?"),
    (9, "has more than 5 words, and is never found"),
    (10, "labels.Author 1: there is no word in ''"),
    (12, "relations.WROTE.backwards is not a key of a pack; did you mean backward?"),
    (13, "relations.BORROWED: a list of texts or a table belongs here, not a text"),
    (15, "values.romance.value: a text, a number, true or false belongs here, not a date or time"),
    (15, "values.romance: name one label, or one relation, that has the property"),
    (17, 'superlatives.priciest: write "most NAME" or "least NAME"'),
    (18, "superlatives.thickest 2: a text belongs here, not a number"),
    (19, "example 1.cypher is missing"),
]

MISFIT = '''
hidden = ["isbn", "Boook"]
[labels]
Boks = ["tome"]
[relations]
BORROWD = ["take home"]
[properties]
pagess = ["sheets"]
Book.titel = ["heading"]
Bok.title = ["heading"]
[units]
price = "EUR"
"Book.prise" = "EUR"
[show]
Member = ["lastName", "nickname"]
[columns]
Book = ["year", "yaer"]
[measures]
Book = "title"
[superlatives]
priciest = ["most price", "most Boook.price"]
[values]
"love stories" = { label = "Genre", property = "name", value = "Romanse" }
"renewed" = { relation = "BORROWED", property = "renewal", value = 1 }
"fine" = { label = "Genre", property = "name", value = "Gothic" }
[absent]
Magazine = "Bock"
[[example]]
question = "How many books are there?"
cypher = """
MATCH (b:Bock)
RETURN count(b)
"""
[[example]]
question = "How many authors are there?"
cypher = "MATCH (a:Author) SET a.x = 1"
'''
MISFITS = [
    (2, "the graph has no label, relationship type or property Boook; did you mean Book?"),
    (4, "labels.Boks: the graph has no label Boks; did you mean Book?"),
    (6, "the graph has no relationship type BORROWD; did you mean BORROWED?"),
    (8, "properties.pagess: the graph has no property pagess; did you mean pages?"),
    (9, "the graph has no property of Book called titel; did you mean title?"),
    (10, "the graph has no label or relationship type Bok; did you mean Book?"),
    (13, "the graph has no property of Book called prise; did you mean price?"),
    (15, "the graph has no property of Member called nickname"),
    (17, "columns.Book: the graph has no property of Book called yaer; did you mean year?"),
    (19, "measures.Book: title holds no numbers, dates or times to rank by"),
    (21, "superlatives.priciest: the graph has no label Boook; did you mean Book?"),
    (23, "values.love stories: no Genre has 'Romanse' as its name; did you mean 'Romance'?"),
    (24, "the graph has no property of BORROWED called renewal; did you mean renewals?"),
    (27, "absent.Magazine: the graph has no label Bock; did you mean Book?"),
    (30, "example 1: "),
    (36, "example 2: "),
]


def written(folder: Path, text: str) -> str:
    (folder / PACK_FILE).write_text(text, encoding="utf-8")
    return str(folder)


def problems(raised: SettingsError) -> list[tuple[int, str]]:
    return [(problem["line"], problem["message"]) for problem in raised.details["problems"]]


@pytest.mark.parametrize(("text", "told", "fits"), [(WRONG, TOLD, False), (MISFIT, MISFITS, True)])
def test_everything_is_told_at_once(
    library: KnowledgeBase, tmp_path: Path, text: str, told: list[tuple[int, str]], fits: bool
) -> None:
    with pytest.raises(SettingsError) as raised:
        check_pack(written(tmp_path, text), library if fits else None)
    found = problems(raised.value)
    assert [line for line, _ in found] == [line for line, _ in told]
    for (line, message), (_, says) in zip(found, told, strict=True):
        assert says in message, line
    lines = raised.value.message.split("\n")
    assert [text.split(": ")[0] for text in lines] == [f"{tmp_path / PACK_FILE}:{line}" for line, _ in told]


def test_what_does_not_fit_is_no_mistake_in_the_pack_itself(tmp_path: Path) -> None:
    assert check_pack(written(tmp_path, MISFIT)).lacking == ()


def test_a_general_pack_may_name_what_a_graph_lacks(library: KnowledgeBase, tmp_path: Path) -> None:
    words = '[labels]\nBook = ["tome"]\nManuscript = ["codex"]\n[properties]\nManuscript.folios = ["leaves"]\n'
    text = f"general = true\n{words}"
    assert check_pack(written(tmp_path, text), library).lacking == ("Manuscript",)
    example = '[[example]]\nquestion = "Which codices are there?"\ncypher = "MATCH (m:Manuscript) RETURN m"\n'
    assert check_pack(written(tmp_path, f"{text}{example}"), library).lacking == ("Manuscript", "example 1")
    with pytest.raises(SettingsError) as raised:
        check_pack(written(tmp_path, text.replace("Manuscript = ", "Publishr = ")), library)
    assert problems(raised.value) == [(4, "labels.Publishr: the graph has no label Publishr; did you mean Publisher?")]


def test_the_packs_of_the_wheel_fit_their_samples(house: KnowledgeBase) -> None:
    assert check_pack("buildings", house).pack == house.pack


def test_the_folder_of_a_pack_may_hold_more(tmp_path: Path) -> None:
    (tmp_path / "learned.json").write_text("{}", encoding="utf-8")
    assert check_pack(written(tmp_path, 'name = "x"\n')).pack.name == "x"
    assert (pack_folder(str(tmp_path)) / "learned.json").is_file()
