"""How the dice of an evening are thrown."""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass

from firmware_py.senses.chance import Bits

__all__ = ["Throwing"]


@dataclass(frozen=True, slots=True)
class Throwing:
    """How dice are thrown.

    Attributes:
        game: the game that they are for.
        seed: of all that is drawn; None for the system's randomness.
        fast: they do not take their time to roll.
        switched: the dome has a real switch, which is debounced already.
        later: a camera that is not there yet may come later; nobody waits for it.
    """

    game: str
    seed: int | None = None
    fast: bool = False
    switched: bool = False
    later: bool = False

    @property
    def bits(self) -> Bits:
        """Randomness for electronic dice."""
        return secrets.randbits if self.seed is None else random.Random(self.seed).getrandbits
