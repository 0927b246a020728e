"""The constants of a game: its players, options and start, and its undealt cards."""

import base64
import binascii
import zlib
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.jit.layout import Memory
from estaminet.engine.jit.random import generator
from estaminet.engine.kernel import NOBODY, Kernel, Known
from estaminet.engine.observation import number_actions
from estaminet.engine.options import OptionValue
from estaminet.engine.record import parse_record
from estaminet.envs.open_spiel import worlds
from estaminet.envs.open_spiel.chance import HiddenPlaceFinder, Places, first_deal, list_chance_parts, shuffle_places

WORLDS: Final = 400
"""Worlds that are compared."""
UNLIKELY: Final = 6.0
"""Standard errors: two means of the same thing never lie this far apart."""


def seats_observe_the_same(kernel: Kernel, players: int, some: NDArray[np.uint8], others: NDArray[np.uint8]) -> bool:
    """Whether every seat observes the same on average in both samples of worlds."""
    for seat in range(players):
        one, other = (_observe(kernel, seat, worlds) for worlds in (some, others))
        deviation = np.sqrt((one.var(axis=0) + other.var(axis=0)) / len(one))
        if (np.abs(one.mean(axis=0) - other.mean(axis=0)) > UNLIKELY * deviation + 1e-6).any():
            return False
    return True


def _observe(kernel: Kernel, seat: int, worlds: NDArray[np.uint8]) -> NDArray[np.float64]:
    out = np.zeros((len(worlds), kernel.features), np.float32)
    for world, features in zip(worlds, out, strict=True):
        kernel.encode(kernel.known(world, seat), seat, features)
    return out.astype(np.float64)


GAMES: Final[dict[str, Game]] = {}
"""The games that are registered with OpenSpiel."""
LONGEST_RECORD: Final = 1 << 20
REDEALS: Final = ("table", "seats")
"""What a game that begins with a record deals anew: what a spectator cannot know, or only what no seat has seen."""


class Setup(NamedTuple):
    """The parameters of OpenSpiel, checked."""

    game: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]
    record: str = ""
    """Empty, or a game so far as `pack_record` writes it."""
    redeal: str = REDEALS[0]
    canonical: bool = True
    """Whether actions are numbered as the player who acts sees them."""


def pack_record(line: str) -> str:
    """A record as a text without commas and brackets: OpenSpiel cannot read them in a parameter."""
    return base64.urlsafe_b64encode(zlib.compress(line.encode())).decode().rstrip("=")


def unpack_record(text: str) -> str:
    """The line of JSON behind a packed record; JSON itself is taken as it is."""
    if text.lstrip().startswith("{"):
        return text
    try:
        inflater = zlib.decompressobj()
        line = inflater.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4)), LONGEST_RECORD)
        return line.decode()
    except (ValueError, binascii.Error, zlib.error):
        raise BadRecord("The parameter record is neither a line of JSON nor what pack_record makes of one.") from None


def read_setup(game: Game, parameters: Mapping[str, OptionValue]) -> Setup:
    """Check parameters; a record brings its own players and options."""
    given = dict(parameters)
    players, record, redeal = given.pop("players"), str(given.pop("record")), str(given.pop("redeal"))
    canonical = bool(given.pop("canonical"))
    if redeal not in REDEALS:
        raise EstaminetError(
            "option.value", f"Parameter redeal cannot be {redeal!r:.60}; allowed: {', '.join(REDEALS)}."
        )
    options = game.options.resolve(given)
    if not record:
        game.check_players(players)  # type: ignore[arg-type]  # it checks just that
        return Setup(game.name, int(players), tuple(options.items()), record, redeal, canonical)
    line = unpack_record(record)
    last = parse_record(line, lambda name: _find(game, name)).replay()
    if players not in (game.seats[0], last.players):
        raise EstaminetError("players.range", f"The record is of a game with {last.players} players, not {players}.")
    for option in game.options:
        if options[option.name] not in (option.default, last.options[option.name]):
            raise EstaminetError(
                "option.value", f"In the record {option.name} is {last.options[option.name]!r}.", rule=option.rule
            )
    if last.is_over:
        raise BadRecord("The game in the record is over: there is nothing left to play.", rule=game.end_rule)
    return Setup(game.name, last.players, tuple(last.options.items()), pack_record(line), redeal, canonical)


def _find(game: Game, name: str) -> Game:
    if name != game.name:
        raise BadRecord(f"The record is of {name!r:.60}, not of {game.name}.")
    return game


class Scenario:
    """A game with its players and options, from the start or from a record on, and what chance decides in it."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.game = GAMES[setup.game]
        self.players = setup.players
        numbering = number_actions(self.game, setup.players, canonical=setup.canonical)
        self.numbers: list[list[int]] = numbering.numbers.tolist()
        """For each player the action of OpenSpiel that each code is."""
        self.codes: list[list[int]] = numbering.codes.tolist()
        """For each player the code of each action of OpenSpiel."""
        options = dict(setup.options)
        self._options = self.game.options.pack(options)
        parts = self.game.deal_parts(setup.players, options)
        self.parts = list_chance_parts(self.game, setup.players, self._options, parts)
        self.deal = first_deal(self.parts)
        """Any deal that agrees with what is known when the game begins."""
        self.undealt: Places = tuple(part.places for part in self.parts)
        """The places of the deal that are left to chance."""
        self.actions: tuple[int, ...] = ()
        """The actions before the game begins."""
        if setup.record:
            last = parse_record(unpack_record(setup.record), lambda _: self.game).replay()
            self.deal = last.deal.packed
            self.actions = tuple(last.history)
            finder = HiddenPlaceFinder(last, self._options, self.parts)
            if setup.redeal == "seats":
                self.undealt = finder.hidden_from_seats()
            else:
                self.undealt = finder.hidden_from_spectator()
                self._check_undealt(last.memory)

    @property
    def undealt_count(self) -> int:
        """The number of places left to chance."""
        return sum(map(len, self.undealt))

    def _check_undealt(self, memory: Memory) -> None:
        """Compare what chance deals with what the game itself imagines for a spectator."""
        kernel = self.game.kernel
        rng, other_rng = np.random.default_rng(1), generator(1)
        deals = np.array([shuffle_places(self.parts, self.deal, self.undealt, rng) for _ in range(WORLDS)])
        imagined = np.repeat(memory[None, :], WORLDS, axis=0)
        for world in imagined:
            kernel.determinize(world, NOBODY, other_rng)
        if not seats_observe_the_same(kernel, self.players, self.play(deals, self.actions), imagined):
            raise BadRecord(
                "What the table does not know in this position cannot be dealt one by one; with redeal=seats the hands"
                " stay as they are in the record."
            )

    def play(self, deals: NDArray[np.int16], actions: tuple[int, ...]) -> NDArray[np.uint8]:
        """The worlds that follow from several deals."""
        out = np.empty((len(deals), self.game.kernel.memory_bytes), np.uint8)
        codes = np.array(actions, np.int16)
        worlds.play_worlds(self.game.kernel.functions, out, self.players, self._options, deals, codes)
        return out


@lru_cache(maxsize=64)
def load_scenario(setup: Setup) -> Scenario:
    """The scenario of a setup: the same one for all states of a game, also those that come back from a file."""
    return Scenario(setup)


@lru_cache(maxsize=64)
def render(game: Game, known: bytes, seat: int) -> str:
    """What a seat sees, as a text drawing; cached, because OpenSpiel asks for the same one again and again."""
    return game.render(Known(np.frombuffer(known, np.uint8).copy()), seat)
