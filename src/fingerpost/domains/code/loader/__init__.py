"""Loads exported code property graphs (Joern, atom)."""

from fingerpost.domains.code.loader.loader import CodeLoader

__all__ = ["CodeLoader"]
