"""The entrants of an arena: found by name, checked before the first game, seated in any process by a seed."""

import hashlib
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Final, NamedTuple

from estaminet.arena.open_cards import OpenPlayer
from estaminet.engine.errors import EstaminetError
from estaminet.engine.game import Game
from estaminet.players.levels import NAMES, STYLES, is_level, seat_player
from estaminet.players.networks.policy import NetworkPlayer
from estaminet.players.networks.weights import Network
from estaminet.players.player import GreedyPlayer, Player, SearchPlayer
from estaminet.players.race import LearnedPlayer, read_change, require_weights
from estaminet.players.search import Budget

ENTRY_POINTS: Final = "estaminet.players"
"""The group in which other packages name their players."""
NUMBER: Final = r"\d+(?:\.\d+)?"
SEARCH: Final = re.compile(
    rf"(?P<open>open:)?(?P<kind>search|classic|learned)(?P<changes>(?:\+[a-z]+(?:={NUMBER})?)*)(?::(?P<file>.+))?"
    rf"@(?:(?P<seconds>{NUMBER})s|(?P<iterations>\d+))"
)
"""A search with its budget; one that has learned may name its network, and what it does otherwise than usual. An open
one sees every card."""
CARELESS: Final = re.compile(rf"careless@(?P<carelessness>{NUMBER})")
"""One action ahead, with errors of this size on purpose."""
NETWORK: Final = "net:"
"""What the name of a trained network begins with; its file follows."""
MakePlayer = Callable[[int], Player]


@dataclass(frozen=True)
class Entrant:
    """A player that can take a seat. Plain data: it travels to the process that plays."""

    name: str
    """As a person typed it: ``king``, ``search@0.1s``, ``./mybot.py:Bot``, ``net:mine.npz``."""
    origin: str = "estaminet"
    """What must not change while an arena is played: the version of a package, or the hash of a file."""
    path: str = ""
    """The whole path of the file of a player or a network; empty for all others."""

    def seat(self, seed: int) -> Player:
        """A player for one game."""
        make = self._find_maker()
        try:
            player = make(seed)
        except Exception as error:
            raise EstaminetError("entrant.broken", f"{self.name} cannot be made from a seed: {_say(error)}.") from error
        if not callable(getattr(player, "choose", None)):
            raise EstaminetError(
                "entrant.broken", f"{self.name} gives a {type(player).__name__}, which has no method choose."
            )
        return player

    def check(self, game: Game, players: int) -> None:
        """``network.invalid`` says why a trained network is not for this game; all others try whatever there is."""
        plan = read_search(self.name)
        if self.path and (plan or self.name.startswith(NETWORK)):
            _load_network(self).pack(game, players)
        elif plan and plan.is_learned:
            require_weights(game, players).pack(game, players)

    def _find_maker(self) -> MakePlayer:
        if is_level(self.name):
            return lambda seed: seat_player(self.name, seed)
        if careless := CARELESS.fullmatch(self.name):
            carelessness = float(careless["carelessness"])
            return lambda seed: GreedyPlayer(seed, carelessness=carelessness)
        if plan := read_search(self.name):
            network = _load_network(self) if self.path else None
            return _open_cards(plan.make(network)) if plan.is_open else plan.make(network)
        if self.name.startswith(NETWORK):
            network = _load_network(self)
            return lambda _: NetworkPlayer(network)
        return _load_file(self) if self.path else _load_entry_point(self.name)


def find_entrant(name: str) -> Entrant:
    """The entrant of that name, after it was seated once to see that it can be."""
    plan = read_search(name)
    if is_level(name) or CARELESS.fullmatch(name) or (plan and not plan.file):
        entrant = Entrant(name)
    elif plan or name.startswith(NETWORK):
        path = Path(plan.file if plan else name.removeprefix(NETWORK))
        entrant = Entrant(name, _fingerprint(name, path), str(path.resolve()))
    elif ".py:" in name or name.endswith(".py"):
        path = Path(name.rpartition(":")[0] or name)
        entrant = Entrant(name, _fingerprint(name, path), str(path.resolve()))
    else:
        entrant = Entrant(name, _name_origin(_find_entry_point(name)))
    entrant.seat(0)
    return entrant


def list_entrants() -> str:
    """All there is to choose from, for a sentence."""
    others = sorted(entry_points(group=ENTRY_POINTS).names - set(NAMES))
    return ", ".join(
        [
            *NAMES,
            *others,
            "search@0.1s (seconds) or search@5000 (iterations), careless@0.05, ./file.py:Class, net:FILE.npz, "
            "learned:FILE.npz@0.1s",
            f"a level with a style ({', '.join(STYLES)}): regular+bold",
        ]
    )


class SearchPlan(NamedTuple):
    """The parsed name of a search."""

    budget: Budget
    is_learned: bool
    is_open: bool
    changes: tuple[str, ...]
    """What one that has learned does otherwise than usual."""
    file: str

    def make(self, network: Network | None) -> MakePlayer:
        """Players that search so."""
        if self.is_learned:
            return lambda seed: LearnedPlayer(seed, self.budget, network, self.changes)
        return lambda seed: SearchPlayer(seed, self.budget)


def read_search(name: str) -> SearchPlan | None:
    """What a name says of a search; None if it is not the name of one."""
    match = SEARCH.fullmatch(name)
    if match is None or ((match["file"] or match["changes"]) and match["kind"] != "learned"):
        return None
    budget = (
        Budget(seconds=float(match["seconds"])) if match["seconds"] else Budget(iterations=int(match["iterations"]))
    )
    if not (budget.seconds or budget.iterations):
        return None
    changes = tuple(match["changes"].split("+")[1:])
    for change in changes:
        read_change(change)
    return SearchPlan(budget, match["kind"] == "learned", bool(match["open"]), changes, match["file"] or "")


def _open_cards(make: MakePlayer) -> MakePlayer:
    return lambda seed: OpenPlayer(make(seed))


def _find_entry_point(name: str) -> EntryPoint:
    found = tuple(entry_points(group=ENTRY_POINTS, name=name))
    if not found:
        raise EstaminetError("entrant.unknown", f"There is no player {name!r:.60}; there are: {list_entrants()}.")
    return found[0]


def _name_origin(entry_point: EntryPoint) -> str:
    package = entry_point.dist
    return f"{package.name} {package.version}" if package else entry_point.value


@cache
def _load_entry_point(name: str) -> MakePlayer:
    try:
        return _check_maker(name, _find_entry_point(name).load())
    except (ImportError, AttributeError) as error:
        raise EstaminetError(
            "entrant.broken", f"{name} is installed as a player, but cannot be loaded: {_say(error)}."
        ) from error


def _fingerprint(name: str, path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        reason = error.strerror or _say(error)
        raise EstaminetError("entrant.unknown", f"The file of the player {name} cannot be read: {reason}.") from None


def _check_file(entrant: Entrant) -> Path:
    path = Path(entrant.path)
    if _fingerprint(entrant.name, path) != entrant.origin:
        raise EstaminetError(
            "entrant.broken",
            f"{entrant.path} is not the file with which this arena began; its games would not compare.",
        )
    return path


@cache
def _load_network(entrant: Entrant) -> Network:
    return Network.load(_check_file(entrant))


@cache
def _load_file(entrant: Entrant) -> MakePlayer:
    path = _check_file(entrant)
    attribute = entrant.name.rpartition(":")[2] if ".py:" in entrant.name else ""
    name = f"{path.stem}_{entrant.origin}"
    spec = spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise EstaminetError("entrant.broken", f"{entrant.path} is no Python file.")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))  # a player may import its neighbours
    module = sys.modules[name] = module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise EstaminetError("entrant.broken", f"{entrant.path} cannot be loaded: {_say(error)}.") from error
    found = [each for each, value in vars(module).items() if getattr(value, "__module__", None) == name]
    if attribute not in found:
        there = ", ".join(each for each in found if not each.startswith("_")) or "nothing"
        raise EstaminetError(
            "entrant.unknown",
            f"Write a player's file as ./{path.name}:Class; in this file there is no {attribute!r:.60} but: {there}.",
        )
    return _check_maker(entrant.name, getattr(module, attribute))


def _check_maker(name: str, found: object) -> MakePlayer:
    if not callable(found):
        raise EstaminetError(
            "entrant.broken", f"{name} is a {type(found).__name__}; it must be called with a seed and give a player."
        )
    return found


def _say(error: Exception) -> str:
    return f"{type(error).__name__}: {error}".rstrip(".: ")
