"""What if: branches of a finished game, each at a table of its own.

A branch is an ordinary table that begins with somebody else's deal and with what was played until the decision that is
made anew. All that is known of the tree is in the lists of tables: where a branch leaves which game, and how it ended.
"""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal, cast, get_args

from pydantic import Field
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.deal import SEED_BYTES
from estaminet.engine.record import DEEPEST_VARIATION, MOST_VARIATIONS, FindGame, Record, Variation
from estaminet.server.errors import Refusal
from estaminet.server.live.setup import TableSetup, seat_owner
from estaminet.server.rules.plan import CHARACTERS, HouseSeat, Level, MySeat, Opening, SeatPlan, Strict, TablePlan
from estaminet.server.store.rows import TableSummary

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
Worlds = Literal["real", "imagined"]
Members = Mapping[str, Any]
"""A record as its JSON object."""


class BranchPlan(Strict):
    """Another action to try in a game that is over."""

    table: str | None = Field(default=None, max_length=40)
    """The table it was played at; or a record:"""
    record: dict[str, Any] | None = None
    at: int = Field(ge=0, le=10_000)
    """How many actions stay as they were. The next one is yours."""
    worlds: Worlds = "real"
    """Whether cards lie as they lay, or hidden ones as your seat may imagine them from what it has seen."""
    level: Level | None = None
    """Of all house players; if left out, as they played, and "host" where a person did."""

    def check(self) -> None:
        """``message.invalid`` unless it names one game."""
        if (self.table is None) == (self.record is None):
            raise Refusal("message.invalid", "A branch is of a table or of a record: name one of them.")


class BranchMessage(TypedDict):
    """A branch of a game, in a list."""

    id: str
    """Its table."""
    game: str
    source: str
    """The table that it leaves, which may be a branch itself; or the fingerprint of a record."""
    title: str
    at: int
    """How many actions of that game come before its own."""
    action: str
    """The first of its own; empty until it is over."""
    seat: int
    """The seat of the person who tries it."""
    worlds: Worlds
    status: Literal["waiting", "playing", "over"]
    reason: str | None
    winners: list[int] | None
    scores: list[int | float] | None
    touched: int
    """When it last changed, in milliseconds since 1970."""


# Setting one up


def fingerprint(record: Members) -> str:
    """The key of a record that belongs to no table: the same for the same game."""
    game = [record.get(name) for name in ("game", "players", "options", "deal", "actions")]
    return "record-" + hashlib.sha256(json.dumps(game, sort_keys=True).encode()).hexdigest()[:24]


def seat_branch(plan: BranchPlan, members: Members, find_game: FindGame, you: tuple[str, str]) -> TableSetup:
    """The table at which somebody acts otherwise in the game of a record, with their id and name.

    Every action before that is checked: anybody may have written the record.
    """
    record = Record.read(members, find_game)
    position = record.at(plan.at)
    seat = position.to_move
    if seat is None:
        raise Refusal("branch.none", "The game is over there: nobody can act otherwise.")
    if plan.worlds == "imagined":
        position = position.imagine(seat, secrets.token_bytes(SEED_BYTES))
    game, options = position.game, position.options
    table = TablePlan(game=game.name, seats=plan_seats(members, position.players, seat, plan.level), options=options)
    source = plan.table or fingerprint(members)
    opening = Opening(
        "branch", seat, position.deal.values, tuple(position.actions), source,
        is_imagined=plan.worlds == "imagined", is_practice=True,
    )  # fmt: skip
    return seat_owner(table, *you)._replace(opening=opening)


def plan_seats(members: Members, players: int, own: int, level: Level | None) -> list[SeatPlan]:
    """The seats: you, and house players for everybody else, the same ones where a house player sat.

    A house player who had your seat sits nowhere, so that nobody is mistaken for somebody else of that game.
    """
    characters, names = _texts(members, "characters"), _texts(members, "names")
    seats: list[SeatPlan] = []
    seen: set[str] = set()
    free = [each for each in CHARACTERS if each not in characters.values()]
    for number in range(players):
        character, name = characters.get(number), names.get(number)
        if number == own:
            seats.append(MySeat(kind="me"))
            continue
        known = next((each for each in CHARACTERS if each == character and each not in seen), None)
        if known is None and free:
            known = free.pop(0)
        seen.add(known or "")
        usual: Level = next((each for each in LEVELS if each == name and character is not None), "host")
        seats.append(HouseSeat(kind="house", level=level or usual, character=known))
    return seats


def _texts(members: Members, name: str) -> dict[int, str]:
    """The texts of a list by their places; anybody may have written the record."""
    found = members.get(name)
    return {at: each for at, each in enumerate(found) if isinstance(each, str)} if isinstance(found, list) else {}


# The tree


def describe_branch(table: TableSummary) -> BranchMessage:
    """A branch, as it is listed for its owner."""
    summary: dict[str, Any] = table.summary
    branch = summary["branch"]
    return {
        "id": table.id,
        "game": summary["game"],
        "source": branch["source"],
        "title": branch["title"],
        "at": branch["at"],
        "action": next(iter(branch["actions"]), ""),
        "seat": branch["seat"],
        "worlds": "imagined" if branch["is_imagined"] else "real",
        "status": cast("Any", table.status),
        "reason": summary["reason"],
        "winners": summary["winners"],
        "scores": summary["scores"],
        "touched": table.touched,
    }


def find_root(branches: Sequence[TableSummary], source: str) -> str:
    """The game at the root of a branch; itself, if it is none."""
    sources = _find_sources(branches)
    for _ in branches:
        source = sources.get(source, source)
    return source


def list_below(branches: Sequence[TableSummary], source: str) -> list[TableSummary]:
    """The branches of a game, and the branches of these, the oldest first."""
    sources = _find_sources(branches)
    below: set[str] = {source}
    for _ in branches:
        more = {each for each, parent in sources.items() if parent in below} - below
        if not more:
            break
        below |= more
    return [each for each in branches if each.id in below and each.id != source]


def list_family(branches: Sequence[TableSummary], source: str) -> list[TableSummary]:
    """All branches of the game that a table shows or comes from."""
    return list_below(branches, find_root(branches, source))


def _find_sources(branches: Iterable[TableSummary]) -> dict[str, str]:
    return {each.id: cast("dict[str, str]", each.summary["branch"])["source"] for each in branches}


def write_variations(branches: Sequence[TableSummary], source: str) -> list[dict[str, object]]:
    """The branches of a game that are over, as its record has them: only so many, and so deep."""
    room = [MOST_VARIATIONS]

    def write(parent: str, depth: int) -> tuple[Variation, ...]:
        found = []
        for each in branches if depth <= DEEPEST_VARIATION else ():
            summary: dict[str, Any] = each.summary
            branch = summary["branch"]
            if branch["source"] != parent or summary["reason"] is None or not room[0]:
                continue
            room[0] -= 1
            ended = summary["reason"] == "finished"
            variation = Variation(
                at=branch["at"],
                actions=tuple(branch["actions"]),
                name=branch["title"],
                seat=branch["seat"],
                deal=branch["deal"],
                scores=tuple(summary["scores"]) if ended else None,
                winners=tuple(summary["winners"]) if ended else None,
                variations=write(each.id, depth + 1),
            )
            found.append(variation)
        return tuple(found)

    return [each.to_data() for each in write(source, 1)]
