"""Pin factories by name: which library reads the pins is the user's choice, never a guess.

gpiozero would try one library after the other and, on a Pi 5, end with one that cannot work there.
"""

from __future__ import annotations

import warnings
from typing import Any, Literal

from firmware_py.errors import DeviceError, reason_of

__all__ = ["FactoryName", "pin_factory"]

FactoryName = Literal["lgpio", "rpigpio", "mock"]

_PACKAGES = {"lgpio": "python3-lgpio", "rpigpio": "python3-rpi-lgpio (or python3-rpi.gpio before the Pi 5)"}


def pin_factory(name: FactoryName) -> Any:
    """A new gpiozero pin factory.

    Raises:
        DeviceError: if its library is missing, does not run on this machine, or falls back on another one.
    """
    with warnings.catch_warnings():
        _falling_back_is_an_error()
        try:
            return _made(name)
        except ImportError as error:
            raise DeviceError(
                "The pin library {what} is not installed ({reason}): sudo apt install {who}, or "
                "choose another gpio.factory.",
                what=name,
                reason=reason_of(error),
                who=_PACKAGES.get(name, "python3-gpiozero"),
            ) from error
        except Exception as error:
            raise DeviceError(
                "The pin library {what} does not run here ({who}: {reason}): is this a Raspberry "
                "Pi, and is the user in the group gpio?",
                what=name,
                who=type(error).__name__,
                reason=reason_of(error),
            ) from error


def _falling_back_is_an_error() -> None:
    from gpiozero import PinFactoryFallback

    warnings.simplefilter("error", PinFactoryFallback)


def _made(name: FactoryName) -> Any:
    if name == "mock":
        from gpiozero.pins.mock import MockFactory

        return MockFactory()
    if name == "rpigpio":
        from gpiozero.pins.rpigpio import RPiGPIOFactory

        return RPiGPIOFactory()
    import lgpio

    if not hasattr(lgpio, "gpiochip_open"):
        raise ImportError("this lgpio is an empty stub without gpiochip_open")
    from gpiozero.pins.lgpio import LGPIOFactory

    return LGPIOFactory()
