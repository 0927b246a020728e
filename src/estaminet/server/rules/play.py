"""The game at a table after some actions, with everything derived from it. Nothing in here ever changes."""

from collections.abc import Collection, Mapping
from functools import cached_property
from itertools import count
from typing import Final, TypedDict

from estaminet.engine.game import LogLine
from estaminet.engine.kernel import NOBODY, Known
from estaminet.engine.position import OwnView, Position, reveals_something

WORLDS: Final = 256
"""Worlds that are imagined before an action may be taken back."""
QUICK_WORLDS: Final = 1
"""Worlds before that is offered: seldom wrong, and then refused."""
PRACTICE_WORLDS: Final = 16
"""Worlds before the page says that taking back is no practice."""

SERIALS: Final = count(1)


class Standing(TypedDict):
    """The public state of a game."""

    ply: int
    to_move: int | None
    scores: list[int | float]
    winners: list[int] | None


class Knowledge:
    """Each seat's knowledge of a position, computed at first use."""

    __slots__ = ("_known", "_position")

    def __init__(self, position: Position) -> None:
        self._position = position
        self._known: dict[int, Known] = {}

    def of(self, seat: int) -> Known:
        """The record without what a seat, or NOBODY, cannot know."""
        if seat not in self._known:
            self._known[seat] = self._position.game.kernel.known(self._position.memory, seat)
        return self._known[seat]


class Play:
    """A position with the seats that acted, and everything derived from it, computed at first use."""

    def __init__(
        self,
        position: Position,
        movers: tuple[int, ...] = (),
        decisions: tuple[int, ...] = (),
        before: Knowledge | None = None,
    ) -> None:
        self.serial = next(SERIALS)
        """Unique: it identifies the position without holding on to it."""
        self.position = position
        """Never changes: an action gives a new position."""
        self.movers = movers
        """The seats that took the actions that led here, one after the other."""
        self.decisions = decisions
        """The plies of those actions that were not the only ones possible, from 0."""
        self.to_move = position.to_move
        """The seat that decides now; None when the game is over."""
        self.knowledge = Knowledge(position)
        self._before = before
        """The public knowledge before the last action."""
        self._own: dict[int | None, OwnView] = {}
        self._is_safe: dict[int, bool] = {}

    def after(self, code: int) -> "Play":
        """The game after an action, which must be legal."""
        position = self.position.copy()
        position.follow(code)
        seat = -1 if self.to_move is None else self.to_move
        decisions = (*self.decisions, len(self.position.history)) if len(self.legal) > 1 else self.decisions
        return Play(position, (*self.movers, seat), decisions, self.knowledge)

    def undone(self, actions: int = 1) -> "Play":
        """The game before the last `count` actions."""
        *earlier, last = self.position.history[:-actions] or (None,)
        replay = self.position.restart()
        for code in earlier:
            replay.follow(code)
        kept = tuple(ply for ply in self.decisions if ply < len(earlier))
        play = Play(replay, self.movers[: len(earlier)], kept)
        return play if last is None else play.after(last)

    @property
    def mover(self) -> int | None:
        """The seat that took the last action; None before the first one."""
        return self.movers[-1] if self.movers else None

    def actions_since(self, seats: Collection[int]) -> int:
        """The actions to take back until one of these seats decides anew; 0 if none of them has acted."""
        return next((back for back, seat in enumerate(reversed(self.movers), 1) if seat in seats), 0)

    def decisions_of(self, seat: int) -> list[int]:
        """The plies of a seat's actions that were not the only ones possible."""
        return [ply for ply in self.decisions if self.movers[ply] == seat]

    @cached_property
    def legal(self) -> list[int]:
        """The legal codes of the seat to move, from its knowledge."""
        if self.to_move is None:
            return []
        codes: list[int] = self.position.game.kernel.codes(self.knowledge.of(self.to_move)).tolist()
        return codes

    def check(self, code: int) -> None:
        """Raise IllegalAction, with the rule that forbids the action, if it is not legal now."""
        if code not in self.legal:
            seat = NOBODY if self.to_move is None else self.to_move
            raise self.position.game.refuse(self.knowledge.of(seat), seat, code)

    @cached_property
    def board(self) -> Mapping[str, object]:
        """The public board."""
        return self.position.game.view(self.knowledge.of(NOBODY), NOBODY)

    @cached_property
    def standing(self) -> Standing:
        """The public state beside the board."""
        position = self.position
        return {
            "ply": len(position.history),
            "to_move": self.to_move,
            "scores": position.scores(),
            "winners": None if self.to_move is not None else position.winners(),
        }

    def own_view(self, seat: int | None) -> OwnView:
        """A seat's private view, and its legal actions."""
        if seat not in self._own:
            known = self.knowledge.of(NOBODY if seat is None else seat)
            codes = self.legal if seat == self.to_move else ()
            self._own[seat] = self.position.own_view(seat, known, codes)
        return self._own[seat]

    @cached_property
    def lines(self) -> list[LogLine]:
        """The log lines of the last action, as anybody at the table saw it."""
        if self._before is None:
            return []
        game = self.position.game
        action = game.actions[self.position.history[-1]]
        return game.describe(self._before.of(NOBODY), action, self.knowledge.of(NOBODY))

    def can_be_undone(self, *, alone: bool = False, worlds: int = QUICK_WORLDS) -> bool:
        """Whether the last action revealed nothing hidden: to its player or, unless alone, to anybody."""
        if self._before is None or self.mover is None:
            return False
        if not alone and self.position.game.kernel.revealed(self.knowledge.of(self.mover)):
            return False
        if worlds not in self._is_safe:
            seat, code = self.mover, self.position.history[-1]
            before, after = self._before.of(seat), self.knowledge.of(seat)
            kernel = self.position.game.kernel
            self._is_safe[worlds] = not reveals_something(kernel, seat, before, code, after, worlds=worlds)
        return self._is_safe[worlds]
