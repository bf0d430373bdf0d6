"""The physical things as data: board layouts in millimetres, LED maps, wiring."""
