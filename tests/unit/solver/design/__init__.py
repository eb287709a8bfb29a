"""Tests of solver/design."""
