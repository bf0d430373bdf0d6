"""The shows: OLED, LED strip, terminal and pictures, each a function of the view and of time."""
