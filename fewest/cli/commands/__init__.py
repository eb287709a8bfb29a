"""The commands: their arguments, their options and their help."""
