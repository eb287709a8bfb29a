"""Sliding blocks: pieces of one or more cells that slide on a grid."""
