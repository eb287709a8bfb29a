"""The routes of pages, and of what they load."""
