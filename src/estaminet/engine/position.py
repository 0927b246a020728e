"""A game in progress: the friendly face of a kernel, with checked arguments and texts."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypedDict

import numpy as np

from estaminet.engine.deal import Deal, seed_bits
from estaminet.engine.errors import EstaminetError
from estaminet.engine.imagined import Played, imagine_deal
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY, Kernel, Known
from estaminet.engine.options import OptionValue

if TYPE_CHECKING:  # a game starts positions, and they know it: only the types go both ways
    from estaminet.engine.game import Game, LogLine


class ActionView(TypedDict):
    """One legal action, structured so that it can be offered without knowing a rule."""

    text: str
    kind: str
    targets: list[str]
    """The targets that a person points at, in order."""


class View(TypedDict):
    """The view of a seat or a spectator. Read-only: views share their common parts."""

    game: str
    players: int
    options: dict[str, OptionValue]
    seat: int | None
    """Whose view it is; None for a spectator."""
    ply: int
    """The number of actions so far."""
    to_move: int | None
    scores: list[int | float]
    winners: list[int] | None
    """None while the game goes on."""
    board: Mapping[str, object]
    """The board: the game's own part."""
    legal: list[ActionView]
    """The viewer's legal actions."""


class OwnView(TypedDict):
    """The private part of a view."""

    seat: int | None
    board: Mapping[str, object]
    """These members of the board; the others are those of a spectator."""
    legal: list[str]
    """The texts of the viewer's legal actions."""
    effects: Sequence[Mapping[str, object]]
    """The certain effects of each; empty if the game has none."""


class Position:
    """The true position of a game, with the actions that led to it."""

    def __init__(
        self,
        game: "Game",
        players: int,
        options: Mapping[str, OptionValue],
        deal: Deal,
        memory: Memory,
    ) -> None:
        self.game = game
        self.players = players
        self.options = dict(options)
        self.deal = deal
        """Everything hidden is in here: never shown while the game is played."""
        self.memory = memory
        """The record of the game's kernel, as bytes."""
        self.history: list[int] = []
        """Codes of all actions so far."""

    @classmethod
    def start(
        cls,
        game: "Game",
        players: int | None = None,
        seed: int | str | bytes = 0,
        options: Mapping[str, object] | None = None,
        deal: object = None,
    ) -> "Position":
        """The first position of a game: from a seed, or from a deal as a record writes it."""
        seats = game.check_players(game.seats[0] if players is None else players)
        resolved = game.options.resolve(options)
        parts = game.deal_parts(seats, resolved)
        drawn = Deal.draw(parts, seed_bits(seed)) if deal is None else Deal(parts, deal)
        memory = game.kernel.new_memory()
        game.kernel.start(memory, seats, game.options.pack(resolved), drawn.packed)
        return cls(game, seats, resolved, drawn, memory)

    @property
    def to_move(self) -> int | None:
        """The seat that decides now; None when the game is over."""
        seat = self.game.kernel.to_move(self.memory)
        return None if seat < 0 else int(seat)  # a NumPy number where the rules are not compiled

    @property
    def is_over(self) -> bool:
        return self.to_move is None

    @property
    def actions(self) -> list[str]:
        """The texts of all actions so far."""
        return [self.game.actions[code].text for code in self.history]

    def legal(self) -> list[str]:
        """The texts of all legal actions; empty when the game is over."""
        return [self.game.actions[code].text for code in self.legal_codes()]

    def legal_codes(self) -> list[int]:
        """The codes of all legal actions, ascending."""
        if self.is_over:
            return []
        codes: list[int] = self.game.kernel.codes(self.memory).tolist()
        return codes

    def play(self, text: str) -> None:
        """Carry out an action. IllegalAction names the rule that forbids it."""
        self.play_code(self.game.code(text))

    def play_code(self, code: int) -> None:
        """Carry out an action given by its code."""
        seat = self.to_move
        if seat is None:
            raise EstaminetError("game.over", "The game is over.", rule=self.game.end_rule)
        if code not in self.game.kernel.codes(self.memory).tolist():
            raise self.game.refuse(self.known_to(seat), seat, code)
        self.follow(code)

    def follow(self, code: int) -> None:
        """Carry out an action that has been found legal."""
        self.game.kernel.apply(self.memory, code)
        self.history.append(code)

    def undo(self) -> None:
        """Take back the last action, whoever took it and whatever it revealed."""
        if not self.history:
            raise EstaminetError("undo.empty", "Nothing has been played yet.")
        first = self.restart()
        for code in self.history[:-1]:
            self.game.kernel.apply(first.memory, code)
        self.memory = first.memory
        self.history.pop()

    def restart(self) -> "Position":
        """The position before the first action."""
        kernel, memory = self.game.kernel, self.game.kernel.new_memory()
        kernel.start(memory, self.players, self.game.options.pack(self.options), self.deal.packed)
        return Position(self.game, self.players, self.options, self.deal, memory)

    def copy(self) -> "Position":
        """An independent copy of the position."""
        twin = Position(self.game, self.players, self.options, self.deal, self.memory.copy())
        twin.history = self.history.copy()
        return twin

    def imagine(self, seat: int, seed: int | str | bytes = 0) -> "Position":
        """The same game so far with another deal that agrees with everything the seat has seen.

        Every such deal is possible.
        """
        parts = self.game.deal_parts(self.players, self.options)
        played = Played(self.game.kernel, self.players, self.game.options.pack(self.options), self.history)
        deal = imagine_deal(played, parts, self.deal, self._seat(seat), seed_bits(seed))
        imagined = self.game.start(self.players, options=self.options, deal=deal.values)
        for code in self.history:
            imagined.follow(code)
        return imagined

    def known_to(self, seat: int | None = None) -> Known:
        """The record without everything that a seat, or a spectator, cannot know."""
        return self.game.kernel.known(self.memory, self._seat(seat))

    def view(self, seat: int | None = None, known: Known | None = None) -> View:
        """The view of a seat, or a spectator, as plain data, made from `known_to` alone, which the caller may have."""
        viewer = self._seat(seat)
        known = self.known_to(seat) if known is None else known
        to_move = self.to_move
        codes = self.game.kernel.codes(known).tolist() if viewer == to_move else []
        offers = _list_offers(self.game)
        return {
            "game": self.game.name,
            "players": self.players,
            "options": self.options,
            "seat": seat,
            "ply": len(self.history),
            "to_move": to_move,
            "scores": self._scores(known),
            "winners": self.winners() if to_move is None else None,
            "board": self.game.view(known, viewer),
            "legal": [offers[code] for code in codes],
        }

    def own_view(
        self, seat: int | None = None, known: Known | None = None, codes: Sequence[int] | None = None
    ) -> OwnView:
        """What of a view is not the same for everybody; the rest of it is that of a spectator.

        It is made from what the seat knows and can do, which may be at hand.
        """
        viewer = self._seat(seat)
        known = self.known_to(seat) if known is None else known
        if codes is None:
            codes = self.game.kernel.codes(known).tolist() if viewer == self.to_move else ()
        texts = _list_texts(self.game)
        return {
            "seat": seat,
            "legal": [texts[code] for code in codes],
            "effects": self.game.effects(known, viewer, codes) if codes else (),
            "board": self.game.own(known, viewer),
        }

    def foresee(self, texts: Sequence[str]) -> list[Mapping[str, object]]:
        """The certain effects of each action of a turn, from the knowledge of the seat to move."""
        seat = self.to_move
        if seat is None:
            return []
        kernel, world = self.game.kernel, self.known_to(seat)
        effects: list[Mapping[str, object]] = []
        for code in map(self.game.code, texts):
            effects += self.game.effects(world, seat, [code])
            after = world.copy()
            kernel.determinize(after, seat, generator(0))
            kernel.apply(after, code)
            world = kernel.known(after, seat)
        return effects

    def render(self, seat: int | None = None) -> str:
        """The view of a seat, or a spectator, as a text drawing."""
        return self.game.render(self.known_to(seat), self._seat(seat))

    def __str__(self) -> str:
        return self.render()

    def scores(self) -> list[int | float]:
        """The money or points of every seat, so far."""
        return self._scores(self.memory)

    def returns(self) -> list[float]:
        """Each seat's share of the victory of a finished game; all 0 before."""
        if not self.is_over:
            return [0.0] * self.players
        out = np.zeros(self.players)
        self.game.kernel.returns(self.memory, out)
        shares: list[float] = out.tolist()
        return shares

    def winners(self) -> list[int] | None:
        """The seats that share the victory, ascending; None while the game goes on."""
        if not self.is_over:
            return None
        return [seat for seat, share in enumerate(self.returns()) if share > 0]

    def log(self) -> "list[list[LogLine]]":
        """The log lines of every action so far, as anybody at the table saw it."""
        kernel = self.game.kernel
        replay = self.restart()
        lines = []
        before = replay.known_to()
        for code in self.history:
            kernel.apply(replay.memory, code)
            after = replay.known_to()
            lines.append(self.game.describe(before, self.game.actions[code], after))
            before = after
        return lines

    def _scores(self, memory: Memory) -> list[int | float]:
        out = np.zeros(self.players)
        self.game.kernel.scores(memory, out)
        return [int(score) if score.is_integer() else score for score in out.tolist()]

    def _seat(self, seat: int | None) -> int:
        if seat is None:
            return NOBODY
        if type(seat) is not int or not 0 <= seat < self.players:
            raise EstaminetError(
                "seat.unknown", f"There is no seat {seat!r:.60}; the seats are 0 to {self.players - 1}."
            )
        return seat


def reveals_something(kernel: Kernel, seat: int, before: Known, code: int, after: Known, *, worlds: int) -> bool:
    """Whether an action revealed something to its own seat.

    In every world that agrees with what it knew, an action that shows nothing leads to what it knows now. So many
    worlds are tried; one that leads to something else is enough.
    """
    seen = after.tobytes()
    rng = generator(code)
    for _ in range(worlds):
        imagined = before.copy()
        kernel.determinize(imagined, seat, rng)
        kernel.apply(imagined, code)
        kernel.hide(imagined, seat)
        if imagined.tobytes() != seen:
            return True
    return False


@cache
def _list_texts(game: "Game") -> list[str]:
    """The text of every action of a game."""
    return [action.text for action in game.actions]


@cache
def _list_offers(game: "Game") -> list[ActionView]:
    """Every action of a game, as a view offers it."""
    return [{"text": action.text, "kind": action.kind, "targets": list(action.targets)} for action in game.actions]
