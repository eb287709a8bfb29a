"""Jump boards."""
