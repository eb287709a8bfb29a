"""Laws of single modules."""
