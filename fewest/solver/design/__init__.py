"""Tools for puzzle designers: whole spaces, features and generated levels."""
