"""Webhooks: events of jobs, sent to addresses that clients have named."""
