"""Questions about code in other words: they list what the plainer question lists, as surely."""

from __future__ import annotations

import pytest

from fingerpost.engine import KnowledgeBase

_SAME = {
    "item_free is called by what?": "Which functions call item_free?",
    "Find the usages of item_free": "Which functions call item_free?",
    "Functions invoked inside shelf_free": "What does shelf_free call?",
    "List everything shelf_free calls": "What does shelf_free call?",
    "Which functions call at least one of malloc and free?": "Which functions call malloc or free?",
    "Is there a call to malloc in copy_title?": "Does copy_title call malloc?",
    "Is there any call of malloc from usage?": "Does usage call malloc?",
    "Which functions would be affected by a change to item_free?": "What would break if I change item_free?",
    "All transitive callers of item_free": "Which functions can reach item_free?",
    "Direct and indirect callees of shelf_free": "What does shelf_free call directly or indirectly?",
    "Path between main and item_free in the call graph": "Show a call chain from main to item_free",
    "Top 3 functions by cyclomatic complexity": "What are the 3 most complex functions?",
    "The top two functions by lines of code": "What are the two longest functions?",
    "What do I have to pass to shelf_add?": "What are the parameters of shelf_add?",
    "Number of lines of shelf_add": "How many lines does shelf_add have?",
    "Complexity of shelf_add": "What is the complexity of shelf_add?",
    "In which file and line is shelf_add?": "Where is shelf_add defined?",
    "Find the definition of shelf_add": "Where is shelf_add defined?",
    "Location of shelf_add": "Where is shelf_add defined?",
    "Which functions does nobody call?": "Which functions are never called?",
    "List the external functions that the code calls": "Which external functions are called?",
    "Who touches the field next?": "Which functions access the field next?",
    "Where is live_items used?": "Which functions use the global variable live_items?",
    'Where does the string literal "out of memory" occur?': 'Which functions use the string "out of memory"?',
    "Where are loops used?": "Which functions contain loops?",
    "Where is memory allocated?": "Which functions allocate memory?",
    "Where is memory released?": "Which functions free memory?",
    "Functions allocating memory and not releasing it": "Which functions allocate memory but never free it?",
    "Functions with calls via function pointers": "Which functions call through a function pointer?",
    "On which lines do calls to free occur?": "At which lines is free called?",
    "Functions accepting an int as argument": "Which functions take an int?",
    "Functions prefixed with shelf": "Which functions start with shelf?",
    "shelf_free: what does it call?": "What does shelf_free call?",
    "shelf.c: which functions does it define?": "Which functions does shelf.c define?",
    "Which functions make use of item_free?": "Which functions use item_free?",
    "Which functions call malloc yet not free?": "Which functions call malloc but not free?",
    "Parameterless functions": "Functions without parameters",
    "Functions never called by any other function": "Which functions are never called?",
    "Which functions are called by nobody?": "Which functions are never called?",
    "How many lines of code is usage?": "How long is usage?",
    "Which functions make indirect calls?": "Which functions call through a function pointer?",
    "What structs does the code define?": "Which structs are there?",
    "What does shelf_free call under the hood?": "What does shelf_free call?",
    "Which helpers does main call internally?": "Which functions does main call?",
    "shelf_free calls what?": "What does shelf_free call?",
    "Show the direct callees of shelf_free": "What does shelf_free call?",
    "On which functions does shelf_free rely?": "Which functions does shelf_free rely on?",
    "Full call tree of shelf_free": "What does shelf_free call directly or indirectly?",
    "Everything reachable from shelf_free": "Which functions are reachable from shelf_free?",
    "What relies directly on find_item?": "Which functions call find_item?",
    "Which functions have a call to find_item?": "Which functions call find_item?",
    "Who is calling find_item?": "Who calls find_item?",
    "What other code uses find_item?": "Which functions call find_item?",
    "callers find_item": "Which functions call find_item?",
    "I am going to rename find_item: which functions do I have to adapt?": "Which functions call find_item?",
    "If we change the arguments of find_item, which callers must we fix?": "Which functions call find_item?",
    "Which functions would be directly affected by changing find_item?": "Which functions call find_item?",
    "Who eventually calls find_item?": "Which functions eventually call find_item?",
    "Which functions depend on find_item, even indirectly?": "Which functions can reach find_item?",
    "Which functions in shelf.c are not called by any other function?": "Which functions in shelf.c are never called?",
    "Which functions in shelf.c does nobody else call?": "Which functions in shelf.c are never called?",
    "Which functions in main.c are not invoked anywhere?": "Which functions in main.c are never called?",
    "Functions that call malloc and forget to call free": "Functions that call malloc but do not call free",
    "Direct recursion in shelf.c": "Which recursive functions are in shelf.c?",
    "Does anything call itself?": "Which functions call themselves?",
    "Which functions ultimately call themselves again via others?": "Which functions are indirectly recursive?",
    "The lengthiest function of main.c": "The longest function of main.c",
    "What is passed to shelf_remove?": "What are the parameters of shelf_remove?",
    "What are the inputs of shelf_remove?": "What are the parameters of shelf_remove?",
    "What do I get back from find_item?": "What does find_item return?",
    "Which functions yield a char pointer?": "Which functions return a char pointer?",
    "Which functions are marked static?": "Which functions are static?",
    "Which functions in shelf.c have internal linkage?": "Which functions in shelf.c are static?",
    "Which functions have any loop in them?": "Which functions contain a loop?",
    "Who reads or writes the field length?": "Which functions access the field length?",
    "Which functions deal with the next field?": "Which functions access the field next?",
    "Users of live_items": "Where is live_items used?",
    "What is struct shelf made up of?": "What are the fields of shelf?",
    "What is defined in main.c?": "Which functions are in main.c?",
    "Function count per file": "How many functions are in each file?",
    "copy_title is where?": "Where is copy_title defined?",
    "Where does copy_title live?": "Where is copy_title defined?",
    'What prints "usage: "?': 'Which functions print "usage: "?',
    "Can main reach free_chain, and through which functions?": "Show a call chain from main to free_chain",
    "By what route does main reach free_chain?": "Show a call chain from main to free_chain",
    "What chain of calls leads from main to free_chain?": "Show a call chain from main to free_chain",
    "Trace the calls from main to free_chain": "Show a call chain from main to free_chain",
    "How do you get from main to free_chain?": "Show a call chain from main to free_chain",
    "Via which functions does main reach item_free?": "Through which functions does main reach item_free?",
    "Is strlen used in copy_title?": "Does copy_title call strlen?",
    "Does strlen get called by copy_title?": "Does copy_title call strlen?",
    "Functions whose first argument is a pointer to item": "Which functions take an item pointer as first argument?",
    "Which functions receive an item pointer first?": "Which functions take an item pointer as first argument?",
    "Which functions return an integer?": "Which functions return an int?",
    "The most convoluted function": "The most complex function",
    "Which functions exceed a complexity of 2?": "Which functions have a complexity over 2?",
    "Which function has the most call sites?": "Which function is called most often?",
    "Functions with more than one call site": "Functions called more than one times",
    "Functions called three or more times": "Functions called at least three times",
    "Functions that are called several times": "Functions called more than once",
    "Where is stdio.h included?": "Which files include stdio.h?",
    "Who includes stdio.h?": "Which files include stdio.h?",
    "What headers are needed by main.c?": "Which headers does main.c include?",
    "Which structures point to item?": "Which structs have a pointer to item?",
    "What files does this program consist of?": "Which files are there?",
    "Which functions request memory?": "Which functions allocate memory?",
    "Which functions in shelf.c make no calls?": "Which functions in shelf.c call nothing?",
    "Functions with the prefix find": "Functions whose name starts with find",
    "Functions named like find*": "Functions whose name starts with find",
    "Which function names include chain?": "Which functions contain chain in their name?",
    "How long are functions on average?": "What is the average length of functions?",
    "Type of item.title": "What type is the field title of item?",
    "What is the type of the title field in item?": "What type is the field title of item?",
    "Where does live_items get changed?": "Which functions write to the global variable live_items?",
    "What do main and shelf_free call in common?": "What do main and shelf_free both call?",
    "shelf_free: list its callees": "List the callees of shelf_free",
    "In which functions is the MAX_TITLE macro expanded?": "In which functions is MAX_TITLE used?",
    "What calls lie between main and item_free?": "Which functions lie between main and item_free?",
    "On which line does the definition of shelf_new begin?": "On which line does shelf_new begin?",
    "Functions that loop with while": "Functions that contain a while loop",
    "Which of usage and main is shorter?": "Which is shorter, usage or main?",
    "Who are the direct callers of find_item?": "Which functions call find_item?",
    "How do I get from main down to item_free?": "Show a call chain from main to item_free",
    "Which functions of shelf.c give nothing back?": "Which functions of shelf.c return nothing?",
    "Which functions hand back a char pointer?": "Which functions return a char pointer?",
    "Which functions have no loop inside another loop?": "Which functions have no nested loops?",
    "What files pull in stdio.h?": "Which files include stdio.h?",
    "Is find_item used by anyone in here?": "Is find_item used?",
    "Is shelf_count called by anything?": "Is shelf_count called?",
    "In how many places do we call strlen?": "How many times is strlen called?",
    "We are about to remove find_item, which functions would stop compiling?": "Which functions call find_item?",
    "I'm going to delete find_item. What will not compile any more?": "Which functions call find_item?",
    "Which functions look something up in live_items?": "Which functions read the global variable live_items?",
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "plainer"), _SAME.items())
def test_other_words_say_the_same(shelf: KnowledgeBase, question: str, plainer: str) -> None:
    answer, same = shelf.ask(question), shelf.ask(plainer)
    assert answer.text == same.text
    assert (answer.rows, answer.confidence) == (same.rows, same.confidence)
    assert answer.status in ("answered", "empty")


def test_the_lines_of_a_function_are_told_from_the_first_to_the_last(shelf: KnowledgeBase) -> None:
    for question in (
        "Which lines does copy_title span?",
        "Where does copy_title start and end?",
        "From which line to which line does copy_title go?",
        "Line range of copy_title",
    ):
        answer = shelf.ask(question)
        assert answer.text.startswith("copy_title: lines 11 to 26 of shelf.c"), question
        assert answer.citations


def test_what_is_no_known_form_is_never_sure(shelf: KnowledgeBase) -> None:
    answer = shelf.ask("From which functions is item_free reached straight away?")
    assert answer.confidence < 0.8
    assert shelf.ask("How many METHOD are there?").confidence >= 0.8


def test_whether_a_function_of_a_library_is_called(shelf: KnowledgeBase) -> None:
    for question in (
        "Is malloc called by shelf_add?",
        "Can malloc be reached from main?",
        "Is malloc called in shelf.c?",
    ):
        assert shelf.ask(question).text.startswith("Yes."), question
    for question in ("Is malloc called by usage?", "Is malloc called in main.c?"):
        assert shelf.ask(question).text.startswith("No."), question


def test_files_are_those_of_the_code(shelf: KnowledgeBase) -> None:
    assert [row[0] for row in shelf.ask("Which files are there?").rows] == ["main.c", "shelf.c", "shelf.h"]
    assert shelf.ask("In which file is live_items declared?").text == "live_items: shelf.c:8"


def test_whether_code_is_safe_to_call_is_not_in_it(shelf: KnowledgeBase) -> None:
    for question in (
        "Is shelf_add safe to call from two threads?",
        "Is it safe to use shelf_free in a signal handler?",
    ):
        answer = shelf.ask(question)
        assert answer.status == "unanswerable", question
        assert "as it is written" in answer.text


def test_chains_of_calls_are_followed_once(shelf: KnowledgeBase) -> None:
    """Not anew from each function: over a code base of millions of nodes that took longer than a question may."""
    for question, found in (
        ("Which functions can reach item_free?", 4),
        ("How many functions can reach item_free?", 1),
    ):
        answer = shelf.ask(question)
        assert "EXISTS" not in (answer.query or "")
        assert len(answer.rows) == found
    assert shelf.ask("Can main reach item_free?").text.startswith("Yes.")
    assert shelf.ask("Can item_free reach main?").text.startswith("No.")
