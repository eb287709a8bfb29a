"""Faults: what is killed, stopped, starved or damaged, what is lost by it, and how soon all is well again."""
