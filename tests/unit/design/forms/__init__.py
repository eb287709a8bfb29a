"""Tests of fewest/design/forms."""
