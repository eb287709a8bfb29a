"""Tests of service.drawing."""
