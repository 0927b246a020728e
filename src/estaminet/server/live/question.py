"""What a house player is asked, and on whose account it thinks: a person's, who comes from an address."""

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
"""Of so many people it is known from where they came."""


class Account(NamedTuple):
    """On whose account something is done."""

    address: str
    """Where they come from; empty if that is not known."""
    person: str = ""


class Accounts:
    """From where people last came, as far as this process has seen them. It is never written down."""

    def __init__(self) -> None:
        self._addresses: dict[str, str] = {}

    def note(self, person: str, address: str) -> None:
        """Somebody came from an address."""
        self._addresses.pop(person, None)
        self._addresses[person] = address
        if len(self._addresses) > MOST_KNOWN:
            del self._addresses[next(iter(self._addresses))]  # the one that has been quiet longest

    def find(self, *people: str) -> Account:
        """The account of the first of them whose address is known, or of the first; the others go free.

        Whoever has not been seen since the start shares one account with all like them.
        """
        person = next((each for each in people if each in self._addresses), people[0])
        return Account(self._addresses.get(person, ""), person)


class Question(NamedTuple):
    """What a house player is asked, with all that it may know: what its seat knows."""

    game: Game
    players: int
    known: Known
    seat: int
    level: str
    style: Style | None
    payer: Account
    """On whose account it thinks."""
    began: float
    """When somebody first had to decide this, as `monotonic` counts."""
    seed: int | None = None
    """What it thinks with where it is to answer everybody alike; otherwise it draws lots."""
    is_undoable: bool = False
    """Whether somebody may take back what led to it: they are given a moment."""

    def seat_player(self) -> LevelPlayer:
        """The house player who is asked."""
        if self.seed is None:
            return LevelPlayer(self.level, secrets.randbits(32), self.style)
        return LevelPlayer(self.level, self.seed, self.style, is_timed=False)
