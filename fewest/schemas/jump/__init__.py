"""Jump puzzles in JSON."""
