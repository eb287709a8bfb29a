"""The search of jump puzzles; start at ``driver``."""
