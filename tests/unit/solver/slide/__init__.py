"""Tests of solver/slide."""
