"""Tests of solver/jump."""
