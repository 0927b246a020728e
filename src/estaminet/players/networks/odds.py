"""How often a network would take each action, for whoever tries first what it likes."""

from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Apply, Determinize, Encode, Hide, Legal, Shares
from estaminet.engine.jit.layout import Amounts, Codes, Features, Integers, Memory
from estaminet.players.networks.arithmetic import exponential
from estaminet.players.networks.forward import count_scratch, run_network
from estaminet.players.networks.policy import see_all
from estaminet.players.networks.sizes import ACTIONS, INPUTS, PLAYERS, PROMISES


@jit
def count_desk(layout: Integers) -> int:
    """How many numbers `find_odds` needs to work on."""
    return int(layout[INPUTS] + layout[ACTIONS] + layout[PLAYERS]) + count_scratch(layout)


@jit
def find_odds(
    legal: Legal,
    apply: Apply,
    evaluate: Shares,
    encode: Encode,
    hide: Hide,
    determinize: Determinize,
    weights: Features,
    layout: Integers,
    features: int,
    numbers: Codes,
    memory: Memory,
    mover: int,
    sharpness: float,
    codes: Codes,
    odds: Amounts,
    desk: Features,
    rooms: Memory,
    amounts: Amounts,
) -> None:
    """Write the odds of every legal action of the seat to move, from its own view; together they are 1.

    The sharper, the larger those of the one that the network likes best. `numbers` are the canonical ones of all seats;
    `codes`, which holds the legal actions afterwards, `desk`, `rooms` and `amounts` are scratch.
    """
    inputs, many, players = int(layout[INPUTS]), int(layout[ACTIONS]), int(layout[PLAYERS])
    row, logits = desk[:inputs], desk[inputs : inputs + many]
    behind = inputs + many + players
    own = numbers[mover * many : (mover + 1) * many]
    count = see_all(
        encode, legal, hide, determinize, apply, evaluate, memory, mover, features, int(layout[PROMISES]), own, codes,
        row, rooms, amounts,
    )  # fmt: skip
    run_network(weights, layout, row, 1, logits, desk[inputs + many : behind], desk[behind:])
    largest = float(logits[own[codes[0]]])
    for at in range(1, count):
        largest = max(largest, float(logits[own[codes[at]]]))
    total = 0.0
    for at in range(count):
        odds[at] = exponential(sharpness * (logits[own[codes[at]]] - largest))
        total += odds[at]
    for at in range(count):
        odds[at] /= total
