"""From the XML of Justice Laws to a graph of instruments, provisions, citations and amendments."""

from fingerpost.domains.regulations.loader.loader import LawsLoader

__all__ = ["LawsLoader"]
