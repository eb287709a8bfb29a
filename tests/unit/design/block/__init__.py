"""Tests of fewest/design/block."""
