"""Sliding pieces on any graph."""
