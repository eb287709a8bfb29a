"""Drawings of solutions: what stands and moves where, and how it looks."""
