"""Tests of service.routes."""
