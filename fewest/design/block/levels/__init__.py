"""Levels of sliding blocks."""
