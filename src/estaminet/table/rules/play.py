"""The game at a table after some actions, and all that follows from it. Nothing in here ever changes."""

from functools import cached_property
from typing import Final

from estaminet.engine.compiling import Memory
from estaminet.engine.game import LogLine
from estaminet.engine.kernel import NOBODY, Known
from estaminet.engine.position import OwnView, Position, View
from estaminet.engine.reveals import reveals_something

WORLDS: Final = 256
"""How many worlds are imagined before an action may be taken back."""
QUICK_WORLDS: Final = 1
"""How many before that is offered: seldom wrong, and then refused."""


class Play:
    """A position, whose action led to it, and what is worked out from both when somebody first wants it."""

    def __init__(self, position: Position, mover: int | None = None, before: Memory | None = None) -> None:
        self.position = position
        """Nobody changes it: what follows from an action is a position of its own."""
        self.mover = mover
        """The seat that took the last action; None before the first one."""
        self.to_move = position.to_move
        """The seat that decides now; None when the game is over."""
        self._before = before
        """The record before the last action."""
        self._own: dict[int | None, OwnView] = {}
        self._is_safe: dict[int, bool] = {}

    def after(self, code: int) -> "Play":
        """The game after an action, which must be legal."""
        position = self.position.copy()
        position.follow(code)
        return Play(position, self.to_move, self.position.memory)

    def undone(self) -> "Play":
        """The game before the last action."""
        *earlier, last = self.position.history[:-1] or (None,)
        replay = self.position.restart()
        for code in earlier:
            replay.follow(code)
        play = Play(replay)
        return play if last is None else play.after(last)

    def allows(self, code: int) -> bool:
        """Whether an action is legal."""
        return self.to_move is not None and code in self.position.game.kernel.codes(self.position.memory).tolist()

    @cached_property
    def known(self) -> Known:
        """What everybody at the table may know."""
        return self.position.known_to()

    @cached_property
    def view(self) -> View:
        """What everybody at the table sees."""
        return self.position.view(known=self.known)

    def own_view(self, seat: int | None) -> OwnView:
        """What a seat alone may know, and what it can do."""
        if seat not in self._own:
            self._own[seat] = self.position.own_view(seat)
        return self._own[seat]

    @cached_property
    def lines(self) -> list[LogLine]:
        """What the last action did, as anybody at the table saw it."""
        game, history = self.position.game, self.position.history
        if self._before is None:
            return []
        before = game.kernel.known(self._before, NOBODY)
        return game.describe(before, game.actions[history[-1]], self.known)

    def can_be_undone(self, *, worlds: int = QUICK_WORLDS) -> bool:
        """Whether the last action showed its player nothing that was hidden before."""
        if self._before is None or self.mover is None:
            return False
        if worlds not in self._is_safe:
            game, memory = self.position.game, self.position.memory
            code = self.position.history[-1]
            self._is_safe[worlds] = not reveals_something(game, self._before, code, memory, worlds=worlds)
        return self._is_safe[worlds]
