"""Sliding puzzles in JSON."""
