"""Mutation testing: do the tests notice a small change of the sources? Run by `make mutants`."""
