"""Tests of service.openapi."""
