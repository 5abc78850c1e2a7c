"""Measuring how questions are read over many graphs: answers and candidates judged by rows."""
