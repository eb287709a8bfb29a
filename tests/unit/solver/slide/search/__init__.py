"""Tests of fewest/solver/slide/search."""
