"""Boards drawn as in the rules page, set on the square, and paid by the kernel."""

from collections.abc import Iterator, Mapping
from typing import Final

import estaminet
from estaminet.engine.jit.random import below, generator
from estaminet.engine.kernel import NOBODY
from estaminet.engine.position import Position
from estaminet.games.poule import rules, view
from estaminet.games.poule.components import CELLS, COLUMNS, RANKS, ROWS
from estaminet.games.poule.view import AccountView, PieceView, PouleView

GAME: Final = estaminet.game("poule")
COLOURS: Final = "WGBR"
"""The letters of seats 0 to 3."""
TILE_IDS: Final = {
    "+1": (0, 1), "+2": (2, 3), "+3": (4, 5), "+4": (6, 7), "+5": (8, 9), "+6": (10, 11),
    "-1": (12,), "-2": (13,), "-3": (14,), "-4": (15,), "-5": (16,), "-6": (17,),
    "purse": (18,), "fire": (19, 19), "curse": (21,), "wizard": (22,),
}  # fmt: skip
Board = Mapping[str, str]
"""Content of each occupied cell: ``{"a1": "B I", "c1": "+3"}``."""


def read(text: str) -> Board:
    """A drawing: a line of column letters, then a line for each row; ``.`` is an empty cell."""
    heading, *lines = [line.split() for line in text.splitlines() if line.strip()]
    assert heading == list(COLUMNS)
    assert [line[0] for line in lines] == list(ROWS)
    board: dict[str, str] = {}
    for row, *words in lines:
        pieces: list[str] = []
        for word in words:
            if word in RANKS:
                pieces[-1] += f" {word}"
            else:
                pieces.append(word)
        assert len(pieces) == len(COLUMNS), f"row {row} has {len(pieces)} cells"
        board |= {column + row: piece for column, piece in zip(COLUMNS, pieces, strict=True) if piece != "."}
    return board


def written(pieces: list[PieceView]) -> Board:
    """A view as a board."""
    return {piece["cell"]: _word(piece) for piece in pieces}


def _word(piece: PieceView) -> str:
    if piece["seat"] is not None:
        return f"{COLOURS[piece['seat']]} {piece['rank']}"
    assert piece["tile"] is not None
    return f"{piece['tile']['value']:+}" if piece["tile"]["value"] else piece["tile"]["name"]


def state_of(position: Position) -> rules.State:
    """The record of a position, to look at and to change."""
    state: rules.State = position.memory.view(rules.STATE)[0]
    return state


def look(position: Position, seat: int | None = None) -> PouleView:
    """The game's own part of a view."""
    return view.build_view(position.known_to(seat), NOBODY if seat is None else seat)


def account(position: Position) -> AccountView:
    """The last round's pay."""
    paid = look(position)["last_round"]
    assert paid is not None
    return paid


def lay(position: Position, board: Board) -> None:
    """Clear the square and set these pieces on it. Hands and stack stay as they are."""
    state = state_of(position)
    state.board[:] = rules.EMPTY
    used: dict[str, int] = {}
    for cell, word in board.items():
        colour, _, rank = word.partition(" ")
        if rank:
            piece = rules.STALL + COLOURS.index(colour) * len(RANKS) + RANKS.index(rank)
        else:
            piece = rules.TILE + TILE_IDS[word][used.get(word, 0)]
            used[word] = used.get(word, 0) + 1
        state.board[CELLS.index(cell)] = piece
    empty = [at for at, cell in enumerate(CELLS) if cell not in board]
    state.free = len(empty)
    state.empty_cells[:] = rules.CELLS
    state.empty_cells[: len(empty)] = empty


def all_cells_but(*empty: str) -> dict[str, str]:
    """A square full of stalls, which without buyers and rogues earn nothing, but for these cells."""
    return {cell: "W I" for cell in CELLS if cell not in empty}


def give(position: Position, hands: Mapping[int, str], *, turn: int, stack: int = 0) -> None:
    """Leave each seat only the stalls named (``{0: "I I III"}``), no secret tile, and this much of the stack."""
    state = state_of(position)
    state.stalls[:] = 0
    for seat, stalls in hands.items():
        for rank in stalls.split():
            state.stalls[seat, RANKS.index(rank)] += 1
    state.secret[:] = rules.NONE
    state.top = state.tiles - stack
    state.turn = turn


def pay(board: Board, players: int = 3) -> Position:
    """Play the last stall of a board; with it the only round of a game is over and paid."""
    cell, word = next((cell, word) for cell, word in board.items() if word[-1] == "I")
    colour, _, rank = word.partition(" ")
    seat = COLOURS.index(colour)
    position = GAME.start(players, options={"rounds": 1, "wizard": True})
    lay(position, {other: board[other] for other in board if other != cell})
    give(position, {seat: rank}, turn=seat)
    position.play(f"stall {rank} {cell}")
    return position


def gains(drawing: str, players: int = 3) -> list[int]:
    """Pay of each seat from a drawn board."""
    return account(pay(read(drawing), players))["gains"]


def draw_and_place(position: Position, times: int) -> None:
    """Play tiles from the stack to the first empty cells."""
    for _ in range(times):
        position.play("draw")
        position.play(position.legal()[0])


def walk(position: Position, seed: int) -> Iterator[Position]:
    """The position before every action of a random game, and the last one; always the same object.

    Each kind of action is as likely as the others, else stalls would go first and nobody would ever pass.
    """
    rng = generator(seed)
    yield position
    while codes := position.legal_codes():
        kinds = sorted({GAME.actions[code].kind for code in codes})
        kind = kinds[below(rng, len(kinds))]
        chosen = [code for code in codes if GAME.actions[code].kind == kind]
        position.play_code(chosen[below(rng, len(chosen))])
        yield position
