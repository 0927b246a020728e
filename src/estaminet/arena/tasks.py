"""What is done for one game of an arena, in whichever process: it is played, and its luck is found if wanted."""

from typing import NamedTuple

from estaminet.arena.luck import find_luck
from estaminet.arena.match import play_match
from estaminet.arena.plan import Plan, Seating


class Task(NamedTuple):
    """One game. Plain data: it travels to the process that plays."""

    seating: Seating
    wants_luck: bool = False
    game: str = ""
    """Its line in the games file, if it was played before."""


class Lines(NamedTuple):
    """What is to be kept of a task; an empty line if there is nothing new."""

    game: str
    luck: str


def perform(plan: Plan, task: Task) -> Lines:
    """Do it."""
    game = task.game or play_match(plan, task.seating)
    luck = find_luck(plan, task.seating, game).to_line() if task.wants_luck else ""
    return Lines("" if task.game else game, luck)
