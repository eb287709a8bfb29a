"""Jump boards for designers."""
