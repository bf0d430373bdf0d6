"""Counters on a chessboard: found, read, followed, and shown from the cup."""
