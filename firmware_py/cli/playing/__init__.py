"""What `umpire play` is made of: set-up, what people type, the random player, going on with a game."""
