"""Tests of service.http."""
