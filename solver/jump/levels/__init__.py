"""Levels of jump boards."""
