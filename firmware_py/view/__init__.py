"""The view: what the shows show, a pure function of the table."""
