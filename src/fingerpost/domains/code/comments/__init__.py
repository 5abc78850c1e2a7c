"""Comments of source files: which function, type or file each describes, and their loader."""

from fingerpost.domains.code.comments.loader import CommentLoader

__all__ = ["CommentLoader"]
