"""What a new game may be, in the page's form: colours, and every house rule with its sentence. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from firmware_py.web.snapshot import value_in_words
from firmware_py.words import Words
from rules import Colour, game
from rules.options import Option, write_value

__all__ = ["setups"]


def setups(boards: Mapping[str, tuple[Colour, ...]], words: Words) -> list[dict[str, Any]]:
    """The games that there is a board for, each with its colours clockwise and its house rules."""
    return [
        {
            "game": name,
            "name": words.say(f"web.game.{name}"),
            "colours": [{"colour": colour, "name": words.term(colour)} for colour in colours],
            "rules": [_option(name, option, words) for option in game(name).options],
        }
        for name, colours in boards.items()
    ]


def _option(name: str, option: Option, words: Words) -> dict[str, Any]:
    if option.values is None:
        values = [write_value(option.default), "6", "1,6", "1,2,3,4,5,6"]
    else:
        values = [write_value(value) for value in option.values]
    if option.none:
        values.append("none")
    key = f"{name}.option.{option.key}"
    return {
        "key": option.key,
        "title": words.short(key, {"rule": option.rule}),
        "say": words.say(key, {"rule": option.rule}),
        "default": write_value(option.default),
        "values": [
            {"value": value, "say": value_in_words(name, option.key, value, words)}
            for value in dict.fromkeys(values)
        ],
    }
