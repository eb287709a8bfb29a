"""Sliding boards."""
