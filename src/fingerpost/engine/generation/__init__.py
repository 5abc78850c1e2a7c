"""Plans that a language model writes for questions that the parser does not understand."""
