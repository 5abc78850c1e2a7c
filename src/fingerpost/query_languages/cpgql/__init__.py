"""CPGQL, the query language of Joern: a chain of steps over a code property graph. Only an allowlisted part is read."""

from fingerpost.query_languages.cpgql.language import CPGQL

__all__ = ["CPGQL"]
