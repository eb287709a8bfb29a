"""Webhooks: events of jobs, sent to addresses in requests."""
