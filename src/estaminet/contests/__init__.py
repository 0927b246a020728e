"""Contests: one deal that everybody plays from the same seat, against house players who answer everybody alike."""

from estaminet.contests.comparison import Parting, Result, find_difference, find_parting
from estaminet.contests.contest import Contest

__all__ = ["Contest", "Parting", "Result", "find_difference", "find_parting"]
