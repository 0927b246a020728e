"""A whole game as one JSON object: written, read back and checked action by action."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from estaminet.engine.errors import BadRecord, EstaminetError
from estaminet.engine.game import Game
from estaminet.engine.position import Position

FORMAT: Final = "estaminet-record/1"
MOST_VARIATIONS: Final = 100
"""The most variations of a record."""
DEEPEST_VARIATION: Final = 8
"""The greatest depth of nested variations."""
FindGame = Callable[[str], Game]
T = TypeVar("T")


@dataclass(frozen=True)
class Variation:
    """Another way in which a game could have gone, from some action on."""

    at: int
    """The number of actions of its game or parent variation that come before its own."""
    actions: tuple[str, ...]
    name: str = ""
    seat: int | None = None
    """The seat of the person who tried it; the others are house players."""
    deal: Mapping[str, object] | None = None
    """The deal if it differs from the game's: imagined from what the seat knew."""
    scores: tuple[int | float, ...] | None = None
    winners: tuple[int, ...] | None = None
    variations: "tuple[Variation, ...]" = ()

    @classmethod
    def read(cls, data: object, depth: int = 1) -> "Variation":
        """Read a JSON object; BadRecord names the fault. `Record.replay` checks the rules."""
        members = _Members(data)
        return cls(
            at=members.get("at", int),
            actions=tuple(_texts(members.get("actions", list), "actions")),
            name=members.find("name", str) or "",
            seat=members.find("seat", int),
            deal=members.find("deal", dict),
            scores=members.find_numbers("scores"),
            winners=members.find_seats("winners"),
            variations=_read_variations(members, depth + 1),
        )

    def to_data(self) -> dict[str, object]:
        """The members of the JSON object."""
        members: dict[str, object] = {"at": self.at, "actions": self.actions}
        for name in ("name", "seat", "deal", "scores", "winners"):
            if (value := getattr(self, name)) not in (None, ""):
                members[name] = value
        if self.variations:
            members["variations"] = [each.to_data() for each in self.variations]
        return members

    def count(self) -> int:
        """The number of variations, its own included."""
        return 1 + sum(each.count() for each in self.variations)


@dataclass(frozen=True)
class Record:
    """The start of a game and every decision in it. It shows everything: nobody gets it during the game."""

    start: Position
    """The position before the first action."""
    actions: tuple[str, ...]
    scores: tuple[int | float, ...] | None = None
    """None while the game is unfinished."""
    winners: tuple[int, ...] | None = None
    legal: tuple[tuple[str, ...], ...] | None = None
    """All legal actions before each action, sorted; only on request."""
    variations: tuple[Variation, ...] = ()

    @classmethod
    def of(cls, position: Position, *, with_legal: bool = False) -> "Record":
        """The record of a game up to a position."""
        game = position.game
        start = position.restart()
        legal: list[tuple[str, ...]] = []
        if with_legal:
            replay = start.copy()
            for code in position.history:
                legal.append(tuple(sorted(replay.legal())))
                game.kernel.apply(replay.memory, code)
        winners = position.winners()
        return cls(
            start,
            tuple(position.actions),
            None if winners is None else tuple(position.scores()),
            None if winners is None else tuple(winners),
            tuple(legal) if with_legal else None,
        )

    @classmethod
    def read(cls, data: object, find_game: FindGame) -> "Record":
        """Read a JSON object; BadRecord, or the error of its start, names the fault."""
        members = _Members(data)
        if members.get("format", str) != FORMAT:
            raise BadRecord(f"The format of a record is {FORMAT!r}, not {members.get('format', str)!r:.60}.")
        game = find_game(members.get("game", str))
        options = members.find("options", dict)
        start = game.start(members.get("players", int), options=options, deal=members.get("deal", dict))
        scores, winners = members.find_numbers("scores"), members.find_seats("winners")
        if (scores is None) != (winners is None):
            raise BadRecord("A finished game has both scores and winners, an unfinished one neither.")
        legal = members.find("legal", list)
        variations = _read_variations(members)
        if sum(each.count() for each in variations) > MOST_VARIATIONS:
            raise BadRecord(f"A record has at most {MOST_VARIATIONS} variations.")
        return cls(
            start,
            tuple(_texts(members.get("actions", list), "actions")),
            scores,
            winners,
            None if legal is None else tuple(tuple(_texts(texts, "legal")) for texts in legal),
            variations,
        )

    def to_data(self) -> dict[str, object]:
        """The members of the JSON object."""
        members: dict[str, object] = {
            "format": FORMAT,
            "game": self.start.game.name,
            "players": self.start.players,
            "options": self.start.options,
            "deal": self.start.deal.values,
            "actions": self.actions,
        }
        for name in ("scores", "winners", "legal"):
            if (value := getattr(self, name)) is not None:
                members[name] = value
        if self.variations:
            members["variations"] = [each.to_data() for each in self.variations]
        return members

    def to_json(self) -> str:
        """One line of JSON."""
        return write_line(self.to_data())

    def positions(self) -> Iterator[Position]:
        """The position before every action and the last one, each a fresh copy, checked on the way."""
        position = self.start.copy()
        if self.legal is not None and len(self.legal) != len(self.actions):
            raise BadRecord(f"There are {len(self.actions)} actions, but {len(self.legal)} lists of legal ones.")
        yield position.copy()
        for index, text in enumerate(self.actions):
            if self.legal is not None and list(self.legal[index]) != sorted(position.legal()):
                raise BadRecord("The list of legal actions is not what the rules allow.", action_index=index)
            try:
                position.play(text)
            except EstaminetError as error:
                raise BadRecord(error.sentence, rule=error.rule, action_index=index) from error
            yield position.copy()
        self._check_end(position)

    def replay(self) -> Position:
        """Check every action; the last position. BadRecord names the action that breaks a rule.

        The actions of variations are checked, too.
        """
        *_, last = self.positions()
        self.check_variations()
        return last

    def check_variations(self) -> None:
        """Check the variations; BadRecord names the one that breaks a rule."""
        for number, variation in enumerate(self.variations):
            try:
                self.follow(variation).replay()
            except EstaminetError as error:
                raise BadRecord(f"Variation {number}: {error.sentence}", rule=error.rule) from error

    def at(self, ply: int) -> Position:
        """The position after so many actions, each of which is checked."""
        if not 0 <= ply <= len(self.actions):
            raise BadRecord(f"There is no position after {ply} actions: the record has {len(self.actions)}.")
        position = self.start.copy()
        for index, text in enumerate(self.actions[:ply]):
            try:
                position.play(text)
            except EstaminetError as error:
                raise BadRecord(error.sentence, rule=error.rule, action_index=index) from error
        return position

    def follow(self, variation: Variation) -> "Record":
        """The record of a variation as a game of its own, with its variations."""
        if not 0 <= variation.at <= len(self.actions):
            raise BadRecord(f"A variation begins after {variation.at} actions, but there are {len(self.actions)}.")
        start = self.start
        if variation.deal is not None:
            start = start.game.start(start.players, options=start.options, deal=variation.deal)
        actions = (*self.actions[: variation.at], *variation.actions)
        return Record(start, actions, variation.scores, variation.winners, variations=variation.variations)

    def _check_end(self, last: Position) -> None:
        winners = last.winners()
        if winners is None:
            if self.scores is not None:
                raise BadRecord("The game is not over, but the record has scores and winners.", rule=last.game.end_rule)
            return
        if self.scores is None or self.winners is None:
            raise BadRecord("The game is over, but the record has no scores and winners.", rule=last.game.end_rule)
        for name, written, right in (
            ("scores", list(self.scores), last.scores()),
            ("winners", list(self.winners), winners),
        ):
            if written != right:
                raise BadRecord(f"The {name} are {right}, not {written!r:.60}.", rule=last.game.end_rule)


def parse_record(line: bytes | str, find_game: FindGame) -> Record:
    """Read one line of a record file."""
    return Record.read(parse_line(line), find_game)


def parse_line(line: bytes | str) -> object:
    """The JSON of one line of a record file."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord("This is no record: it is not JSON.") from None


def write_line(members: Mapping[str, object]) -> str:
    """A record, perhaps with additional members, as one line of JSON."""
    return json.dumps(members, ensure_ascii=False, separators=(",", ":"))


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The records of a file, each with the number of its line, from 1: JSON Lines, or one object over many lines."""
    with path.open("rb") as file:
        first = file.readline()
        if not _is_json(first):
            first += file.read()
            if not _is_json(first):
                raise BadRecord(f"{path} is no record file: it does not begin with a JSON object.")
        yield 1, first
        yield from ((number, line) for number, line in enumerate(file, start=2) if line.strip())


def _is_json(text: bytes | str) -> bool:
    try:
        parse_line(text)
    except BadRecord:
        return False
    return True


class _Members:
    """The members of a JSON object, each with the type that it must have."""

    NAMES: Final = {str: "a text", int: "a whole number", list: "a list", dict: "an object"}

    def __init__(self, data: object) -> None:
        if not isinstance(data, Mapping):
            raise BadRecord("This is no record: a record is a JSON object.")
        self._data = data

    def find(self, name: str, kind: type[T]) -> T | None:
        """The member, or None if it is left out."""
        return self.get(name, kind) if name in self._data else None

    def find_numbers(self, name: str) -> tuple[int | float, ...] | None:
        found = self.find(name, list)
        return None if found is None else tuple(_numbers(found, name))

    def find_seats(self, name: str) -> tuple[int, ...] | None:
        found = self.find(name, list)
        return None if found is None else tuple(_seats(found))

    def get(self, name: str, kind: type[T]) -> T:
        if name not in self._data:
            raise BadRecord(f"The record lacks its member {name}.")
        value = self._data[name]
        if type(value) is not kind:
            raise BadRecord(f"In a record, {name} is {self.NAMES[kind]}, not {value!r:.60}.")
        return value


def _read_variations(members: _Members, depth: int = 1) -> tuple[Variation, ...]:
    found = members.find("variations", list) or []
    if found and depth > DEEPEST_VARIATION:
        raise BadRecord(f"Variations lie at most {DEEPEST_VARIATION} deep within each other.")
    if len(found) > MOST_VARIATIONS:
        raise BadRecord(f"A record has at most {MOST_VARIATIONS} variations.")
    return tuple(Variation.read(each, depth) for each in found)


def _texts(values: object, name: str) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise BadRecord(f"In a record, {name} holds lists of texts only.")
    return values


def _numbers(values: list[object], name: str) -> list[int | float]:
    if not all(type(value) in (int, float) for value in values):
        raise BadRecord(f"In a record, {name} holds numbers only.")
    return values  # type: ignore[return-value]  # just checked


def _seats(values: list[object]) -> list[int]:
    if not all(type(value) is int for value in values):
        raise BadRecord("In a record, winners holds seat numbers only.")
    return values  # type: ignore[return-value]  # just checked
