"""Tests of fewest/solver/jump/search."""
