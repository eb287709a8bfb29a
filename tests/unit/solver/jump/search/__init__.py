"""Tests of solver/jump/search."""
