"""The daemon and the command line: senses, table, shows, journal, page."""
