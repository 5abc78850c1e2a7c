"""Surfaces (the command line, HTTP, MCP and others) translate for people and programs, without logic of their own."""
