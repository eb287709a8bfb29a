"""Drawings of solutions: scenes, and their SVG pictures."""
