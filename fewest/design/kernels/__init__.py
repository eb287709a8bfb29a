"""Compiled loops of spaces and levels; they keep the rules of :mod:`fewest.solver.kernels`."""
