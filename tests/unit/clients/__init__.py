"""Tests of the client packages."""
