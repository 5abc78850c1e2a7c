"""Questions about law: which instruments and relations they name, the plans that answer them, the wording."""

from fingerpost.domains.regulations.questions.reader import LawReader

__all__ = ["LawReader"]
