"""The search for sliding puzzles; ``driver`` lists its steps."""
