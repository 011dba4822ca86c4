"""Claims against what a config makes true, and what becomes of each."""
