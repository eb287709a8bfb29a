"""Tests of fewest/studio."""
