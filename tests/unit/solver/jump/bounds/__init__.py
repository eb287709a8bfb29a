"""Tests of solver/jump/bounds."""
