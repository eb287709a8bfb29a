"""Tests over a running service."""
