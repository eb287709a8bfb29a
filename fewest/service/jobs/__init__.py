"""Jobs: how requests become jobs, and how clients read, wait for and follow them."""
