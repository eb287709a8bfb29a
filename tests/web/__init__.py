"""The modules of the page that need no browser."""
