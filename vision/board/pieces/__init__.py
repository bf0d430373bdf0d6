"""What stands on each space of a straightened board, and how likely that is."""
