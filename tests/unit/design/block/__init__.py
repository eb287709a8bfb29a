"""Tests of fewest/solver/block."""
