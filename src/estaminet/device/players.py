"""House players on a device: they think where they are asked, one after the other."""

import asyncio
from typing import Final, Protocol

from estaminet.engine.game import Learned
from estaminet.engine.position import Position
from estaminet.players.hints import Hint, find_hint
from estaminet.players.levels import find_strength
from estaminet.players.search import Budget
from estaminet.server.live.accounts import Accounts
from estaminet.server.live.question import Question

ADVICE: Final = Budget(seconds=1.0)
UNDO_SECONDS: Final = 1.5
"""How long somebody among people has to take back a move before a house player answers it."""


class GameLoader(Protocol):
    """What of the house is loaded only when it is wanted."""

    async def load(self, game: str) -> None:
        """Have a game's compiled functions."""

    async def load_weights(self, game: str, players: int) -> None:
        """Have the network of a game with so many players, if one comes with it."""


class DevicePlayers:
    """Plays and advises."""

    def __init__(self, kit: GameLoader) -> None:
        self.accounts = Accounts()
        self._kit = kit

    async def choose(self, question: Question) -> int:
        """The code of what a house player does."""
        game, players = question.game, question.players
        if isinstance(find_strength(game, players, question.level), Learned):
            await self._kit.load_weights(game.name, players)
        await asyncio.sleep(UNDO_SECONDS if question.is_undoable else 0)  # whoever asks meanwhile is answered first
        return question.seat_player().choose(game, players, question.known, question.seat)

    async def advise(self, person: str, position: Position, seat: int) -> Hint:  # noqa: ARG002  # there is one person
        """What a seat could do."""
        await self._kit.load_weights(position.game.name, position.players)
        return find_hint(position, seat, ADVICE)
