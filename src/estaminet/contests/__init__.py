"""Contests: one deal that everybody plays from the same seat, against house players who answer everybody alike."""

from estaminet.contests.comparison import Divergence, Result, find_difference, find_divergence
from estaminet.contests.contest import Contest

__all__ = ["Contest", "Divergence", "Result", "find_difference", "find_divergence"]
