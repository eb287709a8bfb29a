"""Tests of service.monitoring."""
