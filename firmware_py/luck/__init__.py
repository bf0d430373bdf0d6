"""What recorded games say: who popped what, whether a die is fair, who was lucky, who won. Pure."""

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
from firmware_py.luck.season import Played, Standing, results_of, season
from firmware_py.luck.teams import TeamLuck, team_luck

__all__ = [
    "DieKey",
    "Fit",
    "Fortune",
    "Played",
    "Pop",
    "Runs",
    "Standing",
    "TeamLuck",
    "chi_squared_sf",
    "counts",
    "fairness",
    "fortune",
    "homogeneity",
    "pops_of",
    "pops_to_show",
    "results_of",
    "runs",
    "runs_fit",
    "season",
    "team_luck",
]
