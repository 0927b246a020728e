"""The last turns of a round taken back: the board shows them, so that nothing is lost but what came before them."""

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Codes, Memory, Random, record
from estaminet.games.poule.rules import (
    CELLS,
    CHOOSE,
    DRAW,
    EMPTY,
    NONE,
    OVER,
    PASS,
    PASSED,
    PLACE,
    PLACING,
    RANKS,
    SECRET,
    SECRETLY,
    STALL,
    STATE,
    TILE,
    State,
)


@jit
def vacate(state: State, cell: int) -> None:
    """Take a piece from its cell."""
    state.board[cell] = EMPTY
    at = int(state.free)
    while at > 0 and state.empty_cells[at - 1] > cell:
        state.empty_cells[at] = state.empty_cells[at - 1]
        at -= 1
    state.empty_cells[at] = cell
    state.free += 1


@jit
def return_tile(state: State, tile: int) -> None:
    """Put a drawn tile back onto the stack."""
    state.top -= 1
    state.shuffles[state.round_number, state.top] = tile


@jit
def rewind(memory: Memory, actions: Codes, rng: Random) -> int:  # noqa: ARG001  # nobody draws what others do not see
    """The draw of a turn that goes on, else the turn of the seat before."""
    state: State = record(memory, STATE)
    if state.stage == OVER:
        return 0
    if state.stage == PLACING:
        state.shown = 0
        return_tile(state, int(state.drawn))
        state.drawn = NONE
        state.stage = CHOOSE
        actions[0] = DRAW
        return 1
    seat = (int(state.turn) - 1) % int(state.players)
    done = int(state.last_turns[seat] & 255)
    if done == 0:
        return 0
    state.shown = 0
    state.turn = seat
    state.last_turns[seat] >>= 8
    if done == PASSED:
        actions[0] = PASS
        return 1
    cell = (done - 1) % CELLS
    piece = int(state.board[cell])
    vacate(state, cell)
    if piece >= STALL:
        rank = (piece - STALL) % RANKS
        state.stalls[seat, rank] += 1
        actions[0] = rank * CELLS + cell
        return 1
    if done >= SECRETLY:
        state.secret[seat] = piece - TILE
        actions[0] = SECRET + cell
        return 1
    return_tile(state, piece - TILE)
    actions[0] = DRAW
    actions[1] = PLACE + cell
    return 2
