"""What happened on a board: every lawful change, and what hands do wrong, weighed against what is seen."""
