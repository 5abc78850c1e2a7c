"""Questions for how often something stands in code, where, and how functions compare: as programmers put them."""

from __future__ import annotations

import pytest

from fingerpost.engine import KnowledgeBase

_LISTED = {
    "Which functions return NULL?": "copy_title",
    'Which functions contain the statement "return 0;"?': "main shelf_add shelf_remove",
    'Which functions in main.c never contain the statement "return 1;"?': "usage",
    "Which functions jump to a label named fail?": "shelf_add",
    "Which functions contain a goto fail?": "shelf_add",
    "Which functions have a label called fail?": "shelf_add",
    "Which functions have a switch with a default?": "parse_copies",
    "Which of the program's own functions does shelf_free call directly?": "free_chain",
    "Which C library functions does copy_title call?": "malloc memcpy strlen",
    "Which of the shelf_... functions need more than one argument?": "shelf_add shelf_remove",
    "Which functions are longer than shelf_print?": "copy_title main shelf_add shelf_remove",
    "Which functions have more parameters than shelf_remove?": "shelf_add",
    "Which functions take as many arguments as shelf_remove?": "find_item main",
    "Which functions take a const shelf pointer?": "find_item shelf_count shelf_print",
    "Which functions take a const char pointer?": "copy_title find_item parse_copies shelf_add shelf_remove usage",
    "Which functions in shelf.c have no const parameter?": "free_chain item_free shelf_free shelf_new",
    "Which functions have at least two if statements?": "copy_title main shelf_add",
    "Which functions have more than one parameter of type item?": "",
    "Which function contains line 70 of shelf.c?": "shelf_free",
    "Which function is at main.c:30?": "main",
    "Which fields of item are pointers?": "next title",
    "Which parameters of shelf_add are const?": "title",
    "Which globals does item_free write?": "live_items",
    "Which functions modify a global variable?": "item_free shelf_add",
    "Which functions declare a variable of type size_t?": "copy_title",
    "Which functions does shelf_remove reach in at most one call?": "item_free strcmp",
    "Which public functions are never called inside the program?": "main shelf_remove",
    "Through which functions can user input reach item_free, at any depth of calls?": "free_chain main shelf_free "
    "shelf_remove",
    "Which functions can come back to themselves only via other functions?": "",
    "Which static variables are there, and in which files?": "live_items",
    "Which functions can end up calling free, directly or through others?": "free_chain item_free main shelf_add "
    "shelf_free shelf_remove",
}
_TEXTS = {
    "Which functions call free, and how many times does each?": "3 functions:\n- item_free (2 calls, shelf.c:38)\n",
    "How often does each function call printf?": "2 functions:\n- shelf_print (2 calls, shelf.c:131)\n- main (1 call",
    "How many calls to strcmp are there in total?": "2 calls.",
    "Of malloc, calloc and free, which ones are actually called and how many times?": "free: 4 calls\nmalloc: 3 calls\n"
    "The code has nothing named calloc.",
    "Which of malloc and free are called?": "free: 4 calls\nmalloc: 3 calls",
    "Which function has the most if statements (an else if counts), and how many?": "1 function:\n- shelf_add (3 if",
    "How many if statements does shelf_add have?": "3 if statements.",
    "How many goto fail statements are there in shelf_add?": "2 goto fail statements.",
    "How many times does shelf_add jump to fail?": "2 goto fail statements.",
    "How many return 1 statements are there in shelf_remove?": "1 return 1 statement.",
    "How many string literals are there in main.c?": "2 string literals.",
    "Where is strcmp called? Give me file:line for all of them.": "2 calls:\n- shelf.c:109\n- shelf.c:32",
    "List every place (file and line) where free is called.": "4 calls:\n",
    "Where is MAX_TITLE checked? file and line": "2 calls:\n- shelf.c:16\n- shelf.c:17",
    'Where is the text "the shelf is empty\\n" used as a string? file:line': "1 place:\n- shelf.c:136",
    "Which function calls the largest number of functions of the program itself?": "1 function:\n- main (7 own",
    "Which two of the program's own functions are called by the most functions, and by how many?": "2 functions:\n- f",
    "Which library function is called most often, and how many times?": "1 external function:\n- free (4 calls)",
    "Which static function is called most often?": "2 functions:\n- free_chain (2 calls, shelf.c:59)\n- item_free",
    "Can main lead to a call of item_free, however indirectly?": "Yes.\nmain → shelf_free → free_chain → item_free\n",
    "How does main get down to item_free? Show me the shortest chain of calls.": "main → shelf_free → free_chain → "
    "item_free\n",
    "Is shelf_add longer than shelf_print?": "Yes.",
    "Is shelf_print longer than shelf_add?": "No.",
    "Which has more parameters, shelf_add or shelf_remove?": "1 function:\n- shelf_add (3 parameters, shelf.c:76)",
    "Is there a function that is neither static nor called? Which?": "Yes: 2 functions:\n- main "
    "(main.c:24)\n- shelf_remove",
    "What is the type of the second parameter of shelf_add?": "1 type:\n- char*",
    "What are the fields of item and their types?": "3 fields:\n- copies (int, shelf.h:11)\n- next (item*,",
    "What are the parameter types of shelf_remove?": "2 parameters:\n- shelf (shelf*)\n- title (char*)",
    "What type is the local variable link in shelf_remove?": "1 type:\n- item** (shelf.c:106)",
    "What type is the title field of item?": "1 type:\n- char* (shelf.h:10)",
    "Which format strings are passed to fprintf?": '1 string literal:\n- "usage: %s title copies ...\\n" (main.c:21)',
    'Which string literals contain "%d"?': '2 string literals:\n- "%d copies\\n" (main.c:41)\n',
    "What are the cases of the switch in parse_copies?": "2 labels:\n- case 0:\n- default:",
    "Which function names are defined twice, once in each file?": "No function name matches.",
    "On which line does shelf_add end?": "shelf_add: lines 76 to 102 of shelf.c",
    "In which file and on which line does shelf_add start?": "shelf_add: shelf.c:76",
    "Is strcpy ever called, by its own name?": "No.",
    "How many static functions are there in each of the two .c files?": "main.c: 2\nshelf.c: 4",
    "How many functions longer than 15 lines are in each file?": "main.c: 1\nshelf.c: 2",
    "Which functions contain a goto, and how many does each have?": "1 function:\n- shelf_add (2 goto statements, ",
    "Which functions return 1, and how many times does each?": "4 functions:\n- shelf_add (2 return 1 statements, ",
    "How many if statements does each function have?": "9 functions:\n- shelf_add (3 if statements, ",
    "Which of the two .c files defines more functions?": "1 file:\n- shelf.c (10 functions)",
    "Which two functions in shelf.c are the longest, and how long is each?": "2 functions:\n- shelf_add (27 lines, ",
    "What parameters does shelf_remove take, in order, with their types?": "2 parameters:\n- shelf (shelf*)\n",
    "Which function has the most loops (for, while and do together), and how many?": "5 functions:\n- find_item (",
}


@pytest.mark.parametrize(("question", "names"), _LISTED.items(), ids=_LISTED)
def test_lists(shelf: KnowledgeBase, question: str, names: str) -> None:
    answer = shelf.ask(question)
    assert ({str(row[0]) for row in answer.rows}, answer.confidence) == (set(names.split()), 0.95)


@pytest.mark.parametrize(("question", "text"), _TEXTS.items(), ids=_TEXTS)
def test_texts(shelf: KnowledgeBase, question: str, text: str) -> None:
    answer = shelf.ask(question)
    assert answer.text.startswith(text)
    assert answer.confidence == 0.95


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("Which macros are never used?", "The graph has no macros but those that the code uses."),
        ("What is size_t a typedef of?", "The graph does not say what size_t stands for."),
        (
            "Of shelf_add, shelf_sort and free, which ones are called?",
            "The code has no function or macro named shelf_sort.",
        ),
    ],
)
def test_what_the_graph_does_not_have_is_refused(shelf: KnowledgeBase, question: str, text: str) -> None:
    assert shelf.ask(question).text == text


def test_declarations_in_a_header_are_never_surely_all(shelf: KnowledgeBase) -> None:
    assert shelf.ask("Which functions are declared in shelf.h?").confidence < 0.8


_MORE = {
    "On which lines does shelf_add jump to fail?": "shelf.c:86 shelf.c:90",
    "Where does shelf_remove return 1?": "shelf.c:114",
    "At which lines does shelf_free call free?": "shelf.c:71",
    "Which functions use the ternary operator?": "parse_copies",
    "Which functions are called from both files?": "",
    "Which static functions can, directly or indirectly, end up in item_free?": "free_chain",
    "Which functions use sizeof?": "shelf_add shelf_new",
    "Which functions have no branches?": "usage",
    "Which functions take a pointer to a pointer?": "main",
    "Which field of item has type int?": "copies",
    "Which structs does shelf.h declare?": "item shelf",
    "Which functions never, not even indirectly, call free?": "copy_title find_item parse_copies shelf_count shelf_new "
    "shelf_print usage",
    "Which functions in shelf.c are never called from inside shelf.c?": "shelf_add shelf_count shelf_free shelf_new "
    "shelf_print shelf_remove",
}


@pytest.mark.parametrize(("question", "names"), _MORE.items(), ids=_MORE)
def test_more_lists(shelf: KnowledgeBase, question: str, names: str) -> None:
    answer = shelf.ask(question)
    assert ({str(row[0]) for row in answer.rows}, answer.confidence) == (set(names.split()), 0.95)


def test_different_texts_are_counted_once(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("How many different string literals are there?")
    assert (answer.text, answer.confidence) == ("4 string literals.", 0.95)
    assert answer.plan is not None
    assert answer.plan.reading == "The number of distinct string literal's code"


def test_macros_are_never_surely_all(shelf: KnowledgeBase) -> None:
    """The front end shows those that are used."""
    assert shelf.ask("How many macros are there?").confidence < 0.8
    assert shelf.ask("Which macros does copy_title use?").confidence == 0.95
    assert shelf.ask("Which macros are used in shelf.c?").confidence == 0.95


def test_what_is_asked_besides_is_not_dropped(shelf: KnowledgeBase) -> None:
    """A form that is asked for is one thing, further places are another."""
    assert shelf.ask("Which functions call free, and on which line numbers?").confidence < 0.8
    assert shelf.ask("Which functions call free? Name them with file and line.").confidence == 0.95
