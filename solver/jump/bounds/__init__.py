"""Lower bounds of jump puzzles: pattern tables over regions of holes, and pagoda functions."""
