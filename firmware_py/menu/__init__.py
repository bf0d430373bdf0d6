"""Three buttons and what they mean: a whole evening without a phone or a keyboard. Pure.

panel    the buttons at the table: walk through moves, confirm, undo; hold one for the menu
pages    the menu's pages, each a list of entries and what follows from each
house    what new games may be set up here
"""

from firmware_py.menu.house import House
from firmware_py.menu.panel import Button, Panel

__all__ = ["Button", "House", "Panel"]
