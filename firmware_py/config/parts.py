"""The parts that are wired to a Raspberry Pi: pins, OLED, strip, and the Pi's camera."""

from __future__ import annotations

from typing import Final, Literal

from pydantic import Field, ValidationInfo, field_validator

from firmware_py.config.section import HintError, Section

__all__ = [
    "RESERVED_PINS",
    "BoardCameraConfig",
    "CameraConfig",
    "GpioConfig",
    "OledConfig",
    "StripConfig",
]

RESERVED_PINS: Final = {2: "I2C", 3: "I2C", 7: "SPI", 8: "SPI", 9: "SPI", 10: "SPI", 11: "SPI"}
"""GPIO numbers that the OLED's and the strip's buses own."""

_PIN = (
    "a GPIO number from 0 to 27 that no other contact has, and none of 2, 3 (I2C) and 7 to 11 (SPI); "
    "-1 if it is not there"
)
_CONTACTS = ("dome", "choose", "confirm", "undo")

_ADDRESS = "an I2C address from 0x03 to 0x77, as a number without quotes, such as 0x3C"
_OLEDS = (0x3C, 0x3D)
"""Where OLEDs of 128 by 64 pixels answer."""


def _pin(number: int, what: str) -> int:
    field: int = Field(
        default=number, description=f"The GPIO number of {what}.", json_schema_extra={"takes": _PIN}
    )
    return field


class GpioConfig(Section):
    """The switch under the dome and the three buttons, each between its pin and ground."""

    on: bool = Field(default=True, description="Whether there are any.")
    factory: Literal["lgpio", "rpigpio", "mock"] = Field(
        default="lgpio",
        description=(
            "The pin library. lgpio suits every Pi; rpigpio is RPi.GPIO or rpi-lgpio; mock is for machines "
            "without pins."
        ),
    )
    dome: int = _pin(17, "the switch under the dome")
    choose: int = _pin(5, "the choose button")
    confirm: int = _pin(6, "the confirm button")
    undo: int = _pin(13, "the undo button")

    @field_validator(*_CONTACTS)
    @classmethod
    def _is_free(cls, pin: int, info: ValidationInfo) -> int:
        taken = {info.data.get(name) for name in _CONTACTS if name != info.field_name} | RESERVED_PINS.keys()
        if pin != -1 and (not 0 <= pin <= 27 or pin in taken):
            raise ValueError(f"GPIO {pin} cannot be taken")
        return pin


class OledConfig(Section):
    """The small display on the I2C bus."""

    on: bool = Field(default=True, description="Whether there is one.")
    driver: Literal["ssd1306", "ssd1309", "sh1106"] = Field(
        default="ssd1306",
        description="The chip. Vendors mislabel them: a picture with garbage at its edge is the other one's.",
    )
    bus: int = Field(default=1, ge=0, le=20, description="The number of the I2C bus.")
    address: int = Field(
        default=0x3C,
        ge=0x03,
        le=0x77,
        description="The address: 0x3C or 0x3D. A board that says 0x78 means 0x3C, 0x7A means 0x3D.",
        json_schema_extra={"hexadecimal": True, "takes": _ADDRESS},
    )
    column_offset: int = Field(
        default=-1, ge=-1, le=4, description="Where the first column lies. -1: 2 for an sh1106, else 0."
    )
    contrast: int = Field(default=207, ge=0, le=255, description="The brightness.")
    dim_after: float = Field(
        default=120.0, ge=0.0, le=86400.0, description="Seconds without news until it is dimmed; 0 for never."
    )

    @field_validator("address", mode="before")
    @classmethod
    def _has_seven_bits(cls, address: object) -> object:
        """Boards print the address with the bit that tells reading from writing: twice the real one."""
        if isinstance(address, int) and address // 2 in _OLEDS:
            raise HintError(f"0x{address:02X} is the 8-bit address: write 0x{address // 2:02X}")
        return address


class StripConfig(Section):
    """The strip of WS281x LEDs on the SPI bus."""

    on: bool = Field(default=True, description="Whether there is one.")
    bus: int = Field(default=0, ge=0, le=10, description="The number of the SPI bus.")
    device: int = Field(default=0, ge=0, le=2, description="The number of the device on it.")
    order: Literal["GRB", "RGB", "BRG", "BGR", "RBG", "GBR"] = Field(
        default="GRB", description="In which order the LEDs take red, green and blue."
    )
    brightness: float = Field(default=0.5, ge=0.0, le=1.0, description="How bright the strip may become.")
    milliamps: int = Field(
        default=1000,
        ge=50,
        le=20000,
        description="What the strip may draw; a moment that needs more is dimmed.",
    )
    skip: int = Field(default=0, ge=0, le=50, description="LEDs at the beginning that stay dark.")


class CameraConfig(Section):
    """The dome's camera, for dice.source = "camera"."""

    use: str = Field(
        default="",
        description=(
            'A Pi\'s own camera ("pi", the second one "pi1"), a webcam by its number such as "0", a video '
            "file, or a folder of pictures or one picture (each pop takes the next). Files are relative to "
            "this one."
        ),
    )
    shuffle: bool = Field(
        default=False, description="Take the pictures of a folder in shuffled order instead of by name."
    )
    width: int = Field(default=640, ge=160, le=1920, description="The width of a Pi camera's picture.")
    height: int = Field(default=480, ge=120, le=1080, description="The height of a Pi camera's picture.")
    fps: float = Field(
        default=30.0,
        ge=2.0,
        le=60.0,
        description="Pictures a second of a Pi camera; with 15 dice are told a tenth of a second later.",
    )
    mains_hz: Literal[50, 60] = Field(
        default=50,
        description="The mains frequency: 50 in Europe, 60 in North America. Lamps flicker with it.",
    )
    darker: float = Field(
        default=1.0,
        ge=0.0,
        le=3.0,
        description=(
            "How much darker than usual a Pi camera, or the virtual one, takes its pictures, in stops: lamps "
            "reflected in the dome bleach less of the die then. In lamplight no more than the mains allow."
        ),
    )
    focus_cm: float = Field(
        default=0.0,
        ge=0.0,
        le=1000.0,
        description="How far the die is from a Pi camera that can focus; 0 leaves the focus alone.",
    )

    @property
    def is_file(self) -> bool:
        """Whether a file or folder is meant."""
        words = ("", "none", "same")
        return self.use not in words and not self.use.isdecimal() and self.pi_number is None

    @property
    def pi_number(self) -> int | None:
        """The number of the Pi camera meant; None if another kind is."""
        if self.use == "pi":
            return 0
        number = self.use.removeprefix("pi")
        return int(number) if self.use.startswith("pi") and number.isdecimal() else None


class BoardCameraConfig(CameraConfig):
    """The camera over the whole board, which follows the pieces once `umpire calibrate` has shown it to it.

    The keys from width on are for a camera of its own.
    """

    use: str = Field(
        default="none",
        description=(
            "none: the moves are chosen by button or page. same: the camera of [camera] sees the whole "
            "board, and the die in the same pictures. Or a camera of its own, named like that of [camera]."
        ),
    )
    shuffle: bool = Field(default=False, description="Take the pictures of a folder in shuffled order.")
    width: int = Field(default=1280, ge=160, le=1920, description="The width of a Pi camera's picture.")
    height: int = Field(default=960, ge=120, le=1080, description="The height of a Pi camera's picture.")
    fps: float = Field(default=10.0, ge=2.0, le=60.0, description="Pictures a second of a Pi camera.")
    darker: float = Field(
        default=0.0,
        ge=0.0,
        le=3.0,
        description="How much darker than usual a Pi camera takes them, in stops.",
    )

    @property
    def on(self) -> bool:
        """Whether any camera sees the board."""
        return self.use not in ("", "none")

    @property
    def same(self) -> bool:
        """Whether the dome's camera sees the board too."""
        return self.use == "same"
