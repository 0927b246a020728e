"""Information-set tree search as one compiled kernel for every game.

Each iteration imagines a world that agrees with what the seat knows (`determinize`), walks down a tree that all worlds
share, adds a node, values the leaf, and carries each seat's share of the victory back up. A node's edges are
actions; an edge has one child for each thing that its action may show (`revealed`). An action that is not legal in
this world is passed over, and how often it was available counts in its place (Cowling, Powley, Whitehouse 2012).
Every seat maximises its own share. Edges begin with what `evaluate` says one action ahead.

Where hands are hidden, a tree that goes on after the seat's own turn makes the others play as if they did not know
their own cards. There the tree holds the seat's own turn alone (`own_turn`), and the others answer in the playout,
each with the best one-ply value from what it would know.
"""

from typing import Annotated, Final

import numpy as np
from numba import types
from numpy.typing import NDArray

from estaminet.engine.jit.arithmetic import exponential
from estaminet.engine.jit.compiler import jit
from estaminet.engine.jit.functions import Functions, Scratch
from estaminet.engine.jit.layout import Amounts, Codes, Memory, Random
from estaminet.engine.jit.structs import Struct
from estaminet.players.one_ply import copy_memory, find_one_ply_value
from estaminet.players.playouts import NONE, SearchSettings, play_out

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

# Columns of an edge's values: the one-ply value for the mover, the weight of that among the other edges,
# then the sum of each seat's shares.
ONE_PLY_VALUE: Final = 0
WEIGHT: Final = 1
SUMS: Final = 2

# Places in the counters of a tree.
NODE_COUNT: Final = 0
EDGE_COUNT: Final = 1
COUNTERS: Final = 2

ROW: Final = 3
"""Numbers that describe an edge."""
LONGEST_PATH: Final = 64
LEAST_WEIGHT: Final = 1e-30
"""The least weight of an action, however sharp a search is."""


class TreeMemory(Struct):
    """The tree of one search, and its way down in this iteration."""

    nodes: Nodes
    edges: Edges
    values: Values
    """Of the edges."""
    counters: Slots
    """A new tree has no nodes."""
    slots: Slots
    """By action code: the edge of each legal action."""
    path: Slots
    """The edges that were taken."""
    totals: Amounts
    """The sum of each seat's shares over all iterations."""


@jit
def add_node(tree: TreeMemory, shown: int) -> int:
    """A new leaf, or NONE when the memory is used up."""
    nodes = tree.nodes
    node = int(tree.counters[NODE_COUNT])
    if node == nodes.shape[0]:
        return NONE
    tree.counters[NODE_COUNT] += 1
    nodes[node, FIRST_EDGE] = NONE
    nodes[node, NODE_VISITS] = 0
    nodes[node, NEXT_OUTCOME] = NONE
    nodes[node, SHOWN] = shown
    return node


@jit
def list_edges(tree: TreeMemory, node: int, rows: Edges) -> int:
    """Write the edges of a node, a row each: its place, its action's code, and how often it was tried; how many."""
    edges = tree.edges
    edge = int(tree.nodes[node, FIRST_EDGE])
    count = 0
    while edge != NONE:
        rows[count, 0] = edge
        rows[count, 1] = edges[edge, CODE]
        rows[count, 2] = edges[edge, EDGE_VISITS]
        count += 1
        edge = int(edges[edge, NEXT_EDGE])
    return count


@jit
def find_outcome(tree: TreeMemory, edge: int, shown: int) -> int:
    """The child of an edge for what its action showed; a new one if this was never seen; NONE without memory."""
    nodes, edges = tree.nodes, tree.edges
    node = int(edges[edge, FIRST_OUTCOME])
    while node != NONE:
        if nodes[node, SHOWN] == shown:
            return node
        node = int(nodes[node, NEXT_OUTCOME])
    node = add_node(tree, shown)
    if node != NONE:
        nodes[node, NEXT_OUTCOME] = edges[edge, FIRST_OUTCOME]
        edges[edge, FIRST_OUTCOME] = node
    return node


@jit
def choose_edge(tree: TreeMemory, settings: SearchSettings, codes: Codes, count: int, mover: int) -> int:
    """The legal edge with the best mix of what it has brought, its one-ply value, and how little it was tried.

    By how much those that were tried brought more or less than their one-ply values, the others are expected to.
    """
    edges, values, slots = tree.edges, tree.values, tree.slots
    total = 0.0
    brought = 0.0
    tried = 0.0
    for at in range(count):
        edge = slots[codes[at]]
        edges[edge, AVAILABLE] += 1
        total += values[edge, WEIGHT]
        visits = edges[edge, EDGE_VISITS]
        brought += values[edge, SUMS + mover] - visits * values[edge, ONE_PLY_VALUE]
        tried += visits
    surprise = brought / tried if tried > 0 else 0.0
    trust = settings.trust
    best = NONE
    best_score = -1.0
    for at in range(count):
        edge = slots[codes[at]]
        visits = edges[edge, EDGE_VISITS]
        mean = (values[edge, SUMS + mover] + trust * (values[edge, ONE_PLY_VALUE] + surprise)) / (visits + trust)
        prior = values[edge, WEIGHT] / total
        score = mean + settings.exploration * np.sqrt(edges[edge, AVAILABLE]) * prior / (1 + visits)
        if score > best_score:
            best_score = score
            best = edge
    return best


@jit
def add_edges(
    functions: Functions,
    scratch: Scratch,
    settings: SearchSettings,
    tree: TreeMemory,
    node: int,
    memory: Memory,
    count: int,
    mover: int,
) -> bool:
    """Find the edge of every legal action, in `slots`, and add those that no world had yet; False without memory."""
    nodes, edges, values, slots, codes = tree.nodes, tree.edges, tree.values, tree.slots, scratch.codes
    for at in range(count):
        slots[codes[at]] = NONE
    edge = nodes[node, FIRST_EDGE]
    while edge != NONE:
        slots[edges[edge, CODE]] = edge
        edge = edges[edge, NEXT_EDGE]
    for at in range(count):
        code = codes[at]
        if slots[code] == NONE:
            edge = tree.counters[EDGE_COUNT]
            if edge == edges.shape[0]:
                return False
            tree.counters[EDGE_COUNT] += 1
            edges[edge, NEXT_EDGE] = nodes[node, FIRST_EDGE]
            edges[edge, CODE] = code
            edges[edge, EDGE_VISITS] = 0
            edges[edge, AVAILABLE] = 0
            edges[edge, FIRST_OUTCOME] = NONE
            nodes[node, FIRST_EDGE] = edge
            for column in range(values.shape[1]):
                values[edge, column] = 0
            value = find_one_ply_value(functions, scratch, memory, code, mover)
            values[edge, ONE_PLY_VALUE] = value
            values[edge, WEIGHT] = exponential((value - 1) * settings.sharpness) + LEAST_WEIGHT
            slots[code] = edge
    return True


@jit
def descend(
    functions: Functions,
    scratch: Scratch,
    settings: SearchSettings,
    tree: TreeMemory,
    memory: Memory,
    seat: int,
) -> int:
    """Walk from the root to a leaf, in this world; how many edges the path has."""
    nodes = tree.nodes
    node = 0
    depth = 0
    while depth < LONGEST_PATH:
        mover = functions.to_move(memory)
        nodes[node, NODE_VISITS] += 1
        is_leaf = node > 0 and nodes[node, NODE_VISITS] == 1
        if mover < 0 or is_leaf or (mover != seat and settings.own_turn):
            break
        count = functions.legal(memory, scratch.codes)
        if not add_edges(functions, scratch, settings, tree, node, memory, count, mover):
            break
        edge = choose_edge(tree, settings, scratch.codes, count, mover)
        tree.path[depth] = edge
        depth += 1
        functions.apply(memory, tree.edges[edge, CODE])
        node = find_outcome(tree, edge, functions.revealed(memory))
        if node == NONE:
            break
    return depth


@jit
def grow(
    functions: Functions,
    scratch: Scratch,
    settings: SearchSettings,
    tree: TreeMemory,
    root: Memory,
    seat: int,
    iterations: int,
    rng: Random,
) -> None:
    """Run so many iterations from what a seat knows, and add what came of them to the totals."""
    shares, memory = scratch.shares, scratch.memory
    if tree.counters[NODE_COUNT] == 0:
        add_node(tree, 0)
    for _ in range(iterations):
        copy_memory(root, memory)
        functions.determinize(memory, seat, rng)
        depth = descend(functions, scratch, settings, tree, memory, seat)
        play_out(functions, scratch, settings, memory, rng)
        for each in range(shares.size):
            tree.totals[each] += shares[each]
        for at in range(depth):
            edge = tree.path[at]
            tree.edges[edge, EDGE_VISITS] += 1
            for each in range(shares.size):
                tree.values[edge, SUMS + each] += shares[each]
