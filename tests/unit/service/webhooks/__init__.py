"""Tests of service.webhooks."""
