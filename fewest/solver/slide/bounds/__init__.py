"""Lower bounds of sliding puzzles: distances and additive pattern databases."""
