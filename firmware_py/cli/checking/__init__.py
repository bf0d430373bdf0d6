"""`umpire doctor`: each part by itself, whether it works, and what to do if not."""
