"""Tests of fewest/config."""
