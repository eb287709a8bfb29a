"""Tests in a real browser, where there is one."""
