"""What the recorded dice say: who popped what, whether a die is fair, and who was lucky. Pure."""

from firmware_py.luck.fairness import (
    Fit,
    chi_squared_sf,
    fairness,
    homogeneity,
    pops_to_show,
    runs_fit,
)
from firmware_py.luck.fortune import Fortune, fortune
from firmware_py.luck.pops import DieKey, Pop, Runs, counts, pops_of, runs

__all__ = [
    "DieKey",
    "Fit",
    "Fortune",
    "Pop",
    "Runs",
    "chi_squared_sf",
    "counts",
    "fairness",
    "fortune",
    "homogeneity",
    "pops_of",
    "pops_to_show",
    "runs",
    "runs_fit",
]
