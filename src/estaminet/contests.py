"""A contest, the recipe of the deal of the day, and how house players decide in one.

The deal of the day, for verification with other tools:

1. Its key is the text ``daily-``, the day in UTC as ``2026-11-19``, a hyphen, and the name of the game.
2. The 256 bits behind it are SHA-256 of the text ``estaminet seed `` and the key; the deal follows from them by the
   recipe of `estaminet.engine.deal`, with the default options of the game.
3. The number of players is in the middle of what the game allows, the smaller of two.
4. Your seat is the first number below the number of players from the stream with the label ``contest/seat``.
5. All others are house players of the level ``host``. The one to decide after so many actions thinks with the seed
   that is the first 32 bits of SHA-256 of the key, a slash, and that number.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final, NamedTuple, Self

from estaminet.engine.deal import Deal, DealValue, Stream, seed_bits
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.kernel import Known
from estaminet.engine.options import OptionValue
from estaminet.engine.position import Position
from estaminet.players.levels import LevelPlayer
from estaminet.players.search import Budget
from estaminet.players.thinker import find_strongest

LEVEL: Final = "host"
"""House players' level in the deal of the day."""
KING: Final = Budget(iterations=800)
"""The budget of `king` for each decision when the house itself plays a contest from your seat."""
HOUSE_GAMES: Final = 24
"""The default number of such games, each with another seed."""
KEY: Final = re.compile(r"daily-(\d{4}-\d\d-\d\d)-(\w+)", re.ASCII)
FIRST_DAY: Final = date(2026, 1, 1)


@dataclass(frozen=True)
class Contest:
    """Same deal for all."""

    key: str
    """House players' decisions follow from it, and from their knowledge."""
    game: Game
    players: int
    options: Mapping[str, OptionValue]
    seat: int
    """Your seat."""
    level: str
    """Others' level."""
    seed: str | bytes
    """The seed of the deal."""

    @classmethod
    def daily(cls, game: Game, day: date) -> Self:
        """The deal of a day."""
        if day < FIRST_DAY:
            raise EstaminetError("contest.unknown", f"The first deal of the day was that of {FIRST_DAY}, not {day}.")
        key = f"daily-{day}-{game.name}"
        players = game.seats[(len(game.seats) - 1) // 2]
        return cls.draw(key, game, players, game.options.resolve({}), LEVEL, key)

    @classmethod
    def draw(
        cls, key: str, game: Game, players: int, options: Mapping[str, OptionValue], level: str, seed: str | bytes
    ) -> Self:
        """A contest with the seat its seed says."""
        return cls(key, game, players, options, Stream(seed_bits(seed), "contest/seat").below(players), level, seed)

    @property
    def deal(self) -> Mapping[str, DealValue]:
        """All random parts of the deal."""
        return Deal.draw(self.game.deal_parts(self.players, self.options), seed_bits(self.seed)).values

    def start(self) -> Position:
        """The position after the deal."""
        return self.game.start(self.players, options=self.options, seed=self.seed)

    def choose(self, known: Known, seat: int, ply: int) -> int:
        """A house player's action after so many others, from its seat's knowledge: the same for everybody."""
        player = LevelPlayer(self.level, find_seed(self.key, ply), is_timed=False)
        return player.choose(self.game, self.players, known, seat)

    def answer(self, position: Position) -> None:
        """Have the house players play on until you are to move, or the game is over."""
        while (seat := position.to_move) is not None and seat != self.seat:
            position.play_code(self.choose(position.known_to(seat), seat, len(position.history)))

    def play_house(self, number: int) -> Iterator[Position]:
        """A game that `king` plays from your seat; another number is another seed.

        The position is yielded before each decision of `king`, and at the end: one piece of work.
        """
        position = self.start()
        while not position.is_over:
            self.answer(position)
            yield position
            if position.is_over:
                return
            seed = find_seed(f"{self.key}/king/{number}", len(position.history))
            known = position.known_to(self.seat)
            king = find_strongest(self.game, self.players, seed, KING)
            position.play_code(king.choose(self.game, self.players, known, self.seat))
        yield position


def find_seed(key: str, ply: int) -> int:
    """The seed of a decision after so many actions."""
    return int.from_bytes(hashlib.sha256(f"{key}/{ply}".encode()).digest()[:4])


def read_key(key: str) -> tuple[date, str] | None:
    """The day and the game of a deal of the day; None for the key of another contest."""
    match = KEY.fullmatch(key)
    try:
        return (date.fromisoformat(match[1]), match[2]) if match else None
    except ValueError:
        return None


# Results and divergences


class Result(NamedTuple):
    """A contestant's result. Greater is better."""

    share: float
    """Of the victory."""
    lead: float | None = None
    """Over the best other one at the end, in the game's own unit; None after giving up, or without a unit."""

    @classmethod
    def of(cls, position: Position, seat: int) -> Self:
        """A seat's result at the end of a game."""
        return cls(position.returns()[seat], position.game.lead(position.memory, seat))

    @property
    def rank(self) -> tuple[float, bool, float]:
        """The order of results: giving up comes after every loss."""
        return self.share, self.lead is not None, self.lead or 0.0


def find_percentile(own: Result, others: Sequence[Result]) -> float | None:
    """The share of the others with a worse result, equal ones counted half; None without others."""
    if not others:
        return None
    return sum((other.rank < own.rank) + (other.rank == own.rank) / 2 for other in others) / len(others)


def find_difference(one: Sequence[str], other: Sequence[str]) -> int | None:
    """The ply at which two games of the same deal part; None if they do not."""
    for ply, (first, second) in enumerate(zip(one, other, strict=False)):
        if first != second:
            return ply
    return None if len(one) == len(other) else min(len(one), len(other))


class Continuation(NamedTuple):
    """An action of some contestants, and their results."""

    action: str
    games: int
    share: float
    """On average."""
    lead: float | None


class Divergence(NamedTuple):
    """The first decision at which you differ from most others who had come as far."""

    ply: int
    yours: str
    others: tuple[Continuation, ...]
    """The most frequent first."""


def find_divergence(yours: Sequence[str], others: Sequence[tuple[Sequence[str], Result]]) -> Divergence | None:
    """First divergence of your game from others of its deal; None if it never parts, or none goes that far."""
    together = list(others)
    for ply, action in enumerate(yours):
        together = [each for each in together if len(each[0]) > ply]
        ways: dict[str, list[Result]] = {}
        for actions, result in together:
            ways.setdefault(actions[ply], []).append(result)
        if not ways:
            return None
        most = max(map(len, ways.values()))
        if len(ways.get(action, ())) < most:
            found = sorted(
                (summarize_continuation(each, results) for each, results in ways.items()), key=lambda way: -way.games
            )
            return Divergence(ply, action, tuple(found))
        together = [each for each in together if each[0][ply] == action]
    return None


def summarize_continuation(action: str, results: Sequence[Result]) -> Continuation:
    leads = [result.lead for result in results if result.lead is not None]
    mean = sum(leads) / len(leads) if leads else None
    return Continuation(action, len(results), sum(result.share for result in results) / len(results), mean)
