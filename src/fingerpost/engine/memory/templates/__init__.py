"""Named queries over the graph of facts: YAML with typed parameters, checked by the gate when they are loaded."""

from fingerpost.engine.memory.templates.template import Parameter, Template, load_templates, shipped_templates

__all__ = ["Parameter", "Template", "load_templates", "shipped_templates"]
