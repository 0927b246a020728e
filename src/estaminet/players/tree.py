"""Information-set tree search as one compiled kernel for every game.

Each iteration imagines a world that agrees with what the seat knows (`determinize`), walks down a tree that all worlds
share, adds a node, values the leaf, and carries each seat's share of the victory back up. A node's edges are
actions; an edge has one child for each thing that its action may show (`revealed`). An action that is not legal in
this world is passed over, and how often it was available counts in its place (Cowling, Powley, Whitehouse 2012).
Every seat maximises its own share. Edges begin with what `evaluate` says one action ahead.

Where hands are hidden, a tree that goes on after the seat's own turn makes the others play as if they did not know
their own cards. There the tree holds the seat's own turn alone (`OWN_TURN`), and the others answer in the playout,
each with the action that promises most from what it would know.

With a network, edges are tried the more the more often the network would take them, whatever they promise.
"""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.compiler import jit, jit_allocating
from estaminet.engine.jit.functions import Apply, Determinize, Encode, Hide, Legal, Revealed, Shares, ToMove
from estaminet.engine.jit.layout import Amounts, Codes, Features, Integers, Memory, Random
from estaminet.engine.jit.random import below
from estaminet.players.ahead import ROOMS, look_ahead
from estaminet.players.networks.odds import count_desk, find_odds

Nodes = Annotated[NDArray[np.int64], types.int64[:, ::1]]
Edges = Annotated[NDArray[np.int32], types.int32[:, ::1]]
Values = Annotated[NDArray[np.float32], types.float32[:, ::1]]
Slots = Annotated[NDArray[np.int32], types.int32[::1]]

# Columns of a node.
FIRST_EDGE: Final = 0
NODE_VISITS: Final = 1
NEXT_OUTCOME: Final = 2
SHOWN: Final = 3
NODE_COLUMNS: Final = 4

# Columns of an edge.
NEXT_EDGE: Final = 0
CODE: Final = 1
EDGE_VISITS: Final = 2
AVAILABLE: Final = 3
FIRST_OUTCOME: Final = 4
EDGE_COLUMNS: Final = 5

# Columns of an edge's values: what one action ahead promised the mover, the weight of that among the other edges,
# then the sum of each seat's shares.
PROMISE: Final = 0
WEIGHT: Final = 1
SUMS: Final = 2

# Places in the counters of a tree.
NODE_COUNT: Final = 0
EDGE_COUNT: Final = 1
COUNTERS: Final = 2

# Places in the settings of a search.
EXPLORATION: Final = 0
SHARPNESS: Final = 1
TRUST: Final = 2
OWN_TURN: Final = 3
PLAYOUT_TURNS: Final = 4
CANDIDATES: Final = 5
ROLLOUT: Final = 6
LOYALTY: Final = 7

NONE: Final = -1
LONGEST_PATH: Final = 64
LEAST_WEIGHT: Final = 1e-30
"""However sharp a search is, no action has no weight at all."""
LEAST_ODDS: Final = 0.01
"""The same where a network says what is tried first: it may be wrong."""


@jit
def add_node(nodes: Nodes, counters: Slots, shown: int) -> int:
    """A new leaf, or NONE when the memory is used up."""
    node = int(counters[NODE_COUNT])
    if node == nodes.shape[0]:
        return NONE
    counters[NODE_COUNT] += 1
    nodes[node, FIRST_EDGE] = NONE
    nodes[node, NODE_VISITS] = 0
    nodes[node, NEXT_OUTCOME] = NONE
    nodes[node, SHOWN] = shown
    return node


@jit
def find_outcome(nodes: Nodes, edges: Edges, counters: Slots, edge: int, shown: int) -> int:
    """The child of an edge for what its action showed; a new one if this was never seen; NONE without memory."""
    node = int(edges[edge, FIRST_OUTCOME])
    while node != NONE:
        if nodes[node, SHOWN] == shown:
            return node
        node = int(nodes[node, NEXT_OUTCOME])
    node = add_node(nodes, counters, shown)
    if node != NONE:
        nodes[node, NEXT_OUTCOME] = edges[edge, FIRST_OUTCOME]
        edges[edge, FIRST_OUTCOME] = node
    return node


@jit
def choose_edge(
    edges: Edges, values: Values, codes: Codes, count: int, mover: int, slots: Slots, settings: Amounts
) -> int:
    """The legal edge with the best mix of what it has brought, what it promised, and how little it was tried.

    By how much those that were tried brought more or less than promised, the others are expected to.
    """
    total = 0.0
    brought = 0.0
    tried = 0.0
    for at in range(count):
        edge = slots[codes[at]]
        edges[edge, AVAILABLE] += 1
        total += values[edge, WEIGHT]
        visits = edges[edge, EDGE_VISITS]
        brought += values[edge, SUMS + mover] - visits * values[edge, PROMISE]
        tried += visits
    surprise = brought / tried if tried > 0 else 0.0
    trust = settings[TRUST]
    best = NONE
    best_score = -1.0
    for at in range(count):
        edge = slots[codes[at]]
        visits = edges[edge, EDGE_VISITS]
        mean = (values[edge, SUMS + mover] + trust * (values[edge, PROMISE] + surprise)) / (visits + trust)
        prior = values[edge, WEIGHT] / total
        available = edges[edge, AVAILABLE]
        curiosity = settings[EXPLORATION] * np.sqrt(available) + settings[LOYALTY] * available
        score = mean + curiosity * prior / (1 + visits)
        if score > best_score:
            best_score = score
            best = edge
    return best


@jit
def choose_ahead(
    apply: Apply,
    evaluate: Shares,
    determinize: Determinize,
    memory: Memory,
    codes: Codes,
    count: int,
    mover: int,
    imagined: Memory,
    ahead: Memory,
    shares: Amounts,
    candidates: int,
    rng: Random,
) -> int:
    """The action that promises the mover most in a world of its own imagination.

    Of all actions, or of some random ones where there are more than the candidates.
    """
    if count == 1 or candidates <= 1:
        return int(codes[below(rng, count)])
    for at in range(memory.size):
        imagined[at] = memory[at]
    determinize(imagined, mover, rng)
    best = -1.0
    action = 0
    for at in range(min(count, candidates)):
        code = int(codes[at if count <= candidates else below(rng, count)])
        promise = look_ahead(apply, evaluate, imagined, code, mover, ahead, shares)
        if promise > best:
            best = promise
            action = code
    return action


@jit
def play_out(
    to_move: ToMove,
    legal: Legal,
    apply: Apply,
    returns: Shares,
    evaluate: Shares,
    rollout: Shares,
    determinize: Determinize,
    memory: Memory,
    codes: Codes,
    imagined: Memory,
    ahead: Memory,
    shares: Amounts,
    settings: Amounts,
    rng: Random,
) -> None:
    """Play on for a few turns, then value the position for every seat."""
    if settings[ROLLOUT] > 0:
        rollout(memory, shares)
        return
    turns = int(settings[PLAYOUT_TURNS])
    candidates = int(settings[CANDIDATES])
    last = to_move(memory)
    while turns > 0:
        mover = to_move(memory)
        if mover != last:
            last = mover
            turns -= 1
        if mover < 0 or turns == 0:
            break
        count = legal(memory, codes)
        action = choose_ahead(
            apply, evaluate, determinize, memory, codes, count, mover, imagined, ahead, shares, candidates, rng
        )
        apply(memory, action)
    if to_move(memory) < 0:
        returns(memory, shares)
    else:
        evaluate(memory, shares)


@jit
def add_edges(
    apply: Apply,
    evaluate: Shares,
    memory: Memory,
    nodes: Nodes,
    edges: Edges,
    values: Values,
    counters: Slots,
    node: int,
    codes: Codes,
    count: int,
    mover: int,
    slots: Slots,
    ahead: Memory,
    shares: Amounts,
    settings: Amounts,
) -> bool:
    """Find the edge of every legal action, in `slots`, and add those that no world had yet; False without memory."""
    for at in range(count):
        slots[codes[at]] = NONE
    edge = nodes[node, FIRST_EDGE]
    while edge != NONE:
        slots[edges[edge, CODE]] = edge
        edge = edges[edge, NEXT_EDGE]
    for at in range(count):
        code = codes[at]
        if slots[code] == NONE:
            edge = counters[EDGE_COUNT]
            if edge == edges.shape[0]:
                return False
            counters[EDGE_COUNT] += 1
            edges[edge, NEXT_EDGE] = nodes[node, FIRST_EDGE]
            edges[edge, CODE] = code
            edges[edge, EDGE_VISITS] = 0
            edges[edge, AVAILABLE] = 0
            edges[edge, FIRST_OUTCOME] = NONE
            nodes[node, FIRST_EDGE] = edge
            for column in range(values.shape[1]):
                values[edge, column] = 0
            promise = look_ahead(apply, evaluate, memory, code, mover, ahead, shares)
            values[edge, PROMISE] = promise
            values[edge, WEIGHT] = np.exp((promise - 1) * settings[SHARPNESS]) + LEAST_WEIGHT
            slots[code] = edge
    return True


@jit_allocating
def grow(
    to_move: ToMove,
    legal: Legal,
    apply: Apply,
    revealed: Revealed,
    returns: Shares,
    evaluate: Shares,
    rollout: Shares,
    encode: Encode,
    hide: Hide,
    determinize: Determinize,
    weights: Features,
    layout: Integers,
    features: int,
    numbers: Codes,
    prior: float,
    root: Memory,
    seat: int,
    iterations: int,
    nodes: Nodes,
    edges: Edges,
    values: Values,
    counters: Slots,
    slots: Slots,
    codes: Codes,
    settings: Amounts,
    totals: Amounts,
    rng: Random,
) -> None:
    """Run so many iterations from what a seat knows, and add what came of them to the totals.

    A new tree has no nodes in its counters. Without a network there are no weights; `prior` is how sharp its odds are.
    """
    seats = values.shape[1] - SUMS
    shares = np.zeros(seats)
    memory = np.empty_like(root)
    imagined = np.empty_like(root)
    ahead = np.empty_like(root)
    path = np.empty(LONGEST_PATH, np.int32)
    odds = np.empty(codes.size)
    desk = np.empty(count_desk(layout), np.float32)
    rooms = np.empty(ROOMS * root.size, np.uint8)
    amounts = np.empty(codes.size + 2 * seats)
    if counters[NODE_COUNT] == 0:
        add_node(nodes, counters, 0)
    for _ in range(iterations):
        for at in range(root.size):
            memory[at] = root[at]
        determinize(memory, seat, rng)
        node = 0
        depth = 0
        while depth < LONGEST_PATH:
            mover = to_move(memory)
            nodes[node, NODE_VISITS] += 1
            is_leaf = node > 0 and nodes[node, NODE_VISITS] == 1
            if mover < 0 or is_leaf or (mover != seat and settings[OWN_TURN] > 0):
                break
            count = legal(memory, codes)
            known_edges = counters[EDGE_COUNT]
            has_room = add_edges(
                apply,
                evaluate,
                memory,
                nodes,
                edges,
                values,
                counters,
                node,
                codes,
                count,
                mover,
                slots,
                ahead,
                shares,
                settings,
            )
            if not has_room:
                break
            if weights.size > 0 and counters[EDGE_COUNT] > known_edges:
                find_odds(
                    legal,
                    apply,
                    evaluate,
                    encode,
                    hide,
                    determinize,
                    weights,
                    layout,
                    features,
                    numbers,
                    memory,
                    mover,
                    prior,
                    codes,
                    odds,
                    desk,
                    rooms,
                    amounts,
                )
                for at in range(count):
                    values[slots[codes[at]], WEIGHT] = odds[at] + LEAST_ODDS
            edge = choose_edge(edges, values, codes, count, mover, slots, settings)
            path[depth] = edge
            depth += 1
            apply(memory, edges[edge, CODE])
            node = find_outcome(nodes, edges, counters, edge, revealed(memory))
            if node == NONE:
                break
        play_out(
            to_move,
            legal,
            apply,
            returns,
            evaluate,
            rollout,
            determinize,
            memory,
            codes,
            imagined,
            ahead,
            shares,
            settings,
            rng,
        )
        for each in range(seats):
            totals[each] += shares[each]
        for at in range(depth):
            edge = path[at]
            edges[edge, EDGE_VISITS] += 1
            for each in range(seats):
                values[edge, SUMS + each] += shares[each]
