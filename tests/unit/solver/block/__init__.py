"""Tests of solver/block."""
