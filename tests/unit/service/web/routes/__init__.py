"""Tests of service/web/routes."""
