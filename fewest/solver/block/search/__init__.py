"""The search for fewest moves of sliding blocks."""
