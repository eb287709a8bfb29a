"""Tests of fewest/studio/routes."""
