"""The commands by what they are about: their arguments, their options and their help."""
