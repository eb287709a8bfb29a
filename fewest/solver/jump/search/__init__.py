"""The search of jump puzzles; start reading at ``driver``."""
