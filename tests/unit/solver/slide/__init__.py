"""Tests of fewest/solver/slide."""
