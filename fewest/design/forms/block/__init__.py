"""Sliding blocks."""
