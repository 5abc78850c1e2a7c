"""Surfaces: the command line and its like. They translate for people and programs, and never think."""
