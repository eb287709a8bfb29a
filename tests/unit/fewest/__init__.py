"""Tests of the library's front."""
