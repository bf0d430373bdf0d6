"""Reading dice by the geometry of their pips."""
