"""Tests of fewest/solver/design."""
