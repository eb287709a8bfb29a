"""Tests of fewest/design."""
