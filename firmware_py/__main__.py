"""`python -m firmware_py` is the command `umpire`."""

import sys

from firmware_py.cli import main

sys.exit(main())
