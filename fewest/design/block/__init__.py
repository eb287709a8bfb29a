"""Sliding blocks for designers."""
