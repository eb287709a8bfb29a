"""Lower bounds for jump puzzles: pattern tables over regions of holes, and pagoda functions."""
