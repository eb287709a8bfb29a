"""What every process needs before it does anything: settings, log lines, the version, the machine's memory, addresses.

Knows nothing of puzzles, and imports no other room. Read it when you add a setting.
"""
