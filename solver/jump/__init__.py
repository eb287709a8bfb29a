"""Peg solitaire on any jump table."""
