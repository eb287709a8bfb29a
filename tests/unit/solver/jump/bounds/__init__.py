"""Tests of fewest/solver/jump/bounds."""
