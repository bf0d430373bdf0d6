"""`python -m firmware_py` is the command `umpire`."""

import sys

from firmware_py.cli import main

if __name__ == "__main__":  # the analyst's process imports this file, and must not run it
    sys.exit(main())
