"""The table: the state machine of a real evening, pure."""
