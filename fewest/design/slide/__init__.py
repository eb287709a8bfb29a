"""Sliding boards for designers."""
