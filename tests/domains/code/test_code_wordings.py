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
}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("question", "plainer"), _SAME.items())
def test_other_words_say_the_same(shelf: KnowledgeBase, question: str, plainer: str) -> None:
    answer, same = shelf.ask(question), shelf.ask(plainer)
    assert answer.text == same.text
    assert (answer.rows, answer.confidence) == (same.rows, same.confidence)
    assert answer.status in ("answered", "empty")
