"""The question that a house player answers, and the account that its thinking is charged to."""

import secrets
from typing import Final, NamedTuple

from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.players.levels import LevelPlayer, Style
from estaminet.players.search import Budget

ADVICE: Final = Budget(seconds=1.0)
"""For a hint."""
UNDO_SECONDS: Final = 1.5
"""How long a person among people has to take back a move before a house player answers it."""
MOST_KNOWN: Final = 20_000
"""People whose addresses are remembered."""


class Account(NamedTuple):
    """The account that something is charged to."""

    address: str
    """Their address; empty if it is not known."""
    person: str = ""


class Accounts:
    """The last address of each person, as far as this process has seen them. Never written down."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def note(self, person: str, address: str) -> None:
        """Note the address that somebody came from."""
        self._addresses.pop(person, None)
        self._addresses[person] = address
        if len(self._addresses) > MOST_KNOWN:
            del self._addresses[next(iter(self._addresses))]  # the one that has been quiet longest

    def find(self, *people: str) -> Account:
        """The account of the first one whose address is known, or of the first; the others go free.

        People who have not been seen since the start share one account.
        """
        person = next((each for each in people if each in self._addresses), people[0])
        return Account(self._addresses.get(person, ""), person)


class Question(NamedTuple):
    """A position to decide, as the house player's seat knows it."""

    game: Game
    players: int
    known: Known
    seat: int
    level: str
    style: Style | None
    payer: Account
    """The account that its thinking is charged to."""
    began: float
    """The time when the question arose, as `monotonic` counts."""
    seed: int | None = None
    """The seed where everybody must get the same answer; None for a random one."""
    is_undoable: bool = False
    """Whether somebody may take back the last action: they are given a moment."""

    def seat_player(self) -> LevelPlayer:
        """The house player who is asked."""
        if self.seed is None:
            return LevelPlayer(self.level, secrets.randbits(32), self.style)
        return LevelPlayer(self.level, self.seed, self.style, is_timed=False)
