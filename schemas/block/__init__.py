"""Sliding blocks in JSON."""
