"""Tests of fewest/solver/jump."""
