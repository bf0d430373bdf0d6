"""What `umpire look` and `umpire follow` tell of a chessboard with counters."""
