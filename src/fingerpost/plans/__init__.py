"""The Plan: what a question means as data, its JSON form, its English reading, its evidence."""
