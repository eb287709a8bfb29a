"""Tests of fewest/design/jump."""
