"""Tests of service/web."""
