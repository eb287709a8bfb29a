"""Laws checked on random puzzles."""
