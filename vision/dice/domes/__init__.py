"""Reading the dice under a dome: all witnesses together, the lamps there, and what a camera remembers."""
