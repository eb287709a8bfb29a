"""The ``fewest`` command."""
