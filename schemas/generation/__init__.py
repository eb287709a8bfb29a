"""Levels to order in JSON."""
