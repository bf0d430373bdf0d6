"""The command line: `main`, and one file a command."""

from firmware_py.cli.app import main

__all__ = ["main"]
