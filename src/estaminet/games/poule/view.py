"""The square as plain data with stable names, and as a text drawing."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

import numpy as np
from typing_extensions import TypedDict  # pydantic needs this one before Python 3.12

from estaminet.engine.jit.layout import look_up, reader
from estaminet.engine.kernel import NOBODY, Known
from estaminet.games.poule import rules
from estaminet.games.poule.components import CELLS, COLUMNS, RANKS, ROWS, TILES


class TileView(TypedDict):
    """A tile that the viewer may see."""

    name: str
    value: int


class PieceView(TypedDict):
    """Content of a cell: a tile, or a stall (``seat`` and ``rank``)."""

    cell: str
    tile: TileView | None
    seat: int | None
    rank: str | None


class SegmentView(TypedDict):
    """P4.2: a stretch of a row or column between fires, and its worth."""

    line: str
    """``row 1`` to ``row 5``, ``column a`` to ``column f``."""
    cells: list[str]
    value: int
    ranks: list[int]
    """The sum of the ranks of each seat."""


class AccountView(TypedDict):
    """P4.5: the pay of the previous round."""

    pieces: list[PieceView]
    segments: list[SegmentView]
    gains: list[int]


class OwnView(TypedDict):
    """The viewer's private knowledge."""

    secret: TileView | None


class PouleView(OwnView):
    """The market."""

    round: int
    """From 1."""
    rounds: int
    first: int
    stage: str
    """``choose``, ``place`` or ``over``."""
    pieces: list[PieceView]
    segments: list[SegmentView]
    drawn: TileView | None
    money: list[int]
    stalls: list[dict[str, int]]
    """For each seat the stalls in hand, by rank."""
    stack: int
    """Number of tiles left to draw."""
    open_stack: list[TileView] | None
    """P6.5: the tiles left to draw, top first, where they are open."""
    holds_secret: list[bool]
    last_round: AccountView | None


class Market(NamedTuple):
    """The record as a view needs it."""

    players: int
    rounds: int
    tiles_are_open: int
    tiles: int
    round_number: int
    first: int
    turn: int
    stage: int
    drawn: int
    top: int
    board: bytes
    stalls: tuple[int, ...]
    secret: tuple[int, ...]
    shuffles: bytes
    last_board: bytes
    last_gains: tuple[int, ...]
    money: tuple[int, ...]


read_market = reader(rules.State, Market)

STAGES: Final = {rules.CHOOSE: "choose", rules.PLACING: "place", rules.OVER: "over"}
LINES: Final = (*(f"row {row}" for row in ROWS), *(f"column {column}" for column in COLUMNS))
TILE_VIEWS: Final[tuple[TileView, ...]] = tuple({"name": tile.name, "value": tile.value} for tile in TILES)
"""By id."""
KEPT: Final = 4096
"""Cached accounts: all viewers see the same one for a whole round."""
LAST: Final = 256
"""Cached boards: enough while an action is sent to all."""


def build_view(known: Known, seat: int) -> PouleView:
    """The square as seen by a seat or a spectator."""
    market = read_market(known)
    players = market.players
    return {
        "round": market.round_number + 1,
        "rounds": market.rounds,
        "first": market.first,
        "stage": STAGES[market.stage],
        "pieces": pieces(market.board),
        "segments": segments(market.board, players),
        "drawn": tile(market.drawn),
        "money": list(market.money[:players]),
        "stalls": [
            count_stalls(market.stalls[at : at + rules.RANKS]) for at in range(0, players * rules.RANKS, rules.RANKS)
        ],
        "stack": market.tiles - market.top,
        "open_stack": open_stack(market),
        "holds_secret": [held != rules.NONE for held in market.secret[:players]],
        **build_own_view(known, seat),
        "last_round": account(market.last_board, market.last_gains[:players])
        if market.round_number > 0 or market.stage == rules.OVER
        else None,
    }


def build_own_view(known: Known, seat: int) -> OwnView:
    """P2.5: a seat sees its own secret tile."""
    return {"secret": None if seat == NOBODY else tile(int(look_up(known, rules.State, "secret")[seat]))}


@cache
def count_stalls(numbers: tuple[int, ...]) -> dict[str, int]:
    """Number of stalls by rank."""
    return dict(zip(RANKS, numbers, strict=True))


def tile(number: int) -> TileView | None:
    """The tile with this id; None if there is none."""
    return TILE_VIEWS[number] if number >= 0 else None


def open_stack(market: Market) -> list[TileView] | None:
    """P6.5: the tiles left to draw, where they are open."""
    if not market.tiles_are_open:
        return None
    begin = market.round_number * rules.TILES
    return [TILE_VIEWS[number] for number in market.shuffles[begin + market.top : begin + market.tiles]]


def tile_on(code: int) -> TileView | None:
    """The tile behind a cell's number in the record; None for a stall or nothing."""
    return tile(code - rules.TILE) if code < rules.STALL else None


def piece(cell: str, code: int) -> PieceView:
    """Piece behind a cell's number in the record."""
    if code < rules.STALL:
        return {"cell": cell, "tile": tile_on(code), "seat": None, "rank": None}
    seat, rank = divmod(code - rules.STALL, rules.RANKS)
    return {"cell": cell, "tile": None, "seat": seat, "rank": RANKS[rank]}


PIECE_VIEWS: Final = tuple([piece(cell, code) for code in range(rules.PIECES)] for cell in CELLS)
"""By cell and its number in the record."""


@lru_cache(maxsize=LAST)
def pieces(board: bytes) -> list[PieceView]:
    """Every occupied cell."""
    return [views[code] for views, code in zip(PIECE_VIEWS, board, strict=True) if code != rules.EMPTY]


@lru_cache(maxsize=LAST)
def segments(board: bytes, players: int) -> list[SegmentView]:
    """Every segment of every line, rows first."""
    memory = np.zeros(rules.STATE.itemsize, np.uint8)
    look_up(memory, rules.State, "tiles")[...] = rules.TILES  # the wizard may be in
    look_up(memory, rules.State, "board")[...] = np.frombuffer(board, np.int8)
    table = np.empty((rules.MOST_SEGMENTS, rules.RANK + rules.SEATS), np.int16)
    count = rules.measure_board(memory, table)
    return [segment(*numbers[: rules.RANK + players]) for numbers in table[:count].tolist()]


@lru_cache(maxsize=KEPT)
def account(board: bytes, gains: tuple[int, ...]) -> AccountView:
    """The pay of a round."""
    return {"pieces": pieces(board), "segments": segments(board, len(gains)), "gains": list(gains)}


@lru_cache(maxsize=8 * KEPT)
def segment(line: int, first: int, length: int, value: int, *ranks: int) -> SegmentView:
    """A segment as the rules measure it, cached: few change."""
    return {"line": LINES[line], "cells": _cells(line, first, length), "value": value, "ranks": list(ranks)}


@cache
def _cells(line: int, first: int, length: int) -> list[str]:
    """Cells of a line."""
    if line < rules.ROWS:
        return [column + ROWS[line] for column in COLUMNS[first : first + length]]
    return [COLUMNS[line - rules.ROWS] + row for row in ROWS[first : first + length]]


# The square in a terminal.

SHORT_NAMES = {"tax_collector": "tax"}


def render(known: Known, seat: int) -> str:
    """The board as in the rules page's example, then every player's purse and stalls."""
    view = build_view(known, seat)
    by_cell = {piece["cell"]: short_piece(piece) for piece in view["pieces"]}
    lines = [f"Round {view['round']} of {view['rounds']}", "", "    " + "".join(f"{c:<9}" for c in COLUMNS)]
    lines += [f"{row}   " + "".join(f"{by_cell.get(column + row, '.'):<9}" for column in COLUMNS) for row in ROWS]
    lines.append("")
    for player, money in enumerate(view["money"]):
        stalls = " ".join(" ".join([rank] * count) for rank, count in view["stalls"][player].items() if count)
        secret = "  secret tile" if view["holds_secret"][player] else ""
        if player == seat and view["secret"]:
            secret += f" {short_tile(view['secret'])}"
        you = "  (you)" if player == seat else ""
        lines.append(f"seat {player}  {money:4} écus  stalls {stalls or 'none'}{secret}{you}")
    lines.append(f"stack {view['stack']}")
    if view["open_stack"]:
        lines.append("next: " + ", ".join(short_tile(tile) for tile in view["open_stack"]))
    if view["drawn"]:
        lines.append(f"drawn: {short_tile(view['drawn'])}")
    return "\n".join(line.rstrip() for line in lines)


def short_tile(tile: TileView) -> str:
    """``queen +6``, ``fire``."""
    name = SHORT_NAMES.get(tile["name"], tile["name"])
    return f"{name} {tile['value']:+}" if tile["value"] else name


def short_piece(piece: PieceView) -> str:
    """At most eight characters for a cell: ``0:IIII``, ``+6``, ``fire``."""
    tile = piece["tile"]
    if tile is None:
        return f"{piece['seat']}:{piece['rank']}"
    return f"{tile['value']:+}" if tile["value"] else tile["name"]
