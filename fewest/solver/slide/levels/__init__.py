"""Levels of sliding boards."""
