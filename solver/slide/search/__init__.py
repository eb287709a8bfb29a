"""The search of sliding puzzles; start at ``driver``."""
