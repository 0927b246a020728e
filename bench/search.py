"""How much our search thinks in a second. Every search is a new tree, as it is for every move of a house player."""

from collections.abc import Iterator, Mapping
from functools import cache
from time import perf_counter
from typing import Final

from bench import peers
from bench.harness import A_SECOND, Asked, Peer, Row, count_in_threads, ours, peer
from bench.positions import SEATS, middle, positions
from estaminet.engine.position import Position
from estaminet.players.playouts import SearchSettings
from estaminet.players.search import Tree

SIMULATIONS: Final = 10_000
"""In one search, ours or theirs; no tree is full by then."""
HOUSE_SIMULATIONS: Final = 1_000
"""In one search with the house's guided playouts: each is a few whole turns."""
TO_THE_END: Final = 2_000
"""More turns than any game has."""
STYLES: Final[Mapping[str, SearchSettings]] = {
    "playouts": SearchSettings(playout_turns=TO_THE_END),
    # A tree goes deeper, and is slower, the less it explores. With these, ours goes a little deeper on connect four
    # than a UCT tree with the constant 2 does: 5.4 plies on average instead of 5.2, in 10,000 simulations.
    "wide playouts": SearchSettings(exploration=3.0, playout_turns=TO_THE_END),
}
"""Random games to the end, as the peers play, in a tree of our shape and of theirs."""


def rows() -> Iterator[Row]:
    group = "Search as the house plays"
    for game, players in SEATS.items():
        one, two = (ours(searches, game, players, "middle", "house", HOUSE_SIMULATIONS, threads) for threads in (1, 2))
        yield Row(group, f"{game}, one thread", A_SECOND, one)
        alone = Peer("the same in one thread", one)
        yield Row(group, f"{game}, two threads", A_SECOND, two, alone, Asked("times", 1.8))
    group = "Search by random games"
    plain = peer("OpenSpiel MCTSBot", peers.plain_search, "connect_four", SIMULATIONS)
    for what, style, asked in (
        ("connect_four, their width", "wide playouts", Asked("times", 4)),
        ("connect_four, our width", "playouts", None),
    ):
        from_start = ours(searches, "connect_four", 2, "start", style, SIMULATIONS, 1)
        yield Row(group, what, A_SECOND, from_start, plain, asked)
    hidden = peer("OpenSpiel ISMCTSBot hearts", peers.hidden_search, "hearts", SIMULATIONS)
    for game, players in SEATS.items():
        from_middle = ours(searches, game, players, "middle", "playouts", SIMULATIONS, 1)
        asked = Asked("at least", 30_000) if game == "poule" else None
        yield Row(group, game, A_SECOND, from_middle, hidden, asked)


def find_style(name: str, position: Position) -> SearchSettings:
    """One of these, or `house`: house players' settings for this game."""
    return SearchSettings(**position.game.search_settings) if name == "house" else STYLES[name]


def stand(name: str, players: int, where: str) -> Position:
    """The position to search: at the `start` or in the `middle` of a game."""
    return positions(name, players)[0] if where == "start" else middle(name, players)


def think(position: Position, style: SearchSettings, iterations: int, seed: int) -> Tree:
    """One search with a tree of its own."""
    seat = position.to_move
    assert seat is not None
    tree = Tree(position.game, position.players, style, seed)
    tree.grow(position.known_to(seat), seat, iterations)
    return tree


@cache
def searches_in(name: str, players: int, where: str, style: str, iterations: int, seconds: float) -> int:
    """Searches that one thread makes in about so many seconds."""
    position = stand(name, players, where)
    chosen = find_style(style, position)
    think(position, chosen, iterations, 0)  # compiles, or loads compiled code
    begin = perf_counter()
    think(position, chosen, iterations, 0)
    return max(1, round(seconds / (perf_counter() - begin)))


def searches(name: str, players: int, where: str, style: str, iterations: int, threads: int, seconds: float) -> float:
    """Iterations a second, over all threads; each makes as many searches as one alone."""
    count = searches_in(name, players, where, style, iterations, seconds)
    position = stand(name, players, where)
    chosen = find_style(style, position)

    def search(thread: int) -> int:
        for number in range(count):
            think(position, chosen, iterations, thread * count + number)
        return count * iterations

    return count_in_threads(search, threads)
