"""The words of hikers (`pack.toml`) and questions with the right queries (`golden.jsonl`)."""
