"""What Home Assistant needs to show a table without being set up for it. Pure.

One message a table: device-based discovery, which Home Assistant understands since 2024.11
(https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload).
"""

from __future__ import annotations

from typing import Any

from firmware_py.house.messages import EVENT_TYPES, as_json
from firmware_py.house.topics import Message, Topics
from firmware_py.words import Words

__all__ = ["discovery"]

_SENSORS = {
    "turn": ("{{ value_json.player or '' }}", "mdi:account-arrow-right"),
    "die": ("{{ value_json.die_in_words or '' }}", "mdi:dice-multiple"),
    "headline": ("{{ value_json.headline[:255] }}", "mdi:bullhorn"),
    "verdict": ("{{ (value_json.verdict or '')[:255] }}", "mdi:gavel"),
    "winner": ("{{ value_json.winners | join(', ') if value_json.phase == 'over' else '' }}", "mdi:trophy"),
}
"""What is shown as a sensor: how it is got from the state, and its icon. It holds 255 letters at most."""


def discovery(prefix: str, topics: Topics, name: str, page: str | None, words: Words) -> Message:
    """The retained message by which Home Assistant finds the table.

    Args:
        prefix: where Home Assistant looks, usually "homeassistant".
        name: what the table is called.
        page: the address of the table's page; None if it has none.
    """
    node = f"pop_umpire_{topics.table.replace('-', '_')}"
    parts: dict[str, Any] = {
        key: {
            "platform": "sensor",
            "unique_id": f"{node}_{key}",
            "name": words.say(f"house.part.{key}"),
            "state_topic": topics.state,
            "value_template": template,
            "icon": icon,
        }
        for key, (template, icon) in _SENSORS.items()
    }
    parts["playing"] = {
        "platform": "binary_sensor",
        "unique_id": f"{node}_playing",
        "name": words.say("house.part.playing"),
        "state_topic": topics.state,
        "value_template": "{{ 'OFF' if value_json.phase in ('setting_up', 'over') else 'ON' }}",
        "icon": "mdi:gamepad-variant",
    }
    parts["event"] = {
        "platform": "event",
        "unique_id": f"{node}_event",
        "name": words.say("house.part.event"),
        "state_topic": topics.event,
        "event_types": list(EVENT_TYPES),
        "icon": "mdi:dice-5",
    }
    for part in parts.values():
        part["qos"] = 1
    device = {"identifiers": [node], "name": name, "manufacturer": "Pop Umpire", "model": "Pop Umpire"}
    config = {
        "device": device | ({"configuration_url": page} if page else {}),
        "origin": {"name": "Pop Umpire"},
        "availability": [{"topic": topics.availability}],
        "components": parts,
    }
    return Message(f"{prefix}/device/{node}/config", as_json(config), retain=True)
