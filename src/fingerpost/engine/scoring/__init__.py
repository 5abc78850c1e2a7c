"""One probability for each reading of a question: signs of all kinds, and a small learned model over them."""
