"""A network's answer, in compiled code: from what seats see to the logits of their actions and of everybody's share.

Two kinds, as they are trained (`lab.training.networks`): a row of numbers for any game, and equal pieces for a game
that has a shape. `weights` holds all weights in the order in which they are needed, `layout` all sizes and places;
`players.networks.weights` fills both.
"""

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.layout import Features, Integers
from estaminet.players.networks.layers import add_linear, apply_linear, normalize, rectify
from estaminet.players.networks.pieces import count_pieces_scratch, evaluate_pieces
from estaminet.players.networks.sizes import ACTIONS, BLOCKS, PIECES, PLAYERS, PROMISED_FROM, PROMISES, WIDTH


@jit
def count_scratch(layout: Integers) -> int:
    """How many numbers one row needs to be worked on."""
    return count_pieces_scratch(layout) if layout[PIECES] > 0 else int(3 * layout[WIDTH])


@jit
def evaluate_rows(
    weights: Features, layout: Integers, inputs: Features, rows: int, logits: Features, shares: Features, work: Features
) -> None:
    size = rows * layout[WIDTH]
    hidden, spoken, inner = work[:size], work[size : 2 * size], work[2 * size : 3 * size]
    at = apply_linear(weights, 0, inputs, rows, hidden)
    rectify(hidden)
    for _ in range(layout[BLOCKS]):
        at = normalize(weights, at, hidden, rows, spoken)
        at = apply_linear(weights, at, spoken, rows, inner)
        rectify(inner)
        at = add_linear(weights, at, inner, rows, hidden)
    at = normalize(weights, at, hidden, rows, spoken)
    at = apply_linear(weights, at, spoken, rows, logits)
    apply_linear(weights, at, spoken, rows, shares)


@jit
def lean_on_promises(
    weights: Features, layout: Integers, inputs: Features, rows: int, logits: Features, shares: Features
) -> None:
    """Add to every logit what its action promises less than the best, and to every share its outlook.

    Each as much as the network has learned to.
    """
    scale, outlook = weights[weights.size - 2], weights[weights.size - 1]
    actions, players, size = layout[ACTIONS], layout[PLAYERS], inputs.size // rows
    for row in range(rows):
        promised = inputs[row * size + layout[PROMISED_FROM] :][: actions + players]
        out = logits[row * actions : (row + 1) * actions]
        for action in range(actions):
            out[action] += scale * promised[action]
        for seat in range(players):
            shares[row * players + seat] += outlook * promised[actions + seat]


@jit
def run_network(
    weights: Features, layout: Integers, inputs: Features, rows: int, logits: Features, shares: Features, work: Features
) -> None:
    """Write the logits of all actions, by their canonical numbers, and of all seats' shares, from the one to move on.

    A row each. `work` is scratch, `count_scratch` numbers a row.
    """
    if layout[PIECES] == 0:
        evaluate_rows(weights, layout, inputs, rows, logits, shares, work)
    else:
        evaluate_pieces(weights, layout, inputs, rows, logits, shares, work)
    if layout[PROMISES] > 0:
        lean_on_promises(weights, layout, inputs, rows, logits, shares)
