"""Everything people look at: pages and what they load, pictures, the atlas, shared puzzles, sheets to print."""
