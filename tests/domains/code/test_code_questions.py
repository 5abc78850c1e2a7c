"""Questions about the sample program: what is answered, what is refused, what is left to the general reader."""

from __future__ import annotations

import pytest

from fingerpost.core.answer import Status
from fingerpost.engine import KnowledgeBase

LISTED = {
    "Which functions call malloc?": "copy_title shelf_add shelf_new",
    "Which functions call malloc but not free?": "copy_title shelf_new",
    "Which functions call malloc and free?": "shelf_add",
    "Which functions call strcmp or memcpy?": "copy_title find_item shelf_remove",
    "Which functions call strcmp but not free?": "find_item shelf_remove",
    "Which functions in shelf.c call item_free but never free in shelf.c?": "free_chain shelf_remove",
    "Which callees do shelf_free and item_free share?": "free",
    "Which functions do shelf_free and item_free have in common?": "free",
    "What do shelf_free and item_free both use?": "free",
    "Which functions have an item pointer as a parameter?": "free_chain item_free",
    "Which functions take an item as a parameter?": "free_chain item_free",
    "Which functions return an item?": "find_item",
    "Which functions contain nested loops?": "",
    "Which functions have a loop but no nested loops in main.c?": "main",
    "Which functions are only used in shelf.c?": "copy_title find_item free_chain item_free",
    "Who calls shelf_free outside of shelf.c?": "main",
    "Which functions read the field length but never write it?": "shelf_print",
    "Which functions does only shelf_free call?": "free_chain",
    "Which functions does only shelf_add call?": "copy_title find_item",
    "Which functions neither call another function nor contain an if?": "shelf_count",
    "Which functions have a local variable named item?": "find_item shelf_add shelf_count shelf_print",
    "Which functions in shelf.c are not called from shelf.c?": "shelf_add shelf_count shelf_free shelf_new shelf_print "
    "shelf_remove",
    "Which functions are never called from within main.c?": "copy_title find_item free_chain item_free main "
    "shelf_remove",
    "Which functions are only called from main?": "parse_copies shelf_add shelf_count shelf_free shelf_new shelf_print "
    "usage",
    "Functions without return value in main.c": "usage",
    "In which functions is live_items incremented?": "item_free shelf_add",
    "In which function is the field next set?": "shelf_add",
    "Which callees do shelf_free and item_free have in common?": "free",
    "What do shelf_free and item_free have in common as callees?": "free",
    "Which functions does nobody but shelf_add call?": "copy_title find_item",
    "Which functions are called by nothing except shelf_add?": "copy_title find_item",
    "What breaks when item_free changes?": "free_chain main shelf_free shelf_remove",
    "callers of item_free": "free_chain shelf_remove",
    "What does shelf_free call?": "free free_chain",
    "What does shelf_free call directly or indirectly?": "free free_chain item_free",
    "Which functions can reach item_free?": "free_chain main shelf_free shelf_remove",
    "What does shelf_free depend on?": "free free_chain item_free",
    "Which functions does shelf_free rely on?": "free free_chain item_free",
    "Which functions have both a loop and more than one parameter?": "find_item main shelf_remove",
    "Which recursive functions are there?": "free_chain",
    "List unused functions in main.c": "main",
    "What is the longest function?": "shelf_add",
    "What are the two longest functions in main.c?": "main parse_copies",
    "Which function has the fewest parameters?": "shelf_new",
    "Which functions have more than two parameters?": "shelf_add",
    "Which functions are longer than 20 lines and call shelf_free?": "main",
    "Which functions have no loops and no parameters?": "shelf_new",
    "Which functions contain a switch or goto?": "parse_copies shelf_add",
    "Which functions use a while loop, a for loop or a goto in main.c?": "main",
    "Which functions in shelf.c are called from other files?": "shelf_add shelf_count shelf_free shelf_new shelf_print",
    "Which functions contain a goto?": "shelf_add",
    "Which functions without parameters are there?": "shelf_new",
    "Which functions return a char pointer?": "copy_title",
    "Which functions use live_items?": "item_free shelf_add",
    "Which functions access the field next?": "find_item free_chain shelf_add shelf_count shelf_print shelf_remove",
    "What are the parameters of shelf_add?": "copies shelf title",
    "What fields does the struct item have?": "copies next title",
    'Which functions use the string "%d copies\\n"?': "main",
    "Which functions allocate memory but never free it?": "copy_title shelf_new",
    "Which functions never get called?": "main shelf_remove",
    "List functions that nobody calls": "main shelf_remove",
    "Show me dead code": "main shelf_remove",
    "Which files include shelf.h?": "main.c shelf.c",
    "Which files include <string.h>?": "shelf.c",
    "Which functions call nothing?": "shelf_count",
    "Which functions are called exactly twice?": "free_chain item_free",
    "Which functions are called by exactly two functions?": "item_free",
    "Which functions call more than 3 other functions?": "main shelf_add",
    "Which functions have two parameters?": "find_item main shelf_remove",
    "Which functions have 2 or more parameters?": "find_item main shelf_add shelf_remove",
    "Which functions write to the field next?": "shelf_add",
    "Which functions modify live_items?": "item_free shelf_add",
    "Which functions take a char pointer as first argument?": "copy_title parse_copies usage",
    "Which static functions are there?": "copy_title find_item free_chain item_free parse_copies usage",
    "Which functions are only called by shelf_add?": "copy_title find_item",
    "Which functions are called by shelf_add and nobody else?": "copy_title find_item",
    "Which functions are called by shelf_add and by no other function?": "copy_title find_item",
    "What would break if I change item_free?": "free_chain main shelf_free shelf_remove",
    "Which functions compare titles with strcmp?": "find_item shelf_remove",
    "Which functions have more than one return statement?": "copy_title main parse_copies shelf_add shelf_remove",
    "Which functions return a pointer?": "copy_title find_item shelf_new",
    "Are there any functions longer than 25 lines?": "shelf_add",
    "shelf_add's parameters": "copies shelf title",
    "Who assigns live_items?": "item_free shelf_add",
    "Which functions call malloc instead of free?": "copy_title shelf_new",
    "Which functions are dead code?": "main shelf_remove",
    "Which functions does nobody call in main.c?": "main",
    "What would be affected if item_free changed?": "free_chain main shelf_free shelf_remove",
    'Which functions print the message "%d copies\\n"?': "main",
    "Which fields belong to the struct item?": "copies next title",
    "What is the type of next in item?": "item*",
    "What global variables are defined in shelf.c?": "live_items",
    "Which functions are called from the most places?": "shelf_free",
    "Which functions make copies by calling malloc?": "copy_title shelf_add shelf_new",
    "Which functions call callok_, strcmp or memcpy?": "copy_title find_item shelf_remove",
    "Which functions read the field next?": "find_item free_chain shelf_count shelf_print shelf_remove",
    "Which functions set p->copies?": "shelf_add",
    "Which functions take a shelf pointer and a char pointer?": "find_item shelf_add shelf_remove",
    "Which functions in main.c or shelf.c call atoi?": "parse_copies",
    "Which files call malloc?": "shelf.c",
    "Which functions check titles using strcmp?": "find_item shelf_remove",
    "Which functions report an error using fprintf?": "usage",
    "Which functions call malloc but not lock_shelf?": "copy_title shelf_add shelf_new",
    "Which functions are called by free_chain and by shelf_remove?": "item_free",
    "Which global variables are defined in shelf.c?": "live_items",
    "Which function in main.c is the most complex?": "main",
    "In which files is atoi used?": "main.c",
    "Which file has the most functions?": "shelf.c",
    "Which struct has the most fields?": "item",
    "Which functions get their memory with malloc and never give it back with free?": "copy_title shelf_new",
    "Which structs contain a pointer to item?": "item shelf",
    "What are the members of item?": "copies next title",
    "What fields can the struct item have?": "copies next title",
    'Where is the string "copies" used?': "main usage",
    "Where is live_items written to?": "item_free shelf_add",
    "What library functions does main.c use?": "atoi fprintf printf",
    "What functions does free_chain end up calling?": "free item_free",
    "What would break if I changed item_free?": "free_chain main shelf_free shelf_remove",
    "Do any functions call atoi anywhere in the code base?": "parse_copies",
    "List the callers of free that are in shelf.c": "item_free shelf_add shelf_free",
    "What does shelf_remove call that shelf_add doesn't?": "item_free strcmp",
    "Which functions are called by shelf_add but not by shelf_remove?": "copy_title find_item free malloc",
    "What do shelf_free and item_free both call?": "free",
    "What does main in main.c call directly?": "parse_copies printf shelf_add shelf_count shelf_free shelf_new "
    "shelf_print usage",
    "Which functions in main.c call functions in shelf.c?": "main",
    "Which functions in shelf.c call functions in main.c?": "",
    "Which functions in shelf.c are called from main.c?": "shelf_add shelf_count shelf_free shelf_new shelf_print",
    "Which static functions are reachable from shelf_free?": "free_chain item_free",
    "Which functions can eventually reach item_free?": "free_chain main shelf_free shelf_remove",
    "Which functions are never called inside the program?": "main shelf_remove",
    "Which functions read the copies field?": "shelf_count shelf_print",
    "Which parameters are never used?": "",
    "Which functions call strcmp with 0?": "",
    'Which functions call printf with "%d copies\\n"?': "main",
    "Which is longer, usage or shelf_new?": "shelf_new",
    "Which functions are mutually recursive with free_chain?": "",
    "Which functions have names beginning with shelf_?": "shelf_add shelf_count shelf_free shelf_new shelf_print "
    "shelf_remove",
    "Which functions lie between main and item_free in the call graph?": "free_chain shelf_free",
    "Which functions are on the way from main to free?": "free_chain item_free shelf_add shelf_free",
    "Through which functions does main reach item_free?": "free_chain shelf_free",
    "Which functions return a pointer to char?": "copy_title",
    "Which functions return a pointer to a struct item?": "find_item",
    "Which functions take a pointer to item?": "free_chain item_free",
    "Which structs have a member of type item pointer?": "item shelf",
    "Which structs have a field of type pointer to item?": "item shelf",
    "Which structs have an item pointer member?": "item shelf",
    "Where is the field copies read or written?": "shelf_add shelf_count shelf_print",
    "Where is live_items used or changed?": "item_free shelf_add",
    "Everything that could be affected by a change to item_free": "free_chain main shelf_free shelf_remove",
    "Which functions are affected by a change of item_free?": "free_chain main shelf_free shelf_remove",
    "What would a change to item_free affect?": "free_chain main shelf_free shelf_remove",
    "Which functions would changing item_free break?": "free_chain main shelf_free shelf_remove",
    "Which header files are included by main.c?": "shelf.h stdio.h stdlib.h",
    "What is included in shelf.c?": "shelf.h stdio.h stdlib.h string.h",
    "Which function is called from the most functions?": "item_free",
    "Which two functions in main.c are called from the most functions?": "parse_copies usage",
    "What isn't called by anything?": "main shelf_remove",
    "Which functions does nothing ever call?": "main shelf_remove",
    "Which functions receive a char pointer?": "copy_title find_item parse_copies shelf_add shelf_remove usage",
    "Which function has the longest parameter list?": "shelf_add",
    "If I rewrite item_free, which functions could break?": "free_chain main shelf_free shelf_remove",
    "Do shelf_free and item_free share any callees?": "free",
    "Who frees through item_free?": "free_chain shelf_remove",
    "Which functions touch the field length of shelf?": "shelf_add shelf_new shelf_print shelf_remove",
    "What's inside the item struct?": "copies next title",
    "Everything that calls malloc": "copy_title shelf_add shelf_new",
    "Everything shelf_free calls, directly or indirectly": "free free_chain item_free",
    "What's the longest one in main.c?": "main",
    "Which library functions does the code use?": "atoi fprintf free malloc memcpy printf strcmp strlen",
    "Where does item_free get called?": "free_chain shelf_remove",
    "Which functions is item_free called from?": "free_chain shelf_remove",
    "Everything shelf_free can reach": "free free_chain item_free",
    "Which functions are never called directly?": "main shelf_remove",
    "Which functions that shelf_add calls contain a loop?": "find_item",
    "Functions whose name starts with shelf_free": "shelf_free",
    "Which functions whose name starts with shelf call free?": "shelf_add shelf_free",
    "Which functions have a name starting with shelf_f?": "shelf_free",
    'Which function names contain "chain"?': "free_chain",
    "Which functions use recursion?": "free_chain",
    "Which functions call more than 4 others?": "main",
    "Which functions are called from more than 2 places?": "shelf_free",
    "Which functions in shelf.c look at the field length?": "shelf_print",
    "Which functions does main.c call that are defined in shelf.c?": "shelf_add shelf_count shelf_free shelf_new "
    "shelf_print",
    "Which structs have a next pointer?": "item",
    "Which structs have a length field?": "shelf",
    "Files by number of functions, most first": "main.c shelf.c",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "names"), LISTED.items())
def test_lists(shelf: KnowledgeBase, question: str, names: str) -> None:
    assert sorted({str(row[0]) for row in shelf.ask(question).rows}) == names.split()


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("How many functions are there?", "13 functions."),
        ("How many functions call malloc?", "3 functions."),
        ("Is free_chain recursive?", "Yes: free_chain calls itself"),
        ("Does main call malloc?", "No."),
        ("How long is usage?", "usage: 4 lines (main.c:19)"),
        ("Where is shelf_print defined?", "shelf_print: shelf.c:131"),
        (
            "Which function in main.c is called from the most functions?",
            "2 functions:\n- parse_copies (1 caller, main.c:7)",
        ),
        ("How many times is free called?", "4 calls."),
        ("How often does main.c call shelf_free?", "3 calls."),
        ("How many times does shelf_add call free?", "1 call."),
        ("Is malloc used anywhere?", "Yes, in 3 functions:\n- copy_title (shelf.c:11)"),
        ("Is main called?", "No."),
        ("Show me how main gets to item_free", "main → shelf_free → free_chain → item_free"),
        ("Show a call chain from main to item_free", "main → shelf_free → free_chain → item_free"),
        ("How many places call free?", "4 calls."),
        ("How many fields does item have?", "3 fields."),
        ("What is the number of functions in main.c?", "3 functions."),
        ("Where is the struct shelf defined?", "shelf: shelf.h:"),
        ("Is there a way to get from main to item_free?", "main → shelf_free → free_chain → item_free"),
        ("Show a call chain from usage to malloc", "No chain of calls leads from usage to malloc."),
        ("How many functions are in each file?", "main.c: 3\nshelf.c: 10"),
        ("How many functions does every file define?", "main.c: 3\nshelf.c: 10"),
        ("How many lines do the functions in main.c have?", "The functions of main.c have 36 lines."),
        ("How long is main.c?", "The functions of main.c have 36 lines."),
        ("What strings does main.c contain?", "2 string literals:"),
        ("What kind of value does shelf_count give back?", "shelf_count: int"),
        ("What's the shortest way from shelf_free to item_free?", "shelf_free → free_chain → item_free"),
        ("How many steps from shelf_free to item_free?", "shelf_free → free_chain → item_free"),
        ("How many times does free get called?", "4 calls."),
        ("How many functions does the program have?", "13 functions."),
        ("What's the average complexity in main.c?", "On average 3 cyclomatic complexity."),
        ("Which function in main.c has the most lines?", "1 function:\n- main (21 lines, main.c:24)"),
    ],
)
def test_texts(shelf: KnowledgeBase, question: str, text: str) -> None:
    assert shelf.ask(question).text.startswith(text)


def test_an_answer_cites_file_and_line(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Which functions call atoi?")
    assert answer.text.splitlines()[1] == "- parse_copies (main.c:7)"
    places = [(citation.source.file, citation.source.position) for citation in answer.citations if citation.source]
    assert places == [("main.c", "line 7")]


@pytest.mark.parametrize(
    ("question", "missing", "similar"),
    [
        ("Which functions call shelf_ad?", "shelf_ad", "shelf_add"),
        ("Which functions call realloc?", "realloc", None),
        ("What fields does the struct shelve have?", "shelve", "shelf"),
        ("Which functions are defined in shelve.c?", "shelve.c", "shelf.c"),
        ("Which functions return a book?", "book", None),
        ("What is the field page_count of item used for?", "page_count", None),
        ("What does the constant MAX_SHELVES mean?", "MAX_SHELVES", None),
    ],
)
def test_names_that_the_code_lacks_are_refused(
    shelf: KnowledgeBase, question: str, missing: str, similar: str | None
) -> None:
    answer = shelf.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert missing in answer.text
    reader = shelf.context.reader
    assert reader is not None
    refusal = reader.read(question)
    assert similar is None or similar in getattr(refusal, "suggestions", ())


def test_a_half_read_question_about_a_function_is_refused(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Does shelf_free free the items of the shelf?")
    assert (answer.status, "“free the items of the shelf”" in answer.text) == (Status.UNANSWERABLE, True)


def test_names_listed_in_vain_are_told(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Which functions call strcpy, strcmp or sprintf?")
    assert answer.text.splitlines()[-1] == "The code has nothing named strcpy or sprintf."


@pytest.mark.parametrize(
    "question",
    [
        "Is there a memory leak in shelf_add?",
        "How many tests cover shelf_add?",
        "Since which version does shelf_add exist?",
        "Is shelf_add thread-safe?",
        "Is shelf_add faster than shelf_remove?",
        "How often does shelf_add run per second?",
        "Which bugs does main.c have?",
        "Which files were written by Ada?",
        "Which functions were added in version 2?",
    ],
)
def test_what_code_does_not_say_is_refused(shelf: KnowledgeBase, question: str) -> None:
    answer = shelf.ask(question)
    assert (answer.status, "as it is written" in answer.text) == (Status.UNANSWERABLE, True)


def test_a_field_of_a_type_is_not_one_of_another(shelf: KnowledgeBase) -> None:
    assert "item.length" in shelf.ask("Which functions read the field length of item?").text
    told = shelf.ask("Which functions read the field length of shelf?")
    assert (told.status, told.confidence < 0.8) == (Status.ANSWERED, True)  # an access does not say of which type


def test_the_lines_of_a_file_are_not_those_of_its_functions(shelf: KnowledgeBase) -> None:
    assert shelf.ask("How many lines does main.c have?").confidence < 0.8


def test_history_is_refused(shelf: KnowledgeBase) -> None:
    assert shelf.ask("Who wrote shelf_add?").status is Status.UNANSWERABLE


@pytest.mark.parametrize(
    "question", ["What is shelf_add?", "Tell me about shelf_add", "Explain the function shelf_add"]
)
def test_a_function_that_is_only_named_is_described(shelf: KnowledgeBase, question: str) -> None:
    lines = shelf.ask(question).text.splitlines()
    assert lines[0] == "shelf_add is a function of 27 lines (shelf.c:76):"
    assert "  cyclomatic complexity: 4" in lines
    assert lines[-1] == "  called by 1 function, calls 4 functions"


def test_an_external_function_is_described_by_its_callers(shelf: KnowledgeBase) -> None:
    assert shelf.ask("What is malloc?").text == "malloc is an external function:\n  called by 3 functions"


@pytest.mark.parametrize(
    "question",
    [
        "Where does data from argv reach malloc?",
        "Is there a data flow from main to free?",
        "What dominates shelf_free?",
    ],
)
def test_data_flow_is_refused_with_its_reason(shelf: KnowledgeBase, question: str) -> None:
    answer = shelf.ask(question)
    assert answer.status is Status.UNANSWERABLE
    assert "known to Joern only" in answer.text


def test_what_functions_do_is_told_by_their_names_and_never_sure(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("Which functions copy titles?")
    assert answer.rows[0][0] == "copy_title"
    assert answer.confidence < 0.8
