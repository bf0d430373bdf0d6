"""The view: what the shows show, a pure function of the table."""

from firmware_py.table.toys import tells_difference
from firmware_py.view.build import LOG_LENGTH, view
from firmware_py.view.newer import new_verdict, newer
from firmware_py.view.values import DieView, Fault, Menu, OptionView, Phase, Say, SeatView, TableView

__all__ = [
    "LOG_LENGTH",
    "DieView",
    "Fault",
    "Menu",
    "OptionView",
    "Phase",
    "Say",
    "SeatView",
    "TableView",
    "new_verdict",
    "newer",
    "tells_difference",
    "view",
]
