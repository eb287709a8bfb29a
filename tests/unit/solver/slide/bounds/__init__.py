"""Tests of the bounds of sliding puzzles."""
