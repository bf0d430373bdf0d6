"""stub"""

from typing import Any

from rules.core import Ruling


def explain(state: Any, attempted: Any) -> Ruling:
    return Ruling(False, "", "")
