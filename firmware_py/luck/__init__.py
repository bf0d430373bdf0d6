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
from firmware_py.luck.memory import NO_MEMORY, Spreads, spreads_of
from firmware_py.luck.pops import DieKey, Pop, Runs, counts, pops_of, runs
from firmware_py.luck.season import Played, Standing, results_of, season
from firmware_py.luck.teams import TeamLuck, team_luck

__all__ = [
    "NO_MEMORY",
    "DieKey",
    "Fit",
    "Fortune",
    "Played",
    "Pop",
    "Runs",
    "Spreads",
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
    "spreads_of",
    "team_luck",
]
