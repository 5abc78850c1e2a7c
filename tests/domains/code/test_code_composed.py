"""Questions composed of parts, in telegraphic, chatty and formal words, with the first cells of their answers."""

from __future__ import annotations

import pytest

from fingerpost.engine import KnowledgeBase

_FIRST = {
    # telegraphic: abbreviations, topics before a colon, what is asked at the end
    "fns in shelf.c w/ a for loop": "shelf_count shelf_print shelf_remove",
    "static fns in shelf.c, > 9 lines": "copy_title",
    "shelf_free: direct callees, own functions only": "free_chain",
    "shelf_add's locals": "item",
    "main, local vars + their types": "index shelf",
    "struct item: field names": "copies next title",
    "gotos in shelf_add, how many?": "2",
    "longest fn in main.c + its line count": "main",
    "top 2 fns by nr of return stmts": "shelf_add main",
    "shelf_* that nothing calls: which": "shelf_remove",
    "fns with three params or more": "shelf_add",
    "hey whats the type of live_items": "int",
    # chatty: greetings, what somebody is up to, and sentences that something is mentioned in
    "Hello! I am new here and still lost. Could you tell me which functions call find_item? Thanks": "shelf_add",
    "There is a function called free_chain. Which functions call it, please?": "shelf_free",
    "I keep running into a struct called shelf. Could you list its fields together with their types?": "first length",
    "In copy_title there is a local variable named length, and I was wondering what type it has.": "size_t",
    "A friend says that main is longer than shelf_add. Is that so, and how many lines does each of them have?": "21 27",
    "I counted twice and got confused, so may I ask how many parameters shelf_add takes?": "3",
    "If somebody calls shelf_free, by what route do we get to item_free?": "shelf_free",
    # formal
    "Identify the functions that obtain memory with malloc and compare strings with nothing.": None,
    "Enumerate the functions whose return type is size_t.": "",
    "Enumerate the functions having at least one parameter that is a pointer to a pointer.": "main",
    "From which public functions of shelf.c can item_free be reached, however deep?": "shelf_free shelf_remove",
    "Which parameters of shelf_add carry a const qualifier?": "title",
    "At which lines of shelf.c is malloc called? Give file:line.": "shelf.c:19 shelf.c:50 shelf.c:84",
    "Which header files are included by main.c, please?": "shelf.h stdio.h stdlib.h",
    "What condition does the while loop in find_item check?": "item != NULL && strcmp(item->title, title) != 0",
    "Determine the number of callers of shelf_free.": "1",
    # what stands before a question, and after it
    "My editor is lost, so could you tell me the file and line where find_item is defined?": "shelf.c:28",
    "I was asked how many callers shelf_free has and I had no idea. Could you count them for me?": "1",
    "If I wanted to change the signature of find_item, which callers would I have to adapt?": "shelf_add",
    "When I read shelf_add I see a parameter called copies. What is its type?": "int",
    "We want to get rid of goto. In which functions is it used?": "shelf_add",
    "Our linter complains about goto. Please list the functions that contain one, with their number.": "shelf_add",
    "It seems to me that some functions of main.c are short. Which of them consist of five lines or fewer?": "usage",
    "If one starts at shelf_free, which functions can be reached?": "free free_chain item_free",
    "I only have a minute: which functions in main.c do not return anything?": "usage",
    # how often, which ones, and neither
    "Which functions call strcmp exactly once?": "find_item shelf_remove",
    "Which functions call free more than once?": "item_free",
    "Which functions jump to the label fail, and how many times each?": "shelf_add",
    "Which functions call malloc, and on which lines?": "shelf.c:19 shelf.c:50 shelf.c:84",
    "How many parameters does shelf_add take and what are they called?": "copies shelf title",
    "Which functions can reach free without calling it themselves?": "free_chain main shelf_remove",
    "Which functions read the field copies without ever writing it?": "shelf_count shelf_print",
    "In which functions is malloc not used, in main.c?": "main parse_copies usage",
    "Which functions compare something with NULL?": "copy_title find_item free_chain item_free main shelf_add "
    "shelf_count shelf_free shelf_new shelf_print shelf_remove",
    "Which functions take a const char pointer as their second parameter?": "find_item shelf_add shelf_remove",
    "Which own functions call the most library functions?": "copy_title",
}  # fmt: skip


@pytest.mark.parametrize(("question", "first"), _FIRST.items())
def test_parts_in_any_words(shelf: KnowledgeBase, question: str, first: str | None) -> None:
    answer = shelf.ask(question)
    if first is None:
        assert answer.confidence < 0.8
        return
    cells = [str(getattr(row[0], "nodes", row)[0]) for row in answer.rows]
    if first in ("shelf_free",):
        assert first in answer.text
    elif " != " in first:
        assert cells == [first]
    else:
        assert sorted(cells) == sorted(first.split()), answer.text


def test_whether_there_are_any_is_answered_by_yes_or_no(shelf: KnowledgeBase) -> None:
    assert shelf.ask("Are there any functions in shelf.c that call themselves? yes or no").text.startswith(
        "Yes: 1 function"
    )
    assert shelf.ask("is there any function in main.c that calls itself? yes/no is enough").text == "No."


def test_places_are_told_with_the_function_where_it_is_asked(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Where is atoi called? State the function, and file:line.")
    assert answer.rows == (("main.c:9", "parse_copies"),)


def test_two_functions_are_compared_with_their_numbers(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("item_free vs find_item - which has more callers, and nr of calling functions for both")
    assert [row[:2] for row in answer.rows] == [(1, "find_item"), (2, "item_free")]


def test_what_words_are_left_out_makes_no_answer_sure(shelf: KnowledgeBase) -> None:
    said = (
        "Which functions in shelf.c are exactly seven lines long, counted from the opening line to the closing brace?"
    )
    answer = shelf.ask(said)
    assert [row[0] for row in answer.rows] == ["free_chain", "shelf_free"]
    assert answer.confidence < 0.8


def test_what_is_claimed_is_answered_by_yes_or_no(shelf: KnowledgeBase) -> None:
    for said, answer in (
        ("A colleague claims that find_item contains a while loop. Can you confirm this?", "Yes."),
        ("If I am not mistaken shelf_remove has no callers. Is that correct?", "Yes."),
        ("Is it true that shelf_count is recursive?", "No"),
        ("shelf_new: calls malloc? y/n", "Yes."),
        ("do we have a switch anywhere in shelf.c", "No."),
    ):
        assert shelf.ask(said).text.startswith(answer), said


@pytest.mark.parametrize(
    "question",
    [
        "Is every function in shelf.c static?",
        "Are there static functions that nobody calls? I would only like those of main.c.",
        "A colleague mentioned shelf_sort yesterday. Which functions call it?",
        "which is faster in ms, shelf_add or shelf_remove??",
        "who touched shelf_add last, and in which commit",
        "I would be grateful to learn what success ratio shelf_add reaches on ordinary titles.",
        "Is shelf_add recursive, as seen by the optimiser of the year?",
    ],
)
def test_what_the_code_does_not_say_is_refused(shelf: KnowledgeBase, question: str) -> None:
    answer = shelf.ask(question)
    assert answer.confidence < 0.8, answer.text


def test_strings_that_a_file_gives_to_a_function(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Which string literals does main.c pass to fprintf?")
    assert [row[0] for row in answer.rows] == ['"usage: %s title copies ...\\n"']


def test_casts_and_strings_by_their_beginning(shelf: KnowledgeBase) -> None:
    assert [row[0] for row in shelf.ask('functions with a string literal that starts with "usage"').rows] == ["usage"]
    assert shelf.ask("Does any function cast something to size_t?").text == "No."
