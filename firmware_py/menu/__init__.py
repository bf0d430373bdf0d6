"""Three buttons and what they mean: a whole evening without a phone or a keyboard. Pure.

panel    the buttons at the table: walk through moves, confirm, undo; hold one for the menu
page     what a page of the menu is
pages    the menu's pages, each a list of entries and what follows from each
correct  a piece set right: whose, and once all stands right, done
men      which man, and where he belongs
toys     which toy, and what is wrong with it
draft    the position meanwhile, and where a piece may stand
house    what new games may be set up here
"""

from firmware_py.menu.house import House
from firmware_py.menu.page import Moment
from firmware_py.menu.panel import Button, Panel

__all__ = ["Button", "House", "Moment", "Panel"]
