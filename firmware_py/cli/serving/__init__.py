"""`umpire daemon`: the table as a service."""
