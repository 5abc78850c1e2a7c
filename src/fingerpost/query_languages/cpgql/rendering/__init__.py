"""Writes plans in CPGQL."""

from fingerpost.query_languages.cpgql.rendering.renderer import rendered

__all__ = ["rendered"]
