"""Tests of solver/slide/search."""
