"""Tests of fewest/notation."""
