"""Generated levels in JSON."""
